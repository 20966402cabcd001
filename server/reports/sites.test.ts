/** Reports that compare sites: a record at a pen counts for the site around it, where its subjects were then. */
import { expect, test } from 'vitest'
import { animals } from '#shared/animals/contract.ts'
import { locations } from '#shared/locations/contract.ts'
import { reports } from '#shared/reports/contract.ts'
import { goodAnswers, lameAnswers, publishedForm } from '../test/forms.ts'
import { company } from '../test/people.ts'
import { about, sites } from '../test/reach/sites.ts'
import { complete } from '../test/submissions.ts'

test('each site has what was done in its barns and pens, and the rest is apart', async () => {
  const { boss, hand, inside, outside, lorry } = await sites()
  const form = await publishedForm(boss)
  const fill = (answers: object, subjects?: unknown) =>
    complete(hand, form, answers as never, subjects ? { subjects: subjects as never } : undefined)
  // A site within a site counts for itself.
  const yard = await boss.call(locations.create, { name: 'Yard', type: 'site', parent_id: outside.id })
  const shed = await boss.call(locations.create, { name: 'Shed', type: 'barn', parent_id: yard.id })

  // North: five, of which one is about two of its things and one about both sites.
  await fill(goodAnswers, about('animal', inside.cow))
  await fill(lameAnswers, about('location', inside.pen))
  await fill(goodAnswers, about('location', inside))
  await fill(goodAnswers, [...about('animal', inside.cow), ...about('location', inside.pen)])
  const both = await fill(lameAnswers, [...about('animal', inside.cow), ...about('location', outside.pen)])
  // South: three, with the one about both.
  await fill(goodAnswers, about('animal', outside.cow))
  await boss.call(animals.update, { id: outside.cow.id, location_id: inside.pen.id } as never)
  await fill(goodAnswers, about('location', outside.pen))
  // The yard: one. At no site: about nothing, and about a lorry.
  await fill(lameAnswers, about('location', shed))
  await fill(goodAnswers)
  await fill(goodAnswers, [{ type: 'vehicle', id: lorry.id }])

  const report = await boss.call(reports.create, { name: 'Sites' })
  expect(report.group_by).toBe('site')
  const data = await boss.call(reports.data, { id: report.id })
  expect(data.totals.submissions).toBe(10)
  expect(data.comparison?.groups.map(one => [one.subject?.name ?? '', one.submissions])).toEqual([
    ['Site North', 5],
    ['Site South', 3],
    ['', 2],
    ['Yard', 1],
  ])
  const behind = async (group: string) =>
    (await boss.call(reports.submissions, { id: report.id, group, per_page: 100 })).data.map(({ id }) => id)
  expect(await behind(String(inside.id))).toHaveLength(5)
  expect(await behind(String(outside.id))).toHaveLength(3)
  expect(await behind(String(outside.id))).toContain(both.id)
  expect(await behind('')).toHaveLength(2)
  const sheet = await boss.send(reports.export, { id: report.id, format: 'xlsx' })
  expect(sheet.statusCode).toBe(200)
})

test('a new report compares sites where there are several, and what was asked for otherwise', async () => {
  const { boss, north } = await sites()
  expect(await boss.call(reports.create, { name: 'People', group_by: 'person' })).toMatchObject({ group_by: 'person' })
  expect(await boss.call(reports.create, { name: 'All', group_by: null })).toMatchObject({ group_by: null })
  // Of several sites a member of one sees one.
  expect(await north.call(reports.create, { name: 'Mine' })).toMatchObject({ group_by: null })
  const small = await (await company()).manager()
  await small.call(locations.create, { name: 'Home', type: 'site' })
  expect(await small.call(reports.create, { name: 'Home' })).toMatchObject({ group_by: null })
})

test('who works at one site compares what they see', async () => {
  const { boss, hand, north, inside, outside } = await sites()
  const form = await publishedForm(boss)
  for (const { cow } of [inside, outside]) await complete(hand, form, goodAnswers, { subjects: about('animal', cow) })
  const report = await boss.call(reports.create, { name: 'Sites', for_everybody: true })
  const { comparison } = await north.call(reports.data, { id: report.id })
  expect(comparison?.groups.map(({ subject, submissions }) => [subject?.name, submissions])).toEqual([
    ['Site North', 1],
  ])
})
