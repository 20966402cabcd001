/**
 * Attacks on what people without a name said: out of one report, its parts held against each other, its lists, its
 * spreadsheet and its link.
 */
import { expect, test } from 'vitest'
import type { Answers } from '#shared/forms/answers/answers.ts'
import { publicLinks } from '#shared/forms/public/publicLink.ts'
import { scoreSubmission } from '#shared/forms/scoring/scoring.ts'
import { locations } from '#shared/locations/contract.ts'
import { reports } from '#shared/reports/contract.ts'
import { fewestAnonymous } from '#shared/reports/prevalence.ts'
import { submissionSubjects, submissions } from '../submissions/table.ts'
import { penCheck, publishedForm } from '../test/forms.ts'
import { company, platform } from '../test/people.ts'

const day = 24 * 3600_000
/** Four whole weeks, of which the last ends yesterday. */
const dayAgo = (days: number) => new Date(Date.now() - days * day).toISOString().slice(0, 10)
const period = { kind: 'fixed', from: dayAgo(28), to: dayAgo(1) } as const

type Said = { barn: number; week: number; isNamed: boolean; answers?: Answers }

/** A company in which this was said: in which of three barns, in which week, by somebody with a name or without. */
async function farmWhere(said: Said[]) {
  const farm = await company()
  const [boss, hand] = [await farm.manager(), await farm.worker()]
  const form = await publishedForm(boss)
  const link = await boss.call(publicLinks.create, { id: form.id })
  const barns: number[] = []
  for (const name of ['One', 'Two', 'Three']) barns.push((await boss.call(locations.create, { name, type: 'barn' })).id)
  const good: Answers = { calm: { value: 'yes' }, lame: { value: 'no' }, bedding: { value: 'dry' } }
  await platform(async db => {
    for (const { barn, week, isNamed, answers = good } of said) {
      const score = scoreSubmission(penCheck, answers)
      const completedAt = new Date(Date.parse(`${period.from}T12:34:00Z`) + (7 * week + 2) * day)
      const [row] = await db
        .insert(submissions)
        .values({
          ...{ companyId: farm.id, uuid: crypto.randomUUID(), formId: form.id, formVersionId: form.published?.id ?? 0 },
          ...(isNamed ? { userId: hand.id } : { publicLinkId: link.id }),
          ...{ answers, score, scorePercent: score.percent, band: score.band, status: 'complete' },
          ...{ startedAt: completedAt, completedAt, receivedAt: completedAt },
        })
        .returning({ id: submissions.id })
      if (row)
        await db
          .insert(submissionSubjects)
          .values({ companyId: farm.id, submissionId: row.id, locationId: barns[barn] ?? null })
    }
  })
  return { boss, form, barns }
}

const times = (count: number, said: Said): Said[] => Array.from({ length: count }, () => said)
const nameless = (said: Said[], fits: (one: Said) => boolean = () => true) =>
  said.filter(one => !one.isNamed && fits(one)).length
const isSafe = (count: number) => count === 0 || count >= fewestAnonymous

