/** Spreadsheets to write. Nothing in them is ever worked out by the program that opens them. */
import type { CellObject } from '@e965/xlsx'

/** A sheet to write: rows by column, of which the first row names those that are used. */
export type NewSheet<Cell extends string | number = string> = {
  name: string
  columns: string[]
  rows: Record<string, Cell>[]
}

/** An .xlsx file in which every cell is a text or a number: a spreadsheet never works any of it out. */
export async function writeWorkbook(sheets: NewSheet<string | number>[]): Promise<Uint8Array> {
  // It is large, and not needed before the first spreadsheet.
  const { utils, write } = await import('@e965/xlsx')
  const book = utils.book_new()
  for (const { name, columns, rows } of sheets) {
    const lines = [columns, ...rows.map(row => columns.map(column => row[column] ?? ''))]
    const sheet = utils.aoa_to_sheet(lines.map(line => line.map(value => (value === '' ? null : cellOf(value)))))
    utils.book_append_sheet(book, sheet, name)
  }
  return write(book, { type: 'buffer', bookType: 'xlsx', bookSST: true, compression: true })
}

/**
 * A text as a cell. One that begins like a formula, or with a sign behind which one may hide, gets a space before it, so that it stays text
 * even where the file is saved as CSV and opened again; XLSForm's converter and ours take that space away. The format's own escapes are
 * escaped.
 */
function cellOf(value: string | number): CellObject {
  if (typeof value === 'number') return { t: 'n', v: value }
  return { t: 's', v: harmless(escaped(value)) }
}

/** The format's own escapes, as text. */
export const escaped = (text: string) => text.replace(/_(?=x[0-9a-f]{4}_)/gi, '_x005F_')

/** A text that no program takes for a formula. */
export const harmless = (text: string) => (/^[=+\-@\t\r]/.test(text) ? ` ${text}` : text)

/** The same sheet as text with commas (RFC 4180), marked as UTF-8 for the programs that guess. */
export function writeCsv({ columns, rows }: NewSheet<string | number>): Uint8Array {
  const lines = [columns, ...rows.map(row => columns.map(column => row[column] ?? ''))]
  return Buffer.from(`\ufeff${lines.map(line => line.map(fieldOf).join(',')).join('\r\n')}\r\n`)
}

/** A cell of a line with commas. */
export function fieldOf(value: string | number): string {
  const text = typeof value === 'number' ? String(value) : harmless(value)
  return /[",\r\n]|^ | $/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}
