/** What somebody sees who looks at one site, by the header of the calls that are narrowed by it. */
import { read, utils } from '@e965/xlsx'
import { extractText, getDocumentProxy } from 'unpdf'
import { expect, test } from 'vitest'
import { animalGroups, animals } from '#shared/animals/contract.ts'
import { auditLog } from '#shared/audit/contract.ts'
import { companies } from '#shared/companies/contract.ts'
import { contracts } from '#shared/contracts.ts'
import { dashboard } from '#shared/dashboard/contract.ts'
import { documents } from '#shared/documents/contract.ts'
import { exports } from '#shared/exports/contract.ts'
import { findings } from '#shared/findings/contract.ts'
import { registerExports } from '#shared/imports/contract.ts'
import { type Endpoint, type InputOf, siteHeader } from '#shared/lib/contract.ts'
import { locations, placeTree } from '#shared/locations/contract.ts'
import { reports } from '#shared/reports/contract.ts'
import { search } from '#shared/search/contract.ts'
import { registerNames } from '#shared/subjects/contract.ts'
import { submissions } from '#shared/submissions/contract.ts'
import { tasks } from '#shared/tasks/contract.ts'
import { today } from '#shared/today/contract.ts'
import { vehicles } from '#shared/vehicles/contract.ts'
import { narrowedTables } from '../../companies/reachQueries.ts'
import { goodAnswers, lameAnswers, publishedForm } from '../forms.ts'
import { jobsDone } from '../jobsDone.ts'
import { narrow, type Person } from '../people.ts'
import { complete } from '../submissions.ts'
import { sendTask } from '../tasks.ts'
import { about, sites } from './sites.ts'

const namesOf = ({ data }: { data: { name: string }[] }) => data.map(({ name }) => name).sort()
const idsOf = ({ data }: { data: { id: number }[] }) => data.map(({ id }) => id).sort((a, b) => a - b)

/** The same person's calls, looking at a site. */
const lookingAt = (who: Person, site: unknown) => ({
  call: <E extends Endpoint>(endpoint: E, input: InputOf<E>) =>
    who.call(endpoint, input, { headers: { [siteHeader]: String(site) } }),
})

test('lists, search, the tree and exports show what lies at the site, with all below it', async () => {
  const { boss, inside, outside } = await sites()
  await boss.call(animalGroups.create, { name: 'Herd', purpose: 'lactation', location_id: inside.pen.id })
  await boss.call(animalGroups.create, { name: 'Flock', purpose: 'other', location_id: outside.pen.id })
  const north = lookingAt(boss, inside.id)
  expect(namesOf(await north.call(animals.list, {}))).toEqual(['Cow North'])
  expect(namesOf(await north.call(locations.list, {}))).toEqual(['Pen North', 'Site North'])
  expect(namesOf(await north.call(animalGroups.list, {}))).toEqual(['Herd'])
  // A vehicle is at no site.
  expect((await north.call(vehicles.list, {})).meta.total).toBe(0)
  expect((await north.call(placeTree.tree, {})).places.map(({ name }) => name).sort()).toEqual([
    'Pen North',
    'Site North',
  ])
  const found = JSON.stringify(await north.call(search.find, { q: 'cow' }))
  expect([found.includes('Cow North'), found.includes('Cow South')]).toEqual([true, false])
  const exported = { type: 'animal', format: 'csv', filters: '' } as const
  const file = await boss.send(registerExports.stream, exported, { headers: { [siteHeader]: String(inside.id) } })
  expect([file.body.includes('Cow North'), file.body.includes('Cow South')]).toEqual([true, false])
  expect(namesOf(await lookingAt(boss, outside.pen.id).call(animals.list, {}))).toEqual(['Cow South'])
})

