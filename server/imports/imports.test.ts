import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { animalEvents } from '#shared/animal-events/contract.ts'
import { animalGroups, animals } from '#shared/animals/contract.ts'
import { auditLog } from '#shared/audit/contract.ts'
import { animalImports, imports, registerExports } from '#shared/imports/contract.ts'
import { locations } from '#shared/locations/contract.ts'
import type { SubjectType } from '#shared/subjects/registry.ts'
import { vehicles } from '#shared/vehicles/contract.ts'
import { writeWorkbook } from '../lib/spreadsheets/workbook.ts'
import { company, type Person, platform } from '../test/people.ts'
import { tripsOf } from '../test/statements.ts'

const csv = (...lines: string[]) => ({ name: 'herd.csv', content: Buffer.from(lines.join('\r\n')) })
const begin = (boss: Person, type: SubjectType, file: { name: string; content: Buffer }) =>
  boss.call(imports.create, { type }, { file })

type Begun = Awaited<ReturnType<typeof begin>>

/** Runs it and waits for its end. */
async function run(boss: Person, begun: Begun, isTrial: boolean, changes: Partial<Begun> = {}): Promise<Begun> {
  const { id, matching, key } = { ...begun, ...changes }
  await boss.call(imports.run, { id, matching, key, is_trial: isTrial })
  return ended(boss, id)
}

async function ended(boss: Person, id: number): Promise<Begun> {
  return expect
    .poll(() => boss.call(imports.get, { id }), { timeout: 150_000, interval: 250 })
    .toMatchObject({ finished_at: expect.any(String) })
    .then(() => boss.call(imports.get, { id }))
}

const names = async (boss: Person) => (await boss.call(animals.list, { per_page: 100 })).data.map(({ name }) => name)

test('a file of animals is matched by headings, tried without a trace, imported and repeated safely', async () => {
  const boss = await (await company()).manager()
  const herd = await boss.call(animalGroups.create, { name: 'Herd' })
  const known = await boss.call(animals.create, { name: 'Daisy', identifier: 'HU 1', species: 'cattle', notes: 'Calm' })
  const begun = await begin(
    boss,
    'animal',
    csv(
      'Ear tag;Name;Species;Születési dátum;Group;Colour',
      'HU 1;Daisy II;Cattle;2024. 3. 1.;Herd;red',
      'HU 2;Rosie;Szarvasmarha;01.04.2024;herd;',
      'HU 3;;cattle;;;',
      'HU 4;Rex;unicorn;31.02.2024;Nobody’s;',
      'hu 2;Twice;cattle;;;',
    ),
  )
  expect(begun).toMatchObject({ state: 'read', total: 5, keys: ['identifier', 'name'] })
  expect(begun.matching).toEqual({ identifier: 0, name: 1, species: 2, birth_date: 3, animal_group_id: 4 })
  expect(begun.key).toBe('identifier')
  expect(begun.columns[5]).toEqual({ title: 'Colour', sample: 'red' })

  const tried = await run(boss, begun, true)
  // One without a name is called by its ear tag.
  const counts = { done: 5, created: 2, updated: 1, unchanged: 0, faulty: 2 }
  expect(tried).toMatchObject({ state: 'tried', is_trial: true, ...counts })
  expect(await names(boss)).toEqual(['Daisy'])

  const done = await run(boss, begun, false)
  expect(done).toMatchObject({ state: 'done', is_trial: false, ...counts })
  const { data } = await boss.call(animals.list, {})
  expect(data).toMatchObject([
    {
      id: known.id,
      name: 'Daisy II',
      identifier: 'HU 1',
      birth_date: '2024-03-01',
      animal_group_id: herd.id,
      notes: 'Calm',
    },
    { name: 'HU 3', identifier: 'HU 3' },
    { name: 'Rosie', identifier: 'HU 2', species: 'cattle', birth_date: '2024-04-01', animal_group_id: herd.id },
  ])
  expect((await boss.call(animalEvents.list, { id: known.id })).data).toMatchObject([
    { details: { type: 'join_group' } },
  ])

  const again = await run(
    boss,
    await begin(boss, 'animal', csv('Colour;Ear tag;Name;Species', 'red;HU 2;Rosie;cattle')),
    false,
  )
  expect(again).toMatchObject({ matching: { identifier: 1, name: 2, species: 3 }, key: 'identifier', unchanged: 1 })
  expect(await names(boss)).toEqual(['Daisy II', 'HU 3', 'Rosie'])
  expect((await boss.call(auditLog.list, { action: 'register.imported' })).data).toHaveLength(2)
})

