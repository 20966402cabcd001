/**
 * What reports say of work, registers, photos and herds, beside the same worked out again over rows that are made up by
 * chance: by plain SQL without tenant isolation, and for herds by listing what can happen.
 */
import { eq, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { answerKey } from '#shared/forms/answers/answerKey.ts'
import type { Answers } from '#shared/forms/answers/answers.ts'
import type { Definition } from '#shared/forms/definition.ts'
import { locations } from '#shared/locations/contract.ts'
import { reports } from '#shared/reports/contract.ts'
import { vehicles } from '#shared/vehicles/contract.ts'
import { files } from '../files/table.ts'
import { findings } from '../findings/table.ts'
import { locations as locationTable } from '../locations/table.ts'
import { submissions } from '../submissions/table.ts'
import { sentTasks, tasks } from '../tasks/table.ts'
import { chanceOf } from '../test/chance.ts'
import { publishedForm } from '../test/forms.ts'
import { company, type Person, platform } from '../test/people.ts'
import { complete } from '../test/submissions.ts'

const zone = 'Europe/Budapest'
const hour = 3600_000
const period = { kind: 'fixed', from: '2026-02-01', to: '2026-03-31' } as const
const questions = ['lame', 'bedding', 'calm'] as const
const ends = ['task', 'recheck', 'settled'] as const

/**
 * Submissions of a hundred days, what they found and how that ended, their photos, and occurrences of a task that were
 * done or not.
 */
async function filled(seed: number) {
  const farm = await company({ timeZone: zone })
  const [boss, hand] = [await farm.manager(), await farm.worker()] as [Person, Person]
  const form = await publishedForm(boss)
  const chance = chanceOf(seed)
  const whole = (below: number) => Math.floor(chance.next() * below)
  await platform(async db => {
    const [task] = await db
      .insert(tasks)
      .values({
        ...{ companyId: farm.id, title: 'Look at the pens', priority: 'normal', startsAt: '2026-01-01T06:00' },
        ...{ dueAfter: 'PT2H', timezone: zone, formId: form.id, createdBy: boss.id },
      })
      .returning({ id: tasks.id })
    for (let made = 0; made < 150; made++) {
      const completedAt = new Date(Date.UTC(2026, 0, 15) + whole(100 * 24 * 60) * 60_000)
      const [row] = await db
        .insert(submissions)
        .values({
          ...{ companyId: farm.id, uuid: crypto.randomUUID(), formId: form.id, answers: {}, status: 'complete' },
          ...{ formVersionId: form.published?.id ?? 0, userId: chance.of([boss.id, hand.id]) },
          ...{ startedAt: completedAt, completedAt, receivedAt: completedAt },
        })
        .returning({ id: submissions.id })
      const submissionId = row?.id ?? 0
      for (const questionId of questions.filter(() => chance.next() < 0.4)) {
        const isClosed = chance.next() < 0.6
        const how = chance.of(ends)
        await db.insert(findings).values({
          ...{
            companyId: farm.id,
            submissionId,
            formId: form.id,
            questionId,
            severity: 'critical' as const,
            foundAt: completedAt,
          },
          ...(isClosed && {
            closedAt: new Date(completedAt.getTime() + whole(400 * hour)),
            ...{ closedHow: how, closedBy: boss.id, ...(how === 'settled' && { reason: 'Seen to' }) },
          }),
        })
      }
      for (let photo = 0; photo < whole(3); photo++)
        await db.insert(files).values({
          ...{ companyId: farm.id, uuid: crypto.randomUUID(), userId: hand.id, submissionId, questionId: 'picture' },
          ...{ path: `${farm.id}/2026/01/${crypto.randomUUID()}`, name: 'a', size: 1, sha256: 'x' },
          contentType: chance.of(['image/jpeg', 'image/jpeg', 'application/pdf']),
        })
    }
    for (let day = 0; day < 110; day++) {
      const startsAt = new Date(Date.UTC(2026, 0, 10 + day, 6, day))
      const dueAt = new Date(startsAt.getTime() + 2 * hour)
      const how = chance.of(['in time', 'late', 'skipped', 'missed'] as const)
      await db.insert(sentTasks).values({
        ...{ companyId: farm.id, taskId: task?.id ?? 0, userId: chance.of([boss.id, hand.id]), startsAt, dueAt },
        ...(how === 'in time' && { completedAt: new Date(dueAt.getTime() - whole(2 * hour)) }),
        ...(how === 'late' && { completedAt: new Date(dueAt.getTime() + 1 + whole(30 * hour)) }),
        ...(how === 'skipped' && { skippedAt: dueAt, skippedReason: 'Nobody there' }),
        ...(how === 'missed' && { missedAt: dueAt }),
      })
    }
  })
  return { farm, boss, form, chance }
}

const query = async <Row extends Record<string, unknown>>(text: ReturnType<typeof sql>) =>
  (await platform(db => db.execute<Row>(text))).rows

/** The middle of the values, by sorting them. */
function median(values: number[]): number | null {
  const sorted = values.toSorted((a, b) => a - b)
  const middle = (sorted.length - 1) / 2
  if (sorted.length === 0) return null
  return ((sorted[Math.floor(middle)] ?? 0) + (sorted[Math.ceil(middle)] ?? 0)) / 2
}
const mean = (values: number[]) =>
  values.length === 0 ? null : values.reduce((sum, value) => sum + value, 0) / values.length
const close = (counted: number | null | undefined, again: number | null) => {
  if (again === null) expect(counted).toBeNull()
  else expect(Math.abs((counted ?? Number.NaN) - again)).toBeLessThanOrEqual(0.051)
}

test.each([11, 12, 13])('findings, tasks and photos equal the plain tables’ (seed %d)', async seed => {
  const { farm, boss, form } = await filled(seed)
  const report = await boss.call(reports.create, { name: 'Work', form_id: form.id, period })
  const data = await boss.call(reports.data, { id: report.id })
  const inside = (moment: string) =>
    sql`(${sql.raw(moment)} at time zone ${zone})::date between '2026-02-01' and '2026-03-31'`

  type Found = { question: string; day: string; hours: number | null }
  const found = await query<Found>(sql`
    select f.question_id as question, (s.completed_at at time zone ${zone})::date::text as day,
      extract(epoch from f.closed_at)::float8 / 3600 - extract(epoch from s.completed_at)::float8 / 3600 as hours
    from findings f, submissions s
    where f.company_id = ${farm.id} and s.id = f.submission_id and ${inside('s.completed_at')}`)
  const closedIn = (rows: Found[]) => rows.flatMap(({ hours }) => (hours === null ? [] : [Number(hours)]))
  const { findings: part } = data
  expect(found.length).toBeGreaterThan(50)
  const closed = closedIn(found)
  expect(part).toMatchObject({ opened: found.length, closed: closed.length, open: found.length - closed.length })
  close(part?.median_hours, median(closed))
  close(part?.mean_hours, mean(closed))
  for (const { from, to, opened, closed: ended, median_hours } of part?.over_time ?? []) {
    const rows = found.filter(({ day }) => day >= from && day <= to)
    expect([from, opened, ended]).toEqual([from, rows.length, closedIn(rows).length])
    close(median_hours, median(closedIn(rows)))
  }
  expect(part?.questions.map(({ question_id }) => question_id).toSorted()).toEqual([...questions].toSorted())
  for (const { question_id, opened, open, median_hours } of part?.questions ?? []) {
    const rows = found.filter(({ question }) => question === question_id)
    expect([question_id, opened, open]).toEqual([question_id, rows.length, rows.length - closedIn(rows).length])
    close(median_hours, median(closedIn(rows)))
  }

  const done = (from: string, to: string) =>
    query<Record<'due' | 'in_time' | 'late' | 'skipped', number>>(sql`
      select count(*)::int as due, sum((completed_at is not null and completed_at <= due_at)::int)::int as in_time,
        sum((completed_at is not null and completed_at > due_at)::int)::int as late,
        sum((skipped_at is not null)::int)::int as skipped
      from sent_tasks where company_id = ${farm.id} and due_at <= now()
        and (due_at at time zone ${zone})::date between ${from}::date and ${to}::date`)
  for (const shown of [{ ...period, ...data.completion }, ...(data.completion?.over_time ?? [])]) {
    const [row] = await done(shown.from, shown.to)
    const [due, finished] = [row?.due ?? 0, (row?.in_time ?? 0) + (row?.late ?? 0)]
    expect(shown).toMatchObject({
      ...{ due, in_time: row?.in_time ?? 0, late: row?.late ?? 0, skipped: row?.skipped ?? 0 },
      not_done: due - finished - (row?.skipped ?? 0),
    })
    close(shown.percent, due === 0 ? null : (100 * finished) / due)
  }
  expect(data.completion?.due).toBeGreaterThan(40)

  const photos = await query<{ id: number }>(sql`
    select f.id from files f where f.company_id = ${farm.id} and f.content_type ~ '^image/'
      and exists (select 1 from submissions s where s.id = f.submission_id and ${inside('s.completed_at')})
    order by (select completed_at from submissions s where s.id = f.submission_id) desc, f.id desc`)
  expect(data.photos?.total).toBe(photos.length)
  expect(data.photos?.photos.map(({ id }) => id)).toEqual(photos.slice(0, 24).map(({ id }) => id))
})

test('states of registers equal the plain tables’, without archived rows', async () => {
  const farm = await company()
  const boss = await farm.manager()
  const chance = chanceOf(21)
  const states = ['ok', 'attention', 'stop', 'unknown'] as const
  for (let made = 0; made < 25; made++) {
    const { id } = await boss.call(locations.create, { name: `Barn ${made}`, type: 'barn' })
    const status = chance.of(states)
    const statusSince = status === 'unknown' ? null : new Date()
    await platform(db => db.update(locationTable).set({ status, statusSince }).where(eq(locationTable.id, id)))
    if (chance.next() < 0.2) await boss.call(locations.remove, { id })
  }
  await boss.call(vehicles.create, { name: 'Truck', type: 'lorry' })
  const { id } = await boss.call(reports.create, { name: 'Registers', parts: ['registers'] })
  const { registers } = await boss.call(reports.data, { id })
  for (const [type, table] of [
    ['location', 'locations'],
    ['vehicle', 'vehicles'],
    ['animal', 'animals'],
  ] as const) {
    const rows = await query<{ status: string }>(
      sql`select (array['unknown', 'ok', 'attention', 'stop'])[status + 1] as status from ${sql.raw(table)}
        where company_id = ${farm.id} and archived_at is null`,
    )
    const of = (status: string) => rows.filter(row => row.status === status).length
    expect(registers?.find(one => one.type === type)).toEqual({
      ...{ type, total: rows.length },
      ...Object.fromEntries(states.map(state => [state, of(state)])),
    })
  }
})

/** A herd of which a sample is looked at, each animal even or lame. */
const herdForm: Definition = {
  schema: 1,
  default_language: 'en',
  sections: [
    {
      id: 'herd',
      title: { en: 'The herd' },
      questions: [
        { id: 'present', type: 'number', label: { en: 'How many are there?' } },
        {
          id: 'cows',
          type: 'repeat',
          label: { en: 'Cows' },
          rows: { from: 'sample', population: '${present}', sample: { confidence: 95, precision: 10 } },
          questions: [
            {
              id: 'gait',
              type: 'single_choice',
              label: { en: 'Gait' },
              choices: [
                { id: 'even', label: { en: 'Even' }, grade: 0 },
                { id: 'lame', label: { en: 'Lame' }, grade: 2 },
              ],
            },
          ],
          measures: [{ id: 'lameness', label: { en: 'Lame cows' }, question: 'gait', at_least: 1 }],
        },
      ],
    },
  ],
}

/** How many ways there are to choose some of many, exactly. */
function ways(many: number, some: number): bigint {
  if (some < 0 || some > many) return 0n
  let product = 1n
  for (let step = 1; step <= some; step++) product = (product * BigInt(many - some + step)) / BigInt(step)
  return product
}

/**
 * Every number of affected animals in the herd with which what was seen is not rarer than 2.5 in a hundred on either
 * side, by whole numbers.
 */
function possible({ herd, seen, lame }: { herd: number; seen: number; lame: number }): number[] {
  const all = ways(herd, seen)
  const isLikely = (affected: number) => {
    let [below, above] = [0n, 0n]
    for (let count = 0; count <= seen; count++) {
      const chances = ways(affected, count) * ways(herd - affected, seen - count)
      if (count <= lame) below += chances
      if (count >= lame) above += chances
    }
    return below * 40n > all && above * 40n > all
  }
  return Array.from({ length: herd + 1 }, (_, affected) => affected).filter(isLikely)
}

test('a herd’s share and its certainty equal an exhaustive count, over random herds', async () => {
  const boss = await (await company()).manager()
  const form = await publishedForm(boss, herdForm)
  const chance = chanceOf(31)
  const looks: { herd: number; seen: number; lame: number }[] = []
  for (let made = 0; made < 15; made++) {
    const herd = 8 + Math.floor(chance.next() * 70)
    const seen = Math.min(herd, 4 + Math.floor(chance.next() * 40))
    looks.push({ herd, seen, lame: Math.floor(chance.next() * (seen + 1)) })
  }
  for (const { herd, seen, lame } of looks) {
    const rows = Array.from({ length: seen }, (_, at) => `cow-${at + 1}`)
    const answers: Answers = {
      present: { value: herd },
      cows: { value: rows },
      ...Object.fromEntries(rows.map((row, at) => [answerKey('gait', row), { value: at < lame ? 'lame' : 'even' }])),
    }
    await complete(boss, form, answers)
  }
  const { id } = await boss.call(reports.create, { name: 'Lameness', form_id: form.id, parts: ['prevalence'] })
  const { prevalence } = await boss.call(reports.data, { id })
  const herds = prevalence?.[0]?.herds ?? []
  expect(herds).toHaveLength(looks.length)
  for (const look of looks) {
    const shown = herds.find(
      one => one.population === look.herd && one.counted === look.seen && one.affected === look.lame,
    )
    close(shown?.percent, (100 * look.lame) / look.seen)
    if (look.seen === look.herd) {
      expect(shown).toMatchObject({ interval: null, no_interval: 'all_counted' })
      continue
    }
    const whole = possible(look)
    close(shown?.interval?.low, (100 * (whole[0] ?? 0)) / look.herd)
    close(shown?.interval?.high, (100 * (whole.at(-1) ?? 0)) / look.herd)
  }
})
