/**
 * The numbers of a report beside the same numbers worked out again: by queries of another make on the plain tables,
 * outside the wall, over submissions that are made up by chance.
 */
import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import type { Answers } from '#shared/forms/answers/answers.ts'
import { scoreSubmission } from '#shared/forms/scoring/scoring.ts'
import { locations } from '#shared/locations/contract.ts'
import { reports } from '#shared/reports/contract.ts'
import { submissionSubjects, submissions } from '../submissions/table.ts'
import { chanceOf } from '../test/chance.ts'
import { penCheck, publishedForm } from '../test/forms.ts'
import { company, type Person, platform } from '../test/people.ts'

const zone = 'Europe/Budapest'

/** A company with submissions of a hundred days, at any time of the day, about any of three barns or none. */
async function filled(seed: number, count: number) {
  const farm = await company({ timeZone: zone })
  const people: Person[] = [await farm.manager(), await farm.worker(), await farm.worker()]
  const [boss] = people as [Person]
  const form = await publishedForm(boss)
  const barns: { id: number }[] = []
  for (const name of ['One', 'Two', 'Three']) barns.push(await boss.call(locations.create, { name, type: 'barn' }))
  const chance = chanceOf(seed)
  const versionId = form.published?.id ?? 0
  await platform(async db => {
    for (let made = 0; made < count; made++) {
      const answers: Answers = {
        calm: { value: chance.of(['yes', 'no', 'na']) },
        lame: { value: chance.of(['yes', 'no', 'no']) },
        bedding: { value: chance.of(['dry', 'wet']) },
        ...(chance.next() < 0.7 && { number: { value: Math.round(chance.next() * 400) / 10 } }),
        ...(chance.next() < 0.6 && { signs: { value: chance.of([['cough'], ['dull'], ['cough', 'dull']]) } }),
      }
      const score = scoreSubmission(penCheck, answers)
      const completedAt = new Date(Date.UTC(2026, 0, 15) + Math.floor(chance.next() * 100 * 86_400_000))
      const status = chance.next() < 0.05 ? 'draft' : 'complete'
      const [row] = await db
        .insert(submissions)
        .values({
          ...{
            companyId: farm.id,
            uuid: crypto.randomUUID(),
            formId: form.id,
            formVersionId: versionId,
            answers,
            status,
          },
          userId: chance.of(people).id,
          startedAt: completedAt,
          ...(status === 'complete' && {
            ...{ score, scorePercent: score.percent, band: score.band, completedAt, receivedAt: completedAt },
            criticalFailed: score.failed.filter(({ critical }) => critical).length,
          }),
        })
        .returning({ id: submissions.id })
      const barn = chance.of([...barns, null])
      if (row && barn)
        await db.insert(submissionSubjects).values({ companyId: farm.id, submissionId: row.id, locationId: barn.id })
    }
  })
  return { farm, boss, form, barns, people }
}

const query = async <Row extends Record<string, unknown>>(text: ReturnType<typeof sql>) =>
  (await platform(db => db.execute<Row>(text))).rows

const rounded = (value: unknown) => (value === null ? null : Math.round(Number(value) * 10) / 10)

