/**
 * Files as people's spreadsheets write them: nothing is repaired in silence, and numbers, days and letters mean what
 * the file shows.
 */
import { expect, test } from 'vitest'
import { animals } from '#shared/animals/contract.ts'
import { imports } from '#shared/imports/contract.ts'
import { locations } from '#shared/locations/contract.ts'
import type { SubjectType } from '#shared/subjects/registry.ts'
import { writeWorkbook } from '../lib/spreadsheets/workbook.ts'
import { company, type Person } from '../test/people.ts'

type File = { name: string; content: Buffer }
const csv = (lines: string[], encoding = 'utf-8'): File => ({
  name: 'herd.csv',
  content: encoded(lines.join('\r\n'), encoding),
})

/** The text in letters of one byte each. */
function encoded(text: string, encoding: string): Buffer {
  if (encoding === 'utf-8') return Buffer.from(text)
  const letters = new TextDecoder(encoding).decode(Uint8Array.from({ length: 256 }, (_, byte) => byte))
  return Buffer.from([...text].map(letter => letters.indexOf(letter)))
}

const begin = (boss: Person, type: SubjectType, file: File, input = {}) =>
  boss.call(imports.create, { type, ...input }, { file })

async function run(
  boss: Person,
  begun: Awaited<ReturnType<typeof begin>>,
  isTrial: boolean,
  changes: { matching?: Record<string, number>; key?: string; language?: 'en' | 'hu' } = {},
) {
  const { id, matching, key } = begun
  await boss.call(imports.run, { id, matching, key, ...changes, is_trial: isTrial })
  await expect
    .poll(() => boss.call(imports.get, { id }), { timeout: 60_000 })
    .toMatchObject({
      finished_at: expect.any(String),
    })
  return boss.call(imports.get, { id })
}

/** What the trial says that the cells mean, line by line. */
const understood = async (boss: Person, id: number) =>
  (await boss.call(imports.lines, { id, per_page: 100 })).data.map(({ values }) =>
    Object.fromEntries(values.map(({ field, value }) => [field, value])),
  )

const managerOf = async () => (await company()).manager()

test('one open quotation mark refuses the file with its line, and swallows nothing', async () => {
  const boss = await managerOf()
  const lines = Array.from({ length: 500 }, (_, at) => `T ${at},Animal ${at},sheep`)
  const withQuote = (...at: number[]) =>
    csv([
      'Identifier,Name,Species',
      ...lines.map((line, index) => (at.includes(index) ? line.replace(',', ',"') : line)),
    ])
  for (const quotes of [[2], [2, 300], [2, 300, 400]]) {
    const refused = await boss.refused(imports.create, { type: 'animal' }, { file: withQuote(...quotes) })
    expect(refused).toMatchObject({ status: 422, errors: { file: [expect.stringContaining('line 4')] } })
  }
  const closedLater = csv([
    'Identifier,Name,Species',
    ...['T 1,"Rex,sheep', 'T 2,Daisy,sheep', 'T 3,Rosie,sheep', 'T 4,Lily 12",sheep'],
  ])
  expect(await boss.refused(imports.create, { type: 'animal' }, { file: closedLater })).toMatchObject({
    errors: { file: [expect.stringContaining('line 2')] },
  })
  // Quotation marks within cells, and texts of several lines, are as they were.
  const right = csv([
    'Identifier,Name,Species,Notes',
    ...['T 1,Rex 12",sheep,"Calm, ""sweet""', 'likes hay, and oats', 'and walks"', 'T 2, "Daisy" ,sheep,'],
  ])
  const begun = await begin(boss, 'animal', right)
  expect(await run(boss, begun, false)).toMatchObject({ created: 2, faulty: 0 })
  expect((await boss.call(animals.list, {})).data).toMatchObject([
    { name: 'Daisy' },
    { name: 'Rex 12"', notes: 'Calm, "sweet"\r\nlikes hay, and oats\r\nand walks' },
  ])
})