test('records are shown that are about the site alone, also those of others', async () => {
  const { boss, hand, inside, outside } = await sites()
  const form = await publishedForm(boss)
  const fill = (who: Person, subjects?: never) => complete(who, form, lameAnswers, subjects && { subjects })
  const [here] = [await fill(hand, about('animal', inside.cow)), await fill(hand, about('animal', outside.cow))]
  const own = await fill(boss, about('location', inside.pen))
  // At the other site, about nothing, and about both.
  await fill(boss, about('location', outside.pen))
  await fill(boss)
  await fill(boss, [...about('animal', inside.cow), ...about('location', outside.pen)] as never)
  const given = await sendTask(boss, boss, { subjects: about('animal', inside.cow) })
  await sendTask(boss, boss, { subjects: about('animal', outside.cow) })
  const north = lookingAt(boss, inside.id)

  const mine = [here.id, own.id].sort((a, b) => a - b)
  expect(idsOf(await north.call(submissions.list, {}))).toEqual(mine)
  expect((await north.call(findings.list, {})).data.map(one => one.submission_id).sort((a, b) => a - b)).toEqual(mine)
  const company = { id: given.company_id, per_page: 100 } as const
  const [all, some] = [await boss.call(tasks.company, company), await north.call(tasks.company, company)]
  expect(some.data.map(({ id }) => id)).toContain(given.id)
  expect(some.meta.total).toBeLessThan(all.meta.total)
  expect(some.data.flatMap(({ subjects = [] }) => subjects.map(({ name }) => name))).not.toContain('Cow South')
  expect((await north.call(today.get, {})).findings).toMatchObject({ total: 2 })
  expect((await boss.call(today.get, {})).findings).toMatchObject({ total: 6 })
  const animalsIn = async (who: Pick<Person, 'call'>) =>
    (await who.call(dashboard.own, {})).figures.find(({ kind }) => kind === 'animals')?.total
  expect([await animalsIn(boss), await animalsIn(north)]).toEqual([2, 1])
  const report = await boss.call(reports.create, { name: 'Lame' })
  expect((await north.call(reports.data, { id: report.id })).totals.submissions).toBe(2)
  expect((await north.call(reports.submissions, { id: report.id })).meta.total).toBe(2)
  expect((await boss.call(reports.data, { id: report.id })).totals.submissions).toBe(6)
})

test('an export of what a list shows at a site has no more, and none of a site that is not there', async () => {
  const { boss, hand, inside, outside } = await sites()
  const form = await publishedForm(boss)
  const fill = (cow: { id: number }) => complete(hand, form, goodAnswers, { subjects: about('animal', cow) })
  for (const { cow } of [inside, outside]) await fill(cow)
  const wanted = (site_id: number) => ({ format: 'csv', filters: { site_id } }) as const
  const { id } = await boss.call(exports.begin, wanted(inside.id))
  await jobsDone()
  const { body } = await boss.send(exports.fetch, { id })
  expect([body.includes('Cow North'), body.includes('Cow South')]).toEqual([true, false])
  expect(await boss.call(exports.get, { id })).toMatchObject({ filename: expect.stringContaining('Site North') })
  const streamed = await boss.send(exports.stream, { format: 'csv' }, { headers: { [siteHeader]: `${inside.id}` } })
  expect([streamed.body.includes('Cow North'), streamed.body.includes('Cow South')]).toEqual([true, false])
  const other = await sites()
  expect(await boss.refused(exports.begin, wanted(other.inside.id))).toMatchObject({ status: 404 })

  // What cannot be printed at the other site is nothing to a bundle of this one.
  const tamil = { ...goodAnswers, remark: { value: 'மாடுகள்' } }
  await complete(hand, form, tamil, { subjects: about('animal', outside.cow) })
  const bundle = (site_id: number) =>
    ({ format: 'bundle', filters: { site_id }, refuse_missing_characters: true }) as const
  expect(await boss.refused(exports.begin, bundle(outside.id))).toMatchObject({ code: 'characters_missing' })
  expect(await boss.refused(exports.begin, bundle(other.inside.id))).toMatchObject({ status: 404 })
  expect(await boss.call(exports.begin, bundle(inside.id))).toMatchObject({ format: 'bundle' })
})