test('a line that differs only by a dash or by blanks leaves its row as it was', async () => {
  const boss = await (await company()).manager()
  const made = await boss.call(animals.create, { name: 'Old Rosie', identifier: 'KLM-1', species: 'cattle' })
  const begun = await begin(boss, 'animal', csv('Ear tag;Name;Species', 'KLM–1; Old\u00a0 Rosie ;cattle'))
  expect(await run(boss, begun, false)).toMatchObject({ unchanged: 1, updated: 0, created: 0, faulty: 0 })
  expect((await boss.call(animals.get, { id: made.id })).revision).toBe(made.revision)
})

test('breeds and species are brought in by their names in any language, and exported in the reader’s', async () => {
  const boss = await (await company()).manager()
  await boss.call(animals.create, { name: 'Known', identifier: 'HU 1', species: 'cattle', breed: 'Simmental' })
  const lines = ['Ear tag;Name;Species;Rasse', 'HU 1;Known;Rind;Fleckvieh', 'HU 2;New;Szarvasmarha;Holstein-fríz']
  const begun = await begin(boss, 'animal', csv(...lines, 'HU 3;Odd;بقر;Ours', 'HU 4;Arab;أبقار;هولشتاين'))
  const matching = { ...begun.matching, identifier: 0 }
  const done = await run(boss, begun, false, { matching, key: 'identifier' })
  expect(done).toMatchObject({ created: 2, unchanged: 1, updated: 0, faulty: 1 })
  const { data } = await boss.call(animals.list, { breed: 'Holstein Friesian' })
  expect(data.map(({ name, species }) => [name, species])).toEqual([
    ['Arab', 'cattle'],
    ['New', 'cattle'],
  ])
  const wanted = { type: 'animal', filters: 'breed=Prim’Holstein' } as const
  const { body } = await boss.send(registerExports.stream, wanted, { lang: 'fr' })
  const cells = body.trim().split('\r\n').slice(1)
  expect(cells.map(line => [line.split(';')[1], line.split(';')[6]])).toEqual([
    ['New', 'Prim’Holstein'],
    ['Arab', 'Prim’Holstein'],
  ])
})

test('each faulty line says its error in the reader’s language, for download and correction', async () => {
  const boss = await (await company()).manager()
  const lines = ['HU 1,Daisy,cattle,', ',,cattle,', 'HU 4,Rex,unicorn,31.02.2024', 'hu 1,Twice,cattle,']
  const begun = await begin(boss, 'animal', csv('Identifier,Name,Species,Date of birth', ...lines))
  const done = await run(boss, begun, false)
  expect(done).toMatchObject({ created: 1, faulty: 3 })

  const { data, meta } = await boss.call(imports.lines, { id: begun.id, outcome: 'faulty' })
  expect(meta.total).toBe(3)
  expect(
    data.map(({ number, errors }) => [number, errors.map(({ field, message }) => `${field}: ${message}`)]),
  ).toEqual([
    [3, ['Identifier: Please fill this in.']],
    [4, ['Species: Please choose one of the options.', 'Date of birth: This is not a date.']],
    [5, ['Identifier: Line 2 already has this value.']],
  ])
  const file = (await boss.send(imports.faults, { id: begun.id })).body
  expect(file.split('\r\n').map(line => line.replace('\ufeff', ''))).toEqual([
    'Identifier,Name,Species,Date of birth,Line,What is wrong',
    ',,cattle,,3,Identifier: Please fill this in.',
    'HU 4,Rex,unicorn,31.02.2024,4,Species: Please choose one of the options. Date of birth: This is not a date.',
    'hu 1,Twice,cattle,,5,Identifier: Line 2 already has this value.',
    '',
  ])
})