test('a line with more cells than headings is faulty, and its cells stay in the file of faults', async () => {
  const boss = await managerOf()
  const begun = await begin(
    boss,
    'animal',
    csv([
      'Identifier,Name,Species,Notes',
      'T 1,Rex,sheep,calm,',
      'T 2,Rosie, the old,sheep,calm',
      '',
      'T 3,Lily,sheep',
    ]),
  )
  expect(await run(boss, begun, false)).toMatchObject({ created: 2, faulty: 1 })
  const { data } = await boss.call(imports.lines, { id: begun.id })
  expect(data.map(({ number, outcome }) => [number, outcome])).toEqual([
    [2, 'created'],
    [3, 'faulty'],
    [5, 'created'],
  ])
  expect(data[1]?.errors).toEqual([
    { field: '', column: null, cell: '', message: expect.stringContaining('more cells than headings') },
  ])
  const file = (await boss.send(imports.faults, { id: begun.id })).body
  expect(file.replace('\ufeff', '').split('\r\n').slice(0, 2)).toEqual([
    'Identifier,Name,Species,Notes,,Line,Error',
    expect.stringMatching(/^T 2,Rosie,the old,sheep,calm,3,Line 3 has more cells/),
  ])
})

test('whole numbers are read with thousands, others in the notation of column and language', async () => {
  const boss = await managerOf()
  const animalsFile = csv([
    'Name;Species;Kind;How many',
    'A;chicken;batch;25.000',
    'B;chicken;batch;1,000',
    'C;chicken;batch;١٢',
  ])
  const flock = await begin(boss, 'animal', animalsFile)
  await run(boss, flock, true)
  expect((await understood(boss, flock.id)).map(values => values['Number of animals'])).toEqual([
    '25,000',
    '1,000',
    '12',
  ])

  const places = (heading: string, areas: string[]) =>
    csv([`Név;Típus;${heading}`, ...areas.map((area, at) => `Hely ${at};istálló;${area}`)])
  const read = async (file: File, language?: 'en') => {
    const begun = await begin(boss, 'location', file)
    await run(boss, begun, true, language && { language })
    return (await understood(boss, begun.id)).map(values => values['Area for animals (m²)'])
  }
  const hungarian = 'Alapterület az állatoknak (m²)'
  expect(await read(places(hungarian, ['1.234', '12.5']))).toEqual(['1.234', '12.5'])
  expect(await read(places(hungarian, ['1.234', '12']))).toEqual(['1,234', '12'])
  expect(await read(places(hungarian, ['1.234', '12']), 'en')).toEqual(['1.234', '12'])
  expect(await read(places(hungarian, ['1,234', '0,5']))).toEqual(['1.234', '0.5'])
})

test('days of a column are read in the order that one of them shows, or refused if they contradict', async () => {
  const boss = await managerOf()
  const read = async (days: string[]) => {
    const begun = await begin(
      boss,
      'animal',
      csv(['Name,Species,Date of birth', ...days.map((day, at) => `Animal ${at},sheep,${day}`)]),
    )
    await run(boss, begun, true)
    return (await understood(boss, begun.id)).map(values => values['Date of birth'])
  }
  expect(await read(['3/14/2026', '4/3/2026'])).toEqual(['14 Mar 2026', '3 Apr 2026'])
  expect(await read(['14/3/2026', '4/3/2026'])).toEqual(['14 Mar 2026', '4 Mar 2026'])
  expect(await read(['4/3/2026', '2026-03-14 00:00:00'])).toEqual(['4 Mar 2026', '14 Mar 2026'])
  expect(await read(['3/14/2026', '14/3/2026', '4/3/2026'])).toEqual(['14 Mar 2026', '14 Mar 2026', null])
  expect(await read(['2026. március 4.', '4. März 2026'])).toEqual(['4 Mar 2026', '4 Mar 2026'])
})

