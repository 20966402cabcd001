/** Spreadsheets to write. Nothing in them is ever worked out by the program that opens them. */
import type { CellObject } from '@e965/xlsx'
import type { Locale } from '#shared/lib/language.ts'

/** The most that spreadsheet programs take. */
export const maxCell = 32_767

/** A day (2026-11-28) or a moment on the company's clock (2026-11-28 07:00), which a workbook has as such. */
export type Day = { day: string }
export type NewCell = string | number | Day

/**
 * The number by which spreadsheets know a day: those since 30 December 1899, with the time as a part of one. Undefined
 * before March 1900.
 */
export function serialOf({ day }: Day): number | undefined {
  const moment = Date.parse(`${day.slice(0, 10)}T${day.slice(11) || '00:00'}Z`)
  const serial = (moment - Date.UTC(1899, 11, 30)) / 86_400_000
  return serial > 60 ? serial : undefined
}

/** A sheet to write: rows by column, of which the first row names those that are used. */
export type NewSheet<Cell extends NewCell = string> = {
  name: string
  columns: string[]
  rows: Record<string, Cell>[]
}

/** An .xlsx file in which every cell is a text, a number or a day: a spreadsheet never works any of it out. */
export async function writeWorkbook(sheets: NewSheet<NewCell>[]): Promise<Uint8Array> {
  // It is large, and not needed before the first spreadsheet.
  const { utils, write } = await import('@e965/xlsx')
  const book = utils.book_new()
  const names = sheetNames(sheets.map(({ name }) => name))
  for (const [index, { columns, rows }] of sheets.entries()) {
    const lines = [columns, ...rows.map(row => columns.map(column => row[column] ?? ''))]
    const sheet = utils.aoa_to_sheet(lines.map(line => line.map(value => (value === '' ? null : cellOf(value)))))
    utils.book_append_sheet(book, sheet, names[index])
  }
  return write(book, { type: 'buffer', bookType: 'xlsx', bookSST: true, compression: true })
}

/**
 * A text as a cell. One that begins like a formula, or with a sign behind which one may hide, gets a space before it,
 * so that it stays text even where the file is saved as CSV and opened again; XLSForm's converter and ours take that
 * space away. The format's own escapes are escaped.
 */
function cellOf(value: NewCell): CellObject {
  if (typeof value === 'number') return { t: 'n', v: value }
  if (typeof value === 'object') {
    const serial = serialOf(value)
    return serial === undefined
      ? cellOf(value.day)
      : { t: 'n', v: serial, z: value.day.length > 10 ? 'm/d/yy h:mm' : 'm/d/yy' }
  }
  return { t: 's', v: harmless(escaped(value)) }
}

/** The format's own escapes, as text. */
export const escaped = (text: string) => text.replace(/_(?=x[0-9a-f]{4}_)/gi, '_x005F_')

/** A text that no program takes for a formula. */
export const harmless = (text: string) => (/^[=+\-@\t\r]/.test(text) ? ` ${text}` : text)

/**
 * How the spreadsheets of a country write text: where the comma is decimal, it parts no cells. Without a language as
 * programs read it.
 */
export type CsvStyle = { separator: ',' | ';'; decimal: '.' | ',' }
export const csvStyleOf = (locale: Locale | undefined): CsvStyle =>
  locale === 'hu' || locale === 'de' || locale === 'fr'
    ? { separator: ';', decimal: ',' }
    : { separator: ',', decimal: '.' }

/** The same sheet as text (RFC 4180), marked as UTF-8 for the programs that guess. */
export function writeCsv({ columns, rows }: NewSheet<NewCell>, locale?: Locale): Uint8Array {
  const style = csvStyleOf(locale)
  const lines = [columns, ...rows.map(row => columns.map(column => row[column] ?? ''))]
  const text = lines.map(line => line.map(cell => fieldOf(textOf(cell), style)).join(style.separator)).join('\r\n')
  return Buffer.from(`\ufeff${text}\r\n`)
}

const textOf = (cell: NewCell): string | number => (typeof cell === 'object' ? cell.day : cell)

/** A cell of a line of text. */
export function fieldOf(value: string | number, { separator, decimal }: CsvStyle): string {
  const text = typeof value === 'number' ? String(value).replace('.', decimal) : harmless(value)
  return text.includes(separator) || /["\r\n]|^ | $/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

/**
 * Names that programs take, each once: no more than 31 letters, none of their own signs, and not the one that Excel
 * keeps for itself.
 */
export function sheetNames(wanted: string[]): string[] {
  const taken = new Set<string>(['history'])
  return wanted.map(name => {
    const clean =
      name
        .replace(/[\p{Cc}[\]:*?/\\]/gu, ' ')
        .replace(/^'+|'+$/g, '')
        .trim() || '1'
    for (let number = 1; ; number++) {
      const end = number === 1 ? '' : ` (${number})`
      const found = `${clean
        .slice(0, 31 - end.length)
        .toWellFormed()
        .trim()}${end}`
      if (taken.has(found.toLowerCase())) continue
      taken.add(found.toLowerCase())
      return found
    }
  })
}