test('the files of a report at a site count it alone and say so, and others say nothing', async () => {
  const { boss, hand, inside, outside } = await sites()
  const form = await publishedForm(boss)
  for (const cow of [inside.cow, inside.cow, outside.cow])
    await complete(hand, form, goodAnswers, { subjects: about('animal', cow) })
  const report = await boss.call(reports.create, { name: 'Pens', group_by: null })
  const at = { headers: { [siteHeader]: String(inside.id) } }
  const dataOf = (options: object) => boss.call(reports.data, { id: report.id }, options)
  expect(await dataOf(at)).toMatchObject({ site: [{ id: inside.id, name: 'Site North' }], totals: { submissions: 2 } })
  expect(await dataOf({})).toMatchObject({ site: null, totals: { submissions: 3 } })

  const nameOf = ({ headers }: { headers: object }) =>
    decodeURIComponent(String((headers as Record<string, unknown>)['content-disposition']))
  for (const format of ['csv', 'xlsx'] as const) {
    const file = await boss.send(reports.export, { id: report.id, format }, at)
    expect(nameOf(file)).toContain(`Pens – Site North.${format}`)
    expect(nameOf(await boss.send(reports.export, { id: report.id, format }))).toContain(`Pens.${format}`)
    const { Sheets, SheetNames } = read(file.rawPayload, { type: 'buffer' })
    expect(utils.sheet_to_json(Sheets[SheetNames[0] ?? ''] ?? {})).toHaveLength(2)
    if (format === 'xlsx') expect(utils.sheet_to_json(Sheets.Site ?? {})).toEqual([{ Site: 'Site North' }])
  }

  const textOf = async (content: Buffer) =>
    (await extractText(await getDocumentProxy(new Uint8Array(content)), { mergePages: true })).text
  const printed = await boss.send(reports.pdf, { id: report.id }, at)
  expect(nameOf(printed)).toContain('Pens – Site North ')
  expect(await textOf(printed.rawPayload)).toContain('Site North')
  expect(await textOf((await boss.send(reports.pdf, { id: report.id })).rawPayload)).not.toContain('Site North')

  const wanted = { kind: 'report', record_id: report.id, site_id: inside.id } as const
  const { id, filename } = await boss.call(documents.begin, wanted)
  expect(filename).toContain('Site North')
  await jobsDone()
  expect(await textOf((await boss.send(documents.fetch, { id })).rawPayload)).toContain('Site North')
  const other = await sites()
  expect(await boss.refused(documents.begin, { ...wanted, site_id: other.inside.id })).toMatchObject({ status: 404 })
  const ofForm = { kind: 'form', record_id: form.id, site_id: inside.id } as const
  expect(await boss.refused(documents.begin, ofForm)).toMatchObject({ status: 422 })

  const filters = { report_id: report.id, site_id: inside.id }
  const bundle = await boss.call(exports.begin, { format: 'bundle', filters })
  await jobsDone()
  expect(await boss.call(exports.get, { id: bundle.id })).toMatchObject({
    state: 'ready',
    filename: expect.stringContaining('Pens – Site North'),
  })
})

test('rows by their number, own work, names for the device and choices stay whole', async () => {
  const { boss, inside, outside } = await sites()
  const form = await publishedForm(boss)
  const there = await complete(boss, form, goodAnswers, { subjects: about('animal', outside.cow) })
  const own = await sendTask(boss, boss, { subjects: about('animal', outside.cow) })
  const north = lookingAt(boss, inside.id)
  expect(await north.call(animals.get, { id: outside.cow.id })).toMatchObject({ name: 'Cow South' })
  expect(await north.call(submissions.get, { id: there.id })).toMatchObject({ id: there.id })
  expect(idsOf(await north.call(tasks.sent, {}))).toContain(own.id)
  expect((await north.call(placeTree.sites, {})).map(({ name }) => name)).toEqual(['Site North', 'Site South'])
  const names = await boss.send(registerNames.stream, { type: 'animal' }, { headers: { [siteHeader]: `${inside.id}` } })
  expect(names.body).toContain('Cow South')
})