test('the letters of a file are told by its content, said, and can be chosen', async () => {
  const boss = await managerOf()
  const hungarian = ['Név;Faj', 'Őzike;szarvasmarha', 'Hűvös;szarvasmarha', 'Tőzeg;juh']
  const files: [string, string[], string, string][] = [
    ['windows-1250', hungarian, 'hu', 'Őzike'],
    ['windows-1252', ['Name;Tierart', 'Bärbel;Rind', 'Süße;Schaf', 'Große;Schaf'], 'de', 'Bärbel'],
    ['windows-1252', ['Nom;Espèce', 'Flûte;bovin', 'Forêt;ovin', 'Été;ovin'], 'fr', 'Flûte'],
    ['windows-1256', ['الاسم;نوع الحيوان', 'وردة;أبقار', 'نجمة;أغنام'], 'ar', 'وردة'],
  ]
  for (const [encoding, lines, language, name] of files) {
    const begun = await begin(boss, 'animal', csv(lines, encoding))
    expect(begun).toMatchObject({ encoding, language, matching: { name: 0, species: 1 } })
    expect(begun.columns[0]?.sample).toBe(name)
  }
  const chosen = await begin(boss, 'animal', csv(hungarian, 'windows-1250'), { encoding: 'windows-1252' })
  expect(chosen).toMatchObject({ encoding: 'windows-1252', columns: [{ sample: 'Õzike' }, {}] })
})

test('a mark that a workbook shows with leading zeros keeps them, and one that lost digits is refused', async () => {
  const boss = await managerOf()
  const { utils, write } = await import('@e965/xlsx')
  const sheet = utils.aoa_to_sheet([['Identifier', 'Name', 'Species', 'Date of birth', 'Notes']])
  const row = (at: number, identifier: object) => {
    Object.assign(sheet, {
      [`A${at}`]: identifier,
      [`B${at}`]: { t: 's', v: `Animal ${at}` },
      [`C${at}`]: { t: 's', v: 'Sheep' },
      [`D${at}`]: { t: 'd', v: new Date(Date.UTC(2026, 2, 4)), z: 'm/d/yyyy' },
      [`E${at}`]: { t: 'n', v: 1.5, z: '#,##0.00' },
    })
  }
  row(2, { t: 'n', v: 4217, z: '000000' })
  row(3, { t: 'n', v: 276000312345678 })
  row(4, { t: 'n', v: 9.78e17 })
  row(5, { t: 's', v: '2,76E+14' })
  sheet['!ref'] = 'A1:E5'
  const book = utils.book_new()
  utils.book_append_sheet(book, sheet, 'Rows')
  const file = { name: 'rows.xlsx', content: write(book, { type: 'buffer', bookType: 'xlsx' }) as Buffer }
  const begun = await begin(boss, 'animal', file)
  expect(begun.encoding).toBe(null)
  expect(await run(boss, begun, false)).toMatchObject({ created: 2, faulty: 2 })
  const { data } = await boss.call(animals.list, {})
  expect(data.map(({ identifier, birth_date, notes }) => [identifier, birth_date, notes])).toEqual([
    ['004217', '2026-03-04', '1.5'],
    ['276000312345678', '2026-03-04', '1.5'],
  ])
  expect((await boss.call(imports.lines, { id: begun.id, outcome: 'faulty' })).data[0]?.errors).toMatchObject([
    { field: 'Identifier', message: expect.stringContaining('lost digits') },
  ])
})

test('numbers of a workbook mean the same in every language', async () => {
  const boss = await managerOf()
  const file = {
    name: 'helyek.xlsx',
    content: Buffer.from(
      await writeWorkbook([
        {
          name: 'Helyek',
          columns: ['Név', 'Típus', 'Alapterület az állatoknak (m²)'],
          rows: [{ Név: 'Ól', Típus: 'istálló', 'Alapterület az állatoknak (m²)': 1.234 }],
        },
      ]),
    ),
  }
  const begun = await begin(boss, 'location', file)
  expect(await run(boss, begun, false)).toMatchObject({ created: 1 })
  expect((await boss.call(locations.list, {})).data).toMatchObject([{ floor_area: 1.234 }])
})