test('places may be parts of places of the same file, vehicles and groups come from workbooks', async () => {
  const boss = await (await company()).manager()
  const places = await begin(
    boss,
    'location',
    csv('Name,Type,Part of', 'Barn,barn,', 'Pen 1,Pen,Barn', 'Pen 2,pen,Nowhere'),
  )
  for (const isTrial of [true, false]) expect(await run(boss, places, isTrial)).toMatchObject({ created: 2, faulty: 1 })
  const { data } = await boss.call(locations.list, {})
  expect(data.map(({ name, parent_id }) => [name, parent_id])).toEqual([
    ['Barn', null],
    ['Pen 1', data[0]?.id],
  ])

  const book = async (columns: string[], row: Record<string, string | number>) => ({
    name: 'rows.xlsx',
    content: Buffer.from(await writeWorkbook([{ name: 'Rows', columns, rows: [row] }])),
  })
  const lorry = await book(['Name', 'Type', 'Registration plate', 'Floor area for animals (m²)'], {
    ...{ Name: 'Lorry', Type: 'lorry', 'Registration plate': 'AB 12-345', 'Floor area for animals (m²)': 12.5 },
  })
  expect(await run(boss, await begin(boss, 'vehicle', lorry), false)).toMatchObject({ key: 'plate', created: 1 })
  expect((await boss.call(vehicles.list, {})).data).toMatchObject([{ plate: 'AB 12-345', floor_area: 12.5 }])
  const group = await book(['Name', 'Purpose', 'Location'], { Name: 'Herd', Purpose: 'Milking', Location: 'Pen 1' })
  expect(await run(boss, await begin(boss, 'animal_group', group), false)).toMatchObject({ created: 1 })
  expect((await boss.call(animalGroups.list, {})).data).toMatchObject([
    { purpose: 'lactation', location_id: data[1]?.id },
  ])
})

test('each page of a trial shows the meaning of its cells, from facts read once', async () => {
  const boss = await (await company()).manager()
  const pens = Array.from({ length: 30 }, (_, at) => `Pen ${at},pen,Barn`)
  const begun = await begin(boss, 'location', csv('Name,Type,Part of', 'Barn,barn,', ...pens, 'Last,palace,Nowhere'))
  await run(boss, begun, true)
  const readings: number[] = []
  const pages: Awaited<ReturnType<typeof page>>[] = []
  const page = (number: number) =>
    boss.call(imports.lines, { id: begun.id, page: number, per_page: 10 }, { lang: 'de' })
  for (const number of [1, 2, 4, 1]) {
    const trips = await tripsOf(async () => pages.push(await page(number)))
    readings.push(trips.flat().filter(text => text.includes('having count(*)')).length)
  }
  const [first, , last] = pages.map(({ data }) => data)
  expect(first?.[0]?.values).toMatchObject([{ cell: 'Barn' }, { cell: 'barn', value: 'Stall' }])
  // The barn of the same file is known on pages on which it does not stand.
  for (const { data } of pages.slice(1, 3))
    expect(data[0]?.values.map(({ cell, value }) => [cell, value]).slice(1, 3)).toEqual([
      ['pen', 'Bucht'],
      ['Barn', 'Barn'],
    ])
  expect(last?.at(-1)?.values.map(({ cell, value }) => [cell, value])).toEqual([
    ['Last', 'Last'],
    ['palace', null],
    ['Nowhere', null],
  ])
  expect(readings[0]).toBeGreaterThan(0)
  expect(readings.slice(1)).toEqual([0, 0, 0])
  // Once it is carried out its own rows are no names that are to be added.
  await run(boss, begun, false)
  const { data } = await page(2)
  expect(data[0]?.values.map(({ value }) => value)).toContain('Barn')
})

