/** What spreadsheet programs put into a file, and into its cells. */
import { strFromU8, strToU8, unzipSync, zipSync } from 'fflate'
import { expect, test } from 'vitest'
import { questionsOf } from '#shared/forms/elements.ts'
import { workbookOf } from '#testing/xlsform/importing.ts'
import { writeWorkbook } from '../../lib/spreadsheets/workbook.ts'
import { importDefinition } from './import/importDefinition.ts'
import { readWorkbook } from './workbook.ts'

const parts = async () => unzipSync(await workbookOf({ survey: 'type | name | label\ntext | a | A' }))
const changed = (content: Uint8Array | undefined, from: RegExp, to: string) => {
  const text = strFromU8(content ?? new Uint8Array())
  expect(text).toMatch(from)
  return strToU8(text.replace(from, to))
}

test('a workbook with comments in it is read as if there were none', async () => {
  const all = await parts()
  const person = 'application/vnd.ms-excel.person+xml'
  const file = zipSync({
    ...all,
    '[Content_Types].xml': changed(
      all['[Content_Types].xml'],
      /<\/Types>/,
      `<Override PartName="/xl/persons/person.xml" ContentType="${person}"/></Types>`,
    ),
    'xl/persons/person.xml': strToU8(
      '<personList xmlns="http://schemas.microsoft.com/office/spreadsheetml/2018/threadedcomments"><person ' +
        'displayName="Ada" id="{1}"/></personList>',
    ),
    'xl/comments1.xml': strToU8('<comments><authors/><commentList/></comments>'),
    'xl/threadedComments/threadedComment1.xml': strToU8('<ThreadedComments/>'),
  })
  const [survey] = await readWorkbook(file)
  expect(survey?.rows.map(({ cells }) => [...cells.values()])).toEqual([
    ['type', 'name', 'label'],
    ['text', 'a', 'A'],
  ])
})

test('numbers, truths, days, times and errors are read as the texts that people see', async () => {
  const all = await parts()
  const cells =
    '<c r="A3"><v>5</v></c><c r="B3"><v>0.25</v></c><c r="C3" t="b"><v>1</v></c><c r="D3" t="e"><v>#N/A</v></c>' +
    '<c r="E3" t="d"><v>2026-11-21T00:00:00Z</v></c><c r="F3" t="str"><f>1+1</f><v>two</v></c><c ' +
    'r="G3"/><c r="H3" t="inlineStr"><is><r><t>a</t></r><r><t>b</t></r></is></c>'
  const file = zipSync({
    ...all,
    'xl/worksheets/sheet1.xml': changed(
      all['xl/worksheets/sheet1.xml'],
      /<\/sheetData>/,
      `<row r="3">${cells}</row></sheetData>`,
    ),
  })
  const [survey] = await readWorkbook(file)
  expect([...(survey?.rows[2]?.cells ?? [])]).toEqual([
    [0, '5'],
    [1, '0.25'],
    [2, 'TRUE'],
    [3, '#N/A'],
    [4, '2026-11-21'],
    [5, 'two'],
    [7, 'ab'],
  ])
})

test('files that are no workbook are refused by kind: with a password, CSV, false old ones', async () => {
  const old = new Uint8Array(2_000)
  old.set([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1])
  for (const content of [old, strToU8('"survey",,\n,"type","name"'), strToU8('')])
    await expect(readWorkbook(content)).rejects.toMatchObject({ code: 'file_type_refused' })
})

test('an old .xls is read like its successor', async () => {
  const { utils, write } = await import('@e965/xlsx')
  const book = utils.book_new()
  const rows = [
    ['type', 'name', 'label', 'default'],
    ['text', 'víz', 'مرحبا', 0.5],
    ['date', 'd', null, new Date(Date.UTC(2026, 10, 21))],
  ]
  utils.book_append_sheet(book, utils.aoa_to_sheet(rows, { cellDates: true, UTC: true }), 'Survey')
  const [sheet] = await readWorkbook(write(book, { type: 'buffer', bookType: 'biff8' }))
  expect(sheet?.name).toBe('Survey')
  expect(sheet?.rows.map(({ number, cells }) => [number, [...cells.values()]])).toEqual([
    [1, ['type', 'name', 'label', 'default']],
    [2, ['text', 'víz', 'مرحبا', '0.5']],
    [3, ['date', 'd', '2026-11-21']],
  ])
})

test('a text like a formula is written as text, also behind a tab or return, and comes back', async () => {
  const label = ['=1+1', '+1', '-1', '@sum', '\t=1+1', '\r=1+1', ' =1', 'plain']
  const rows = label.map((text, index) => ({ name: `q${index}`, label: text }))
  const content = await writeWorkbook([{ name: 'survey', columns: ['name', 'label'], rows }])
  const written = Object.values(unzipSync(content))
    .map(part => strFromU8(part))
    .join('')
  expect(written).not.toMatch(/<f[ >]/)
  expect(written).not.toMatch(/<t[^>]*>[=+\-@\t\r]/)
  const [survey] = await readWorkbook(content)
  expect(survey?.rows.slice(1).map(({ cells }) => cells.get(1)?.trim())).toEqual(label.map(text => text.trim()))
})

test('numbers with a format are words as the sheet shows them, and values as they are', async () => {
  const { utils, write } = await import('@e965/xlsx')
  const book = utils.book_new()
  const survey = utils.aoa_to_sheet([
    ['type', 'name', 'label', 'default'],
    ['decimal', 'share', 0.15, 0.15],
    ['text', 'code', 4217, 'x'],
    ['text', 'plain', 1234567890123, 'x'],
  ])
  Object.assign(survey.C2, { z: '0%' })
  Object.assign(survey.D2, { z: '0%' })
  Object.assign(survey.C3, { z: '000000' })
  utils.book_append_sheet(book, survey, 'survey')
  const sheets = await readWorkbook(write(book, { type: 'buffer', bookType: 'xlsx' }))
  const { definition } = importDefinition(sheets, { reader: 'en', fileName: 'Barn' })
  expect(questionsOf(definition)).toMatchObject([
    { id: 'share', label: { en: '15%' }, default: { from: 'fixed', value: 0.15 } },
    { id: 'code', label: { en: '004217' } },
    { id: 'plain', label: { en: '1234567890123' } },
  ])
})