test.each([1, 2, 3])('every number equals the plain tables’ (seed %d)', async seed => {
  const { farm, boss, form } = await filled(seed, 240)
  const period = { kind: 'fixed', from: '2026-02-01', to: '2026-03-31' } as const
  const report = await boss.call(reports.create, { name: 'Pens', form_id: form.id, group_by: 'location', period })
  const data = await boss.call(reports.data, { id: report.id })
  const done = sql`
    with done as (
      select *, (completed_at at time zone ${zone})::date as day from submissions
      where company_id = ${farm.id} and status = 'complete'
        and (completed_at at time zone ${zone})::date between '2026-02-01' and '2026-03-31'
    )`

  const [whole] = await query(sql`${done}
    select count(*)::int as submissions, count(score_percent)::int as scored, avg(score_percent) as average,
      sum((band = 'good')::int)::int as good, sum((band = 'attention')::int)::int as attention,
      sum((band = 'act')::int)::int as act, sum((band is null)::int)::int as unrated,
      sum((critical_failed > 0)::int)::int as critical
    from done`)
  expect(data.totals).toEqual({ ...whole, average: rounded(whole?.average) })
  expect(data.totals.submissions).toBeGreaterThan(100)

  // Each week by itself, by the days of its dates.
  expect(data.trend).toHaveLength(9)
  for (const part of data.trend ?? []) {
    const [row] = await query(sql`${done}
      select count(*)::int as submissions, avg(score_percent) as average,
        count(*) filter (where band = 'act')::int as act
      from done where day between ${part.from}::date and ${part.to}::date`)
    expect({ ...part, average: part.average }).toMatchObject({ ...row, average: rounded(row?.average) })
  }

  const groups = await query<{ key: string; submissions: number; average: number }>(sql`${done}
    select coalesce(s.location_id::text, '') as key, count(*)::int as submissions, avg(score_percent) as average
    from done left join submission_subjects s on s.submission_id = done.id group by 1`)
  expect(data.comparison?.groups).toHaveLength(4)
  for (const { key, submissions: counted, average } of groups)
    expect(data.comparison?.groups.find(group => group.key === key)).toMatchObject({
      submissions: counted,
      average: rounded(average),
    })

  for (const { question_id, answered, choices, numbers } of data.distribution ?? []) {
    const [all] = await query(
      sql`${done} select count(*)::int as answered from done where answers #> ${`{${question_id},value}`} is not null`,
    )
    expect(answered, question_id).toBe(all?.answered)
    for (const { id, count } of choices ?? []) {
      const [row] = await query(sql`${done} select count(*)::int as count from done
        where answers #>> ${`{${question_id},value}`} = ${id} or answers #> ${`{${question_id},value}`} ? ${id}`)
      expect(count, `${question_id} ${id}`).toBe(row?.count)
    }
    if (!numbers) continue
    const values = (
      await query<{ value: number }>(sql`${done}
        select (answers #>> ${`{${question_id},value}`})::float8 as value from done
        where answers ? ${question_id} order by 1`)
    ).map(({ value }) => value)
    expect(numbers.min).toBe(values[0])
    expect(numbers.max).toBe(values.at(-1))
    expect(numbers.mean).toBeCloseTo(values.reduce((sum, value) => sum + value, 0) / values.length, 6)
    const middle = (values.length - 1) / 2
    expect(numbers.median).toBeCloseTo(((values[Math.floor(middle)] ?? 0) + (values[Math.ceil(middle)] ?? 0)) / 2, 6)
    expect(numbers.bins.reduce((sum, bin) => sum + bin.count, 0)).toBe(values.length)
    for (const [at, { from, to, count }] of numbers.bins.entries()) {
      const isLast = at === numbers.bins.length - 1
      const inside = values.filter(value => value >= from - 1e-9 && (isLast ? value <= to + 1e-9 : value < to - 1e-9))
      expect(Math.abs(inside.length - count), `${from} to ${to}`).toBeLessThanOrEqual(1)
    }
  }
  expect(data.distribution?.map(({ question_id }) => question_id)).toEqual([
    'calm',
    'lame',
    'signs',
    'number',
    'bedding',
  ])

  // The bad answers of each week; who said that it does not apply does not count.
  const bad = { calm: 'no', lame: 'yes', bedding: 'wet' }
  expect(data.heat_map?.map(({ question_id }) => question_id).toSorted()).toEqual(Object.keys(bad).toSorted())
  for (const { question_id, cells } of data.heat_map ?? [])
    for (const [at, cell] of cells.entries()) {
      const part = data.trend?.[at]
      const [row] = await query(sql`${done}
        select count(*) filter (where answers #>> ${`{${question_id},value}`} <> 'na')::int as judged,
          count(*) filter (
            where answers #>> ${`{${question_id},value}`} = ${bad[question_id as keyof typeof bad]}
          )::int as failed
        from done where day between ${part?.from}::date and ${part?.to}::date`)
      expect(cell, `${question_id} ${part?.from}`).toEqual(row)
    }
})

test('filters narrow all of it, and the days before are counted beside', async () => {
  const { farm, boss, form, barns, people } = await filled(4, 240)
  const period = { kind: 'fixed', from: '2026-03-01', to: '2026-03-31' } as const
  const [barn] = barns
  const filters = { location_ids: [barn?.id ?? 0], user_ids: [people[1]?.id ?? 0], bands: ['act' as const] }
  const { id } = await boss.call(reports.create, { name: 'Pens', form_id: form.id, period, filters })
  const data = await boss.call(reports.data, { id })
  const countBetween = async (from: string, to: string) =>
    (
      await query<{ count: number }>(sql`
        select count(distinct s.id)::int as count from submissions s
          join submission_subjects o on o.submission_id = s.id
        where s.company_id = ${farm.id} and s.status = 'complete' and o.location_id = ${barn?.id}
          and s.user_id = ${people[1]?.id} and s.band = 'act'
          and (s.completed_at at time zone ${zone})::date between ${from}::date and ${to}::date`)
    )[0]?.count
  expect(data.totals.submissions).toBe(await countBetween('2026-03-01', '2026-03-31'))
  expect(data.totals.submissions).toBeGreaterThan(0)
  expect(data.before.submissions).toBe(await countBetween('2026-01-29', '2026-02-28'))
})