test('an identifier is one in any dashes, blanks and digits, within a file and in the register', async () => {
  const boss = await (await company()).manager()
  const herd = (...marks: string[]) =>
    csv('Identifier,Name,Species', ...marks.map((mark, at) => `${mark},Row ${at},cattle`))
  const tags = await begin(boss, 'animal', herd('KLM-1', 'KLM–1', ' klm\u2011١\u200e', 'KLM-2'))
  expect(tags).toMatchObject({ key: 'identifier' })
  for (const isTrial of [true, false]) expect(await run(boss, tags, isTrial)).toMatchObject({ created: 2, faulty: 2 })
  const again = await run(boss, await begin(boss, 'animal', herd('KLM–1')), false)
  expect(again).toMatchObject({ created: 0, faulty: 0 })
  const calf = await begin(boss, 'animal', csv('Identifier,Name,Species,Mother', 'KLM-3,Calf,cattle,klm–2'))
  expect(calf.matching).toHaveProperty('mother_id')
  expect(await run(boss, calf, false)).toMatchObject({ created: 1, faulty: 0 })
  const plates = await begin(boss, 'vehicle', csv('Name,Type,Registration plate', 'A,lorry,AB 12-3', 'B,lorry,AB–12–3'))
  expect(await run(boss, plates, true)).toMatchObject({ created: 1, faulty: 1 })
})

test('who may add no rows imports none, and nobody sees another’s import', async () => {
  const [farm, dairy] = [await company(), await company()]
  const [boss, other, hand, stranger] = [
    await farm.manager(),
    await farm.manager(),
    await farm.worker(),
    await dairy.manager(),
  ]
  const file = csv('Name,Species', 'Daisy,cattle')
  expect(await hand.refused(imports.create, { type: 'animal' }, { file })).toMatchObject({ status: 403 })
  const { id, matching, key } = await begin(boss, 'animal', file)
  for (const who of [other, hand, stranger]) {
    expect(await who.refused(imports.get, { id })).toMatchObject({ status: 404 })
    expect(await who.refused(imports.run, { id, matching, key, is_trial: true })).toMatchObject({ status: 404 })
  }
  const text = { name: 'x.csv', content: Buffer.from('') }
  expect(await boss.refused(imports.create, { type: 'animal' }, { file: text })).toMatchObject({ status: 422 })
  const wrong = { id, matching: { name: 0, species: 0 }, key: 'name', is_trial: true }
  expect(await boss.refused(imports.run, wrong)).toMatchObject({ errors: { matching: [expect.any(String)] } })
})

test('an import of 2,000 lines names each bad one, loses no good one, and resumes after cancelling', async () => {
  const boss = await (await company()).manager()
  const lines = Array.from({ length: 2_000 }, (_, at) => `T ${at},Animal ${at},${at % 100 === 7 ? 'unicorn' : 'sheep'}`)
  const begun = await begin(boss, 'animal', csv('Identifier,Name,Species', ...lines))
  const running = { id: begun.id, matching: begun.matching, key: begun.key, is_trial: false }
  await boss.call(imports.run, running)
  await expect
    .poll(async () => (await boss.call(imports.get, { id: begun.id })).done, { timeout: 60_000 })
    .toBeGreaterThan(100)
  expect(await boss.call(imports.cancel, { id: begun.id })).toBeNull()
  const cancelled = await boss.call(imports.get, { id: begun.id })
  expect(cancelled.state).toBe('cancelled')
  expect(cancelled.done).toBeLessThan(2_000)
  // As after a crash: what was counted is what is there.
  expect((await boss.call(animals.list, {})).meta.total).toBe(cancelled.created)

  await boss.call(imports.run, running)
  expect(await ended(boss, begun.id)).toMatchObject({
    state: 'done',
    created: 1_980,
    faulty: 20,
    updated: 0,
    unchanged: 0,
  })
  expect((await boss.call(animals.list, {})).meta.total).toBe(1_980)
  const { data } = await boss.call(imports.lines, { id: begun.id, outcome: 'faulty', per_page: 25 })
  expect(data.map(({ number }) => number)).toEqual(Array.from({ length: 20 }, (_, at) => at * 100 + 9))
}, 300_000)

