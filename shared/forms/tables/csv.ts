/** Tables as files of text: cells parted by commas, semicolons or tabs, in quotes where they need them (RFC 4180). */
import { longestCell, mostTableColumns, mostTableRows, type TableContent } from './formTable.ts'

export type CsvFault = 'table_empty' | 'table_too_long' | 'table_too_wide' | 'table_headings'

/** The table that a text is, or why it is none. Headings are the first line; rows without anything in them are passed over. */
export function tableFrom(text: string): TableContent | { fault: CsvFault } {
  const [head, ...rows] = linesOf(text.replace(/^\uFEFF/, ''), mostTableRows + 2)
  const columns = head?.map(cell => cell.trim()) ?? []
  while (columns.at(-1) === '') columns.pop()
  if (columns.length === 0) return { fault: 'table_empty' }
  if (columns.length > mostTableColumns) return { fault: 'table_too_wide' }
  const isClear =
    columns.every(column => column !== '' && column.length <= 200) && new Set(columns).size === columns.length
  if (!isClear) return { fault: 'table_headings' }
  if (rows.length > mostTableRows) return { fault: 'table_too_long' }
  return { columns, rows: rows.map(row => columns.map((_, index) => (row[index] ?? '').trim().slice(0, longestCell))) }
}

function linesOf(text: string, most: number): string[][] {
  const separator = separatorOf(text)
  const lines: string[][] = []
  let [cells, cell, isQuoted] = [[] as string[], '', false]
  const endCell = () => {
    cells.push(cell)
    cell = ''
  }
  const endLine = () => {
    endCell()
    if (cells.some(one => one.trim() !== '')) lines.push(cells)
    cells = []
  }
  for (let at = 0; at < text.length && lines.length < most; at++) {
    const sign = text.charAt(at)
    if (isQuoted) {
      if (sign !== '"') cell += sign
      else if (text.charAt(at + 1) === '"') cell += text.charAt(++at)
      else isQuoted = false
    } else if (sign === '"' && cell.trim() === '') {
      cell = ''
      isQuoted = true
    } else if (sign === separator) endCell()
    else if (sign === '\n' || sign === '\r') endLine()
    else cell += sign
  }
  if (cell !== '' || cells.length > 0) endLine()
  return lines
}

/** Whichever parts the headings most. */
function separatorOf(text: string): string {
  const head = /^[^\r\n]*/.exec(text)?.[0] ?? ''
  const count = (separator: string) => head.split(separator).length
  return [',', ';', '\t'].reduce((best, separator) => (count(separator) > count(best) ? separator : best))
}

/** The text of a table. */
export const csvOf = ({ columns, rows }: TableContent): string =>
  [columns, ...rows].map(row => row.map(inQuotes).join(',')).join('\r\n')

const inQuotes = (cell: string): string => (/[",\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell)