test('writes and rights are not narrowed by it', async () => {
  const { farm, boss, hand, inside, outside } = await sites()
  const north = lookingAt(boss, inside.id)
  await north.call(animals.update, { id: outside.cow.id, name: 'Cow of the south' })
  const calf = await north.call(animals.create, { name: 'Calf', species: 'cattle', location_id: outside.pen.id })
  expect(await boss.call(animals.get, { id: calf.id })).toMatchObject({ location_id: outside.pen.id })
  expect(await north.call(companies.update, { id: farm.id, name: 'Two sites' })).toMatchObject({ name: 'Two sites' })
  expect(idsOf(await north.call(companies.members, { id: farm.id }))).toEqual(
    expect.arrayContaining([boss.id, hand.id]),
  )
})

test('who works in a part sees at a site what lies there of that part', async () => {
  const { farm, boss, hand, north, inside, outside } = await sites()
  const pen = await boss.call(locations.create, { name: 'Pen 2', type: 'pen', parent_id: inside.id })
  await boss.call(animals.create, { name: 'Calf', species: 'cattle', location_id: pen.id })
  await narrow(hand, farm.id, { locations: [inside.pen.id, outside.id] })
  expect(namesOf(await lookingAt(hand, inside.id).call(animals.list, {}))).toEqual(['Cow North'])
  expect(namesOf(await lookingAt(hand, outside.id).call(animals.list, {}))).toEqual(['Cow South'])
  // Of a site outside of the reach nothing is shown, as if it did not exist.
  expect(namesOf(await lookingAt(north, outside.id).call(animals.list, {}))).toEqual(['Calf', 'Cow North'])
})

test('a site that is not there, of another company, or no number at all, is as if none had been named', async () => {
  const { boss, hand } = await sites()
  const other = await sites()
  for (const named of [other.inside.id, 2_147_483_647, 9_999_999_999, 0, -1, 'all', "1' or true", ''])
    for (const who of [boss, hand])
      expect(namesOf(await lookingAt(who, named).call(animals.list, {})), String(named)).toEqual([
        'Cow North',
        'Cow South',
      ])
})

test('the log at a site tells of the site', async () => {
  const { boss, inside, outside } = await sites()
  for (const { cow } of [inside, outside]) await boss.call(animals.update, { id: cow.id, notes: 'Lame' })
  const told = async (who: Pick<Person, 'call'>) =>
    (await who.call(auditLog.list, { per_page: 100 })).data.flatMap(({ subject_id }) => subject_id ?? [])
  expect(await told(boss)).toEqual(expect.arrayContaining([inside.cow.id, outside.cow.id]))
  const north = await told(lookingAt(boss, inside.id))
  expect(north).toContain(inside.cow.id)
  expect(north).not.toContain(outside.cow.id)
})

/** Reading calls over rows that a reach narrows, which show all sites whichever is chosen. */
const whole: Record<string, string> = {
  'tasks.sent': 'the own work',
  'tasks.calendar': 'the own work',
  'feeds.get': 'the address of the own calendar',
  'tasks.preview': 'who gets a task that is being given',
  'tasks.sheet': 'a PDF, which would not say that it is of one site',
  'placeTree.sites': 'what one chooses from',
  'placeTree.labelSheet': 'its locations are named',
  'mapPicture.get': 'one picture for all maps',
  'books.read': 'a book for authorities',
  'books.exchange': 'a file for authorities',
  'exports.list': 'the own exports',
}

test('each call over what a reach narrows is narrowed by the site too, or has a reason', () => {
  const forgotten = Object.entries(contracts as Record<string, Record<string, Endpoint>>).flatMap(([feature, calls]) =>
    Object.entries(calls).flatMap(([name, { method, path, access, isolation, bySite }]) => {
      const subject = Array.isArray(access) ? access[1] : ''
      const isOver = method === 'GET' && !isolation && subject in narrowedTables && !/:(?!id\/tasks)/.test(path)
      return isOver && !bySite ? [`${feature}.${name}`] : []
    }),
  )
  expect(forgotten.sort()).toEqual(Object.keys(whole).sort())
})
