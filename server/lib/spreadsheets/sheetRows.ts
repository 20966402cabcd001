/** Sheets as rows of texts: the values of cells, independent of their formats. */
import type { CellObject, WorkSheet } from '@e965/xlsx'

/**
 * `number` is what the spreadsheet shows beside the row. Cells that are empty are absent. `typed` has the numbers and
 * days among them in a form without a language; `shown` what the sheet shows of numbers
 * that have a format, such as 15 % for 0.15, where the file was read with its formats.
 */
export type SheetRow = {
  number: number
  cells: Map<number, string>
  typed?: Map<number, string>
  shown?: Map<number, string>
}
/** Formats a number as its cell does. */
type Format = (format: string, value: number) => string

/** It is large, and not needed before the first spreadsheet. */
export const library = () => import('@e965/xlsx')

/**
 * What the format's older sibling .xls begins with: a Compound File ([MS-CFB], 2.2). Nothing in it is packed, so that
 * it is no larger inside. A file with a password begins so too, and is refused by the library.
 */
const oleSignature = [0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1]
export const isOldWorkbook = (content: Uint8Array) => oleSignature.every((byte, index) => content[index] === byte)

/**
 * The rows of a sheet; with `format` what is a number with leading zeros is read as it is shown, because it is a mark.
 */
export function rowsOf(sheet: WorkSheet | undefined, format?: Format): SheetRow[] {
  const rows: SheetRow[] = []
  // Only what is there: a sheet may claim to have a million empty rows.
  sheet?.['!data']?.forEach((line, index) => {
    const cells = new Map<number, string>()
    const typed = new Map<number, string>()
    const shown = new Map<number, string>()
    line?.forEach((cell, column) => {
      const text = textOf(cell)
      if (text === '') return
      cells.set(column, (format && markOf(cell, format)) ?? text)
      if (cell?.t === 'n' || cell?.v instanceof Date) typed.set(column, text)
      const formatted = shownOf(cell)
      if (formatted !== undefined && formatted !== text) shown.set(column, formatted)
    })
    if (cells.size > 0) rows.push({ number: index + 1, cells, typed, ...(shown.size > 0 && { shown }) })
  })
  return rows
}

/** Text that a cell shows, if its format shows any. Days are written in one way for all regions. */
function shownOf(cell: CellObject | undefined): string | undefined {
  if (cell?.t !== 'n' || cell.z === undefined || cell.z === 'General' || cell.w === undefined) return undefined
  const text = cell.w.replace(blanks, '')
  return text === '' || /^#+$/.test(text) ? undefined : text
}

/** ECMA-376, 18.17.3; by the number that the format's older sibling gives them. */
const errorTexts: Readonly<Record<number, string>> = {
  0: '#NULL!',
  7: '#DIV/0!',
  15: '#VALUE!',
  23: '#REF!',
  29: '#NAME?',
  36: '#NUM!',
  42: '#N/A',
}

const blanks = /^[\s\u200b\ufeff]+|[\s\u200b\ufeff]+$/g

function textOf(cell: CellObject | undefined): string {
  if (cell?.v === undefined || cell.v === null) return ''
  // What a formula could not work out is no value, and yet must not go unsaid.
  if (cell.t === 'e') return errorTexts[Number(cell.v)] ?? '#N/A'
  if (cell.v instanceof Date) return dateText(cell.v)
  if (typeof cell.v === 'boolean') return cell.v ? 'TRUE' : 'FALSE'
  return String(cell.v).replaceAll('\r\n', '\n').replace(blanks, '')
}

/** What a cell shows whose number has a fixed count of digits, as 004217 by the format 000000. */
function markOf({ t, v, z }: CellObject, format: Format): string | undefined {
  if (t !== 'n' || typeof v !== 'number' || !Number.isSafeInteger(v) || v < 0 || !z) return undefined
  const places = String(z).replace(/"[^"]*"|\\./g, '')
  return /^[-\s/]*0[-\s/0]*0[-\s/]*$/.test(places) ? format(String(z), v) : undefined
}

function dateText(date: Date): string {
  if (Number.isNaN(date.getTime())) return ''
  const [day = '', time = ''] = date.toISOString().slice(0, 19).split('T')
  if (time === '00:00:00') return day
  // Before the epoch of spreadsheets there are only times of day.
  return date.getUTCFullYear() < 1900 ? time.slice(0, 5) : `${day}T${time.slice(0, 5)}`
}