test.each([3, 8, 21, 55])(
  'no part of a report tells of fewer than five, nor do its parts together (seed %d)',
  async seed => {
    let state = seed
    const next = (most: number) => {
      state = (state * 48_271) % 2_147_483_647
      return state % most
    }
    const bad: Answers = { calm: { value: 'no' }, lame: { value: 'yes' }, bedding: { value: 'wet' } }
    const said = [0, 1, 2].flatMap(barn =>
      [0, 1, 2, 3].flatMap(week => [
        ...times(1, { barn, week, isNamed: true }),
        ...times(next(4) * next(3), { barn, week, isNamed: false, ...(next(2) === 0 && { answers: bad }) }),
      ]),
    )
    const { boss, form, barns } = await farmWhere(said)
    const { id } = await boss.call(reports.create, { name: 'Pens', form_id: form.id, group_by: 'location', period })
    const data = await boss.call(reports.data, { id })
    const all = nameless(said)
    expect(isSafe(all)).toBe(true)

    /** A shown group has at least five people or nobody, and so has the remainder, unless nothing is shown. */
    function expectSafe(sizes: number[], isShown: (at: number) => boolean, what: string) {
      const shown = sizes.filter((_, at) => isShown(at))
      for (const size of shown) expect(isSafe(size), `${what}: ${size} shown`).toBe(true)
      const told = shown.reduce((sum, size) => sum + size, 0)
      const whole = sizes.reduce((sum, size) => sum + size, 0)
      if (told > 0) expect(isSafe(whole - told), `${what}: ${whole - told} left`).toBe(true)
    }
    const weeks = [0, 1, 2, 3].map(week => nameless(said, one => one.week === week))
    // Four weeks are shown day by day; something was said on the third of each.
    const at = (week: number) => 7 * week + 2
    expect(data.trend).toHaveLength(28)
    expectSafe(weeks, week => data.trend?.[at(week)]?.is_hidden === false, 'trend')
    const groups = barns.map(barn => data.comparison?.groups.find(({ key }) => key === String(barn)))
    const ofBarns = [0, 1, 2].map(barn => nameless(said, one => one.barn === barn))
    expectSafe(ofBarns, barn => groups[barn] !== undefined, 'groups')
    for (const [barn, group] of groups.entries()) {
      const cells = [0, 1, 2, 3].map(week => nameless(said, one => one.barn === barn && one.week === week))
      if (group) expectSafe(cells, week => group.averages[at(week)] != null, `means of barn ${barn}`)
    }
    // The distribution says how many failed in all, so that a single hidden cell would be what the others leave.
    expect(data.heat_map?.length).toBeGreaterThan(0)
    for (const { question_id, cells } of data.heat_map ?? [])
      expectSafe(weeks, week => (cells[at(week)]?.judged ?? 0) > 0, `heat of ${question_id}`)
  },
)

test('one to four are in no number, no list, no spreadsheet and not in the days before', async () => {
  const bad: Answers = { calm: { value: 'no' }, lame: { value: 'yes' }, bedding: { value: 'wet' } }
  const said = [
    ...times(6, { barn: 0, week: 3, isNamed: true }),
    ...times(3, { barn: 0, week: 3, isNamed: false, answers: bad }),
    ...times(9, { barn: 1, week: 3, isNamed: false }),
    ...times(2, { barn: 0, week: 1, isNamed: true }),
    ...times(4, { barn: 0, week: 1, isNamed: false, answers: bad }),
  ]
  const { boss, form, barns } = await farmWhere(said)
  const lastTwo = { kind: 'fixed', from: dayAgo(14), to: dayAgo(1) } as const
  const filters = { location_ids: [barns[0] ?? 0] }
  const { id } = await boss.call(reports.create, { name: 'Barn one', form_id: form.id, period: lastTwo, filters })
  const data = await boss.call(reports.data, { id })
  expect(data.totals).toMatchObject({ submissions: 6, act: 0 })
  expect(data.before).toMatchObject({ submissions: 2, act: 0 })
  expect(data.findings?.opened).toBe(0)
  for (const { answered } of data.distribution ?? []) expect(answered).toBe(6)
  expect((await boss.call(reports.submissions, { id })).meta.total).toBe(6)
  const lines = async (report: number) =>
    (await boss.send(reports.export, { id: report, format: 'csv' })).rawPayload.toString().trim().split('\r\n').slice(1)
  expect(await lines(id)).toHaveLength(6)

  // Five or more are told, by the day and not by the minute.
  const many = await boss.call(reports.create, {
    ...{ name: 'Barn two', form_id: form.id, period: lastTwo },
    filters: { location_ids: [barns[1] ?? 0] },
  })
  expect((await boss.call(reports.data, { id: many.id })).totals.submissions).toBe(9)
  const told = await lines(many.id)
  expect(told).toHaveLength(9)
  for (const line of told) expect(line).not.toContain('12:34')
  for (const line of await lines(id)) expect(line).toContain('12:34')
})
