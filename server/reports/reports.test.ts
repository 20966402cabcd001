import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { animalGroups } from '#shared/animals/contract.ts'
import { auditLog } from '#shared/audit/contract.ts'
import { companies } from '#shared/companies/contract.ts'
import { roles } from '#shared/companies/roles.ts'
import { locations } from '#shared/locations/contract.ts'
import { reports } from '#shared/reports/contract.ts'
import { reportParts } from '#shared/reports/rules.ts'
import { submissions } from '../submissions/table.ts'
import { goodAnswers, lameAnswers, publishedForm } from '../test/forms.ts'
import { admin, company, platform } from '../test/people.ts'
import { complete } from '../test/submissions.ts'

test('a manager saves a report, which is then in the list, and everybody who may read it hears', async () => {
  const farm = await company()
  const [boss, second, hand] = [await farm.manager(), await farm.manager(), await farm.worker()]
  const form = await publishedForm(boss)
  const report = await boss.call(reports.create, {
    name: 'Pens',
    form_id: form.id,
    group_by: 'location',
    period: { kind: 'relative', unit: 'month', count: 3 },
    filters: { bands: ['act'] },
  })

  expect(report).toMatchObject({
    company_id: farm.id,
    name: 'Pens',
    form_id: form.id,
    form_ids: [form.id],
    group_by: 'location',
    filters: { bands: ['act'] },
    parts: [...reportParts],
    created_by: boss.id,
    created_by_name: boss.name,
  })
  expect((await second.call(reports.list, { search: 'pen' })).data).toEqual([report])
  expect(await second.call(reports.get, { id: report.id })).toEqual(report)
  expect(await second.heard('report.changed')).toEqual([{ id: report.id, company_id: farm.id }])
  expect(await hand.heard('report.changed')).toEqual([])
  expect((await boss.call(auditLog.list, { action: 'report.created' })).data).toMatchObject([
    { subject_type: 'Report', subject_id: report.id },
  ])
})

test('with a name alone it is about all forms and the last twelve weeks', async () => {
  const boss = await (await company()).manager()
  expect(await boss.call(reports.create, { name: 'All' })).toMatchObject({
    form_id: null,
    form_ids: [],
    filters: {},
    group_by: null,
    period: { kind: 'relative', unit: 'week', count: 12 },
    for_everybody: false,
  })
})

test('two who change it at once: the later one is told', async () => {
  const boss = await (await company()).manager()
  const { id, revision } = await boss.call(reports.create, { name: 'Pens' })
  const changed = await boss.call(reports.update, { id, name: 'Barns', revision })
  expect(changed).toMatchObject({ name: 'Barns', revision: revision + 1 })
  expect(await boss.refused(reports.update, { id, name: 'Yards', revision })).toMatchObject({
    status: 409,
    code: 'stale_revision',
    data: { name: 'Barns' },
  })
})

test('an archived row leaves the list and is restored', async () => {
  const boss = await (await company()).manager()
  const { id } = await boss.call(reports.create, { name: 'Pens' })
  await boss.call(reports.remove, { id })
  expect((await boss.call(reports.list, {})).data).toEqual([])
  expect((await boss.call(reports.list, { archived: true })).data).toMatchObject([{ id }])
  expect(await boss.call(reports.restore, { id })).toMatchObject({ archived_at: null })
})

test('what cannot be counted is refused by name', async () => {
  const farm = await company()
  const [boss, other] = [await farm.manager(), await (await company()).manager()]
  const theirs = await publishedForm(other)
  const form = await publishedForm(boss)
  const refusedAt = async (draft: object) =>
    Object.keys((await boss.refused(reports.create, { name: 'Pens', ...draft })).errors ?? {})

  expect(await refusedAt({ form_ids: [theirs.id] })).toEqual(['form_ids.0'])
  expect(await refusedAt({ filters: { user_ids: [boss.id, other.id] } })).toEqual(['filters.user_ids.1'])
  expect(await refusedAt({ period: { kind: 'fixed', from: '2026-03-01', to: '2026-02-01' } })).toEqual(['period.to'])
  expect(await refusedAt({ period: { kind: 'relative', unit: 'year', count: 11 } })).toEqual(['period.count'])
  expect(await refusedAt({ group_by: 'question', form_id: form.id })).toEqual(['group_question_id'])
  expect(await refusedAt({ group_by: 'question', group_question_id: 'number', form_id: form.id })).toEqual([
    'group_question_id',
  ])
  expect(await refusedAt({ group_by: 'question', group_question_id: 'bedding' })).toEqual(['group_by'])
  expect(await refusedAt({ parts: [] })).toEqual(['parts'])
  expect(await refusedAt({ name: ' ' })).toEqual(['name'])
})