test('a filtered list is exported, and can be imported again', async () => {
  const farm = await company()
  const [boss, hand, guest] = [await farm.manager(), await farm.worker(), await farm.guest()]
  const herd = await boss.call(animalGroups.create, { name: 'Herd' })
  await boss.call(animals.create, { name: 'Daisy', identifier: 'HU 1', species: 'cattle', animal_group_id: herd.id })
  await boss.call(animals.create, { name: '=Rex', species: 'dog', birth_date: '2024-03-01' })
  const wanted = { type: 'animal', filters: 'species=dog' } as const
  const { body } = await hand.send(registerExports.stream, wanted)
  const [headings = [], cells = []] = body
    .replace('\ufeff', '')
    .split('\r\n')
    .map(line => line.split(','))
  // By their headings: a field more moves the others.
  expect(Object.fromEntries(headings.map((heading, at) => [heading, cells[at]]))).toMatchObject({
    ...{ Kind: 'One animal', Name: '" =Rex"', Identifier: '', 'Kind of identifier': 'Ear tag', Species: 'Dog' },
    ...{ Sex: 'Unknown', Breed: '', 'Date of birth': '2024-03-01' },
  })
  expect(await guest.refused(registerExports.stream, wanted)).toMatchObject({ status: 403 })
  expect(await hand.refused(registerExports.stream, { type: 'animal', filters: 'colour=red' })).toMatchObject({
    status: 422,
  })

  const book = await boss.send(registerExports.stream, { type: 'animal', format: 'xlsx' }, { lang: 'hu' })
  const again = await run(boss, await begin(boss, 'animal', { name: 'back.xlsx', content: book.rawPayload }), false, {
    key: 'name',
  })
  expect(again).toMatchObject({ unchanged: 2, faulty: 0, created: 0 })
})

test('an export walks a long list by its ids: each row once, in the order in which they came', async () => {
  const boss = await (await company()).manager()
  const first = await boss.call(animals.create, { name: 'Ewe 0', species: 'sheep' })
  await boss.call(animals.create, { name: 'Cow', species: 'cattle' })
  await platform(db =>
    db.execute(sql`
      insert into animals (company_id, name, species, sex, created_at)
      select company_id, 'Ewe ' || n, species, sex, created_at from animals, generate_series(1, 1202) n
      where id = ${first.id} order by n`),
  )
  const { body } = await boss.send(registerExports.stream, { type: 'animal', filters: 'species=sheep&sort=-name' })
  const names = body
    .trim()
    .split('\r\n')
    .slice(1)
    .map(line => line.split(',')[1])
  expect(names).toEqual(Array.from({ length: 1203 }, (_, n) => `Ewe ${n}`))
})

