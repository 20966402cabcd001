/** What the spreadsheets of a country take: names of sheets, days as days, and cells apart by their own sign. */
import { read } from '@e965/xlsx'
import { expect, test } from 'vitest'
import { sheetNames, writeCsv, writeWorkbook } from './workbook.ts'

test('a sheet has a name that Excel takes, each once, and none that it keeps for itself', () => {
  expect(sheetNames(['History', 'history', 'Pens: 1/2', '', "'Barn'", 'x'.repeat(40), 'x'.repeat(40)])).toEqual([
    'History (2)',
    'history (3)',
    'Pens  1 2',
    '1',
    'Barn',
    'x'.repeat(31),
    `${'x'.repeat(27)} (2)`,
  ])
})

test('a day in a workbook is a day, by which it is sorted and counted, and a moment has its time', async () => {
  const rows = [{ Day: { day: '2026-11-28' }, At: { day: '2026-11-28 07:30' }, Old: { day: '1899-05-01' } }]
  const written = await writeWorkbook([{ name: 'Days', columns: ['Day', 'At', 'Old'], rows }])
  const sheet = read(written, { cellDates: true }).Sheets.Days
  expect(sheet?.A2).toMatchObject({ t: 'd', v: new Date('2026-11-28T00:00:00Z') })
  expect(sheet?.B2).toMatchObject({ t: 'd', v: new Date('2026-11-28T07:30:00Z') })
  // Spreadsheets know no day before 1900.
  expect(sheet?.C2).toMatchObject({ t: 's', v: '1899-05-01' })
})

test('text is apart by semicolons with a decimal comma where the country writes so, and by commas for programs', () => {
  const sheet = { name: 'Pens', columns: ['Pen', 'Area'], rows: [{ Pen: 'A; B', Area: 12.5 }] }
  const textIn = (locale?: Parameters<typeof writeCsv>[1]) => Buffer.from(writeCsv(sheet, locale)).toString('utf8')
  for (const locale of ['hu', 'de', 'fr'] as const)
    expect(textIn(locale), locale).toBe('\ufeffPen;Area\r\n"A; B";12,5\r\n')
  for (const locale of ['en', 'ar', undefined] as const)
    expect(textIn(locale), locale).toBe('\ufeffPen,Area\r\nA; B,12.5\r\n')
})