test('workers open reports for everybody, and count their own rows in them', async () => {
  const farm = await company()
  const [boss, hand, other, guest] = [
    await farm.manager(),
    await farm.worker(),
    await farm.worker(),
    await farm.guest(),
  ]
  const form = await publishedForm(boss)
  await complete(hand, form)
  await complete(other, form)
  const [own, all] = [
    await boss.call(reports.create, { name: 'Ours' }),
    await boss.call(reports.create, { name: 'Everybody’s', for_everybody: true }),
  ]

  expect((await hand.call(reports.list, {})).data).toMatchObject([{ id: all.id }])
  expect(await hand.refused(reports.get, { id: own.id })).toMatchObject({ status: 404 })
  expect(await hand.refused(reports.update, { id: all.id, name: 'Mine' })).toMatchObject({ status: 403 })
  expect(await guest.refused(reports.list, {})).toMatchObject({ status: 403 })
  expect(await boss.call(reports.data, { id: all.id })).toMatchObject({
    is_everything: true,
    totals: { submissions: 2 },
  })
  expect(await hand.call(reports.data, { id: all.id })).toMatchObject({
    is_everything: false,
    totals: { submissions: 1 },
    completion: null,
  })
  expect((await hand.call(reports.submissions, { id: all.id })).data).toMatchObject([{ user_id: hand.id }])
})

test('a role of the company’s own reads reports by its rules', async () => {
  const farm = await company()
  const [boss, clerk] = [await farm.manager(), await farm.worker()]
  const { id } = await boss.call(reports.create, { name: 'Pens' })
  const role = await boss.call(roles.create, {
    name: 'Auditor',
    standing: 'below_employee',
    rules: [{ action: ['read'], subject: 'Report' }],
  })
  await boss.call(companies.changeRole, { id: farm.id, user_id: clerk.id, role_id: role.id })
  expect((await clerk.call(reports.list, {})).data).toMatchObject([{ id }])
  expect(await clerk.call(reports.data, { id })).toMatchObject({ totals: { submissions: 0 } })
  expect(await clerk.refused(reports.create, { name: 'Mine' })).toMatchObject({ status: 403 })
})

test('another company sees nothing of it, and an admin all', async () => {
  const [farm, dairy] = [await company(), await company()]
  const [boss, other, root] = [await farm.manager(), await dairy.manager(), await admin()]
  await complete(boss, await publishedForm(boss), lameAnswers)
  const { id } = await boss.call(reports.create, { name: 'Pens' })
  for (const call of [reports.get, reports.data, reports.submissions, reports.remove, reports.restore] as const)
    expect(await other.refused(call, { id })).toMatchObject({ status: 404 })
  expect((await other.call(reports.list, {})).data).toEqual([])
  expect(await root.call(reports.data, { id })).toMatchObject({ totals: { submissions: 1, act: 1 } })
})

test('the day on which it was done counts, by the clock of the company', async () => {
  const farm = await company({ timeZone: 'Pacific/Auckland' })
  const boss = await farm.manager()
  const form = await publishedForm(boss)
  const { id } = await complete(boss, form)
  // Half past midnight on the 20th in Auckland, where summer is 13 hours ahead.
  const completedAt = new Date('2026-11-19T11:30:00Z')
  await platform(db => db.update(submissions).set({ completedAt }).where(eq(submissions.id, id)))
  const countOf = async (from: string, to: string) => {
    const report = await boss.call(reports.create, { name: `${from} ${to}`, period: { kind: 'fixed', from, to } })
    return (await boss.call(reports.data, { id: report.id })).totals.submissions
  }
  expect(await countOf('2026-11-20', '2026-11-20')).toBe(1)
  expect(await countOf('2026-11-18', '2026-11-19')).toBe(0)
})

test('the submissions behind each number are as many as the number says', async () => {
  const farm = await company()
  const [boss, hand] = [await farm.manager(), await farm.worker()]
  const form = await publishedForm(boss)
  const barn = await boss.call(locations.create, { name: 'Barn', type: 'barn' })
  const herd = await boss.call(animalGroups.create, { name: 'Cows', purpose: 'other' })
  const inBarn = { subjects: [{ type: 'location' as const, id: barn.id, name: '' }] }
  await complete(hand, form, goodAnswers, inBarn)
  await complete(hand, form, lameAnswers, inBarn)
  await complete(boss, form, lameAnswers, { subjects: [{ type: 'animal_group', id: herd.id, name: '' }] })
  const report = await boss.call(reports.create, { name: 'Pens', form_id: form.id, group_by: 'location' })
  const data = await boss.call(reports.data, { id: report.id })
  const behind = async (slice: object) => (await boss.call(reports.submissions, { id: report.id, ...slice })).meta.total

  expect(data.totals).toMatchObject({ submissions: 3, act: 2, critical: 2 })
  for (const band of ['good', 'attention', 'act'] as const) expect(await behind({ band })).toBe(data.totals[band])
  expect(await behind({ critical: true })).toBe(data.totals.critical)
  for (const group of data.comparison?.groups ?? []) expect(await behind({ group: group.key })).toBe(group.submissions)
  expect(data.comparison?.groups.map(({ key, subject }) => [key, subject?.name])).toEqual([
    [String(barn.id), 'Barn'],
    ['', undefined],
  ])
  for (const part of data.trend ?? []) expect(await behind({ from: part.from, to: part.to })).toBe(part.submissions)
  for (const { question_id, choices } of data.distribution ?? [])
    for (const choice of choices ?? [])
      expect(await behind({ question: question_id, answer: choice.id }), `${question_id} ${choice.id}`).toBe(
        choice.count,
      )
  for (const row of data.heat_map ?? [])
    expect(await behind({ question: row.question_id, failed: true })).toBe(row.failed)
  expect(data.findings).toMatchObject({ opened: 2, open: 2, closed: 0, median_hours: null })
  expect(await behind({ findings: 'open' })).toBe(2)
  expect(await behind({ findings: 'closed' })).toBe(0)
})