test('one call imports a file of animals or groups, tries it with dry_run, and exports it again', async () => {
  const farm = await company()
  const [boss, hand] = [await farm.manager(), await farm.worker()]
  const file = csv('Ear tag;Name;Species', 'HU 1;Daisy;Cattle', 'HU 2;Rosie;Cattle')
  const tried = await boss.call(animalImports.animals, { dry_run: true }, { file })
  expect(await ended(boss, tried.id)).toMatchObject({ type: 'animal', state: 'tried', created: 2 })
  expect(await names(boss)).toEqual([])

  const begun = await boss.call(animalImports.animals, {}, { file })
  expect(await ended(boss, begun.id)).toMatchObject({ state: 'done', is_trial: false, created: 2 })
  expect((await names(boss)).sort()).toEqual(['Daisy', 'Rosie'])
  const groups = await boss.call(animalImports.groups, {}, { file: csv('Name;Species', 'Herd;Cattle') })
  expect(await ended(boss, groups.id)).toMatchObject({ type: 'animal_group', state: 'done', created: 1 })

  for (const [named, type] of [
    [registerExports.animals, 'animal'],
    [registerExports.groups, 'animal_group'],
  ] as const) {
    const [one, other] = [await boss.send(named, {}), await boss.send(registerExports.stream, { type })]
    expect(one.statusCode).toBe(200)
    expect(one.body).toBe(other.body)
  }
  expect(await hand.refused(animalImports.animals, {}, { file })).toMatchObject({ status: 403 })
  const nameless = csv('Colour', 'red')
  expect(await boss.refused(animalImports.animals, {}, { file: nameless })).toMatchObject({ status: 422 })
})

test('headings of herd books and farms are understood in five languages', async () => {
  const boss = await (await company()).manager()
  for (const headings of [
    'Ear tag;Animal name;Born;Gender;Herd',
    'Fülszám;Állat neve;Született;Ivar;Állomány',
    'Ohrmarken-Nr.;Tiername;geb.;Geschlecht;Herde',
    'N° national;Nom de l’animal;Née le;Sexe;Troupeau',
    'رقم الأذن;اسم الحيوان;تاريخ الولادة;الجنس;القطيع',
  ]) {
    const begun = await begin(boss, 'animal', csv(headings, 'X 1;Rosie;2024-04-01;;'))
    const matching = { identifier: 0, name: 1, birth_date: 2, sex: 3, animal_group_id: 4 }
    expect(begun, headings).toMatchObject({ matching, key: 'identifier' })
  }
})

test('a wrong value is corrected in all lines that have it, and what was imported is undone within a day', async () => {
  const farm = await company()
  const boss = await farm.manager()
  const known = await boss.call(animals.create, { name: 'Daisy', identifier: 'HU 1', species: 'cattle' })
  const lines = ['HU 1,Daisy II,cattle', 'HU 2,Rosie,Cow', 'HU 3,Ruby,Cow', ',Calf,cattle']
  const begun = await begin(boss, 'animal', csv('Ear tag,Name,Species', ...lines))
  expect(await run(boss, begun, true)).toMatchObject({ created: 1, updated: 1, faulty: 2 })
  const faulty = await boss.call(imports.lines, { id: begun.id, outcome: 'faulty' })
  expect(faulty.data[0]?.errors).toEqual([
    { field: 'Species', message: 'Please choose one of the options.', column: 2, cell: 'Cow' },
  ])
  expect(begun.fields.find(({ name }) => name === 'species')?.choices).toContain('Cattle')
  await boss.call(imports.correct, { id: begun.id, column: 2, from: 'Cow', value: 'Cattle' })
  await boss.call(imports.correct, { id: begun.id, column: 1, number: 5, value: 'Calf 5' })
  expect(await run(boss, begun, true)).toMatchObject({ created: 3, updated: 1, faulty: 0 })
  expect(await boss.refused(imports.undo, { id: begun.id })).toMatchObject({ code: 'import_not_open' })
  expect(await run(boss, begun, false)).toMatchObject({ state: 'done', created: 3, updated: 1 })
  expect(await names(boss)).toEqual(['Calf 5', 'Daisy II', 'Rosie', 'Ruby'])

  expect(await (await farm.manager()).refused(imports.undo, { id: begun.id })).toMatchObject({ status: 404 })
  await boss.call(imports.undo, { id: begun.id })
  expect(await ended(boss, begun.id)).toMatchObject({ state: 'undone' })
  expect(await names(boss)).toEqual(['Daisy'])
  expect((await boss.call(animals.get, { id: known.id })).name).toBe('Daisy')
  expect(await boss.refused(imports.undo, { id: begun.id })).toMatchObject({ code: 'import_not_open' })
})
