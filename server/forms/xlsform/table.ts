/** A sheet with its headings read: each row gives its cells by the one name of their column, and knows which of them nobody asked for. */
import type { SheetRow } from '../../lib/spreadsheets/sheetRows.ts'
import { type Column, columnOf, ownPrefix, type SheetName } from './columns.ts'
import type { Place } from './findings.ts'

export type Sheet = { name: string; rows: SheetRow[]; isUnread?: boolean }

/** The key of all columns without a heading. */
export const namelessKey = '?'

/** `shown` is what the sheet shows of a formatted number, for what is meant as words. */
export type Cell = Column & { text: string; shown?: string | undefined }

export class Row {
  readonly sheet: SheetName
  readonly number: number
  readonly cells: readonly Cell[]
  private readonly asked = new Set<Cell>()

  constructor(sheet: SheetName, number: number, cells: readonly Cell[]) {
    this.sheet = sheet
    this.number = number
    this.cells = cells
  }

  /** The text of a column; it counts as carried over from then on. */
  take(key: string): string | undefined {
    return this.takeAll(key)[0]?.text
  }

  /** The same column in all its languages. */
  takeAll(key: string): Cell[] {
    const found = this.cells.filter(cell => cell.key === key)
    for (const cell of found) this.asked.add(cell)
    return found
  }

  /** The texts of the columns that only tend reads, by the property that they carry. */
  takeOwn(): Map<string, string> {
    const own = this.cells.filter(({ key }) => key.startsWith(ownPrefix))
    for (const cell of own) this.asked.add(cell)
    return new Map(own.map(({ key, text }) => [key.slice(ownPrefix.length), text]))
  }

  has(key: string): boolean {
    return this.cells.some(cell => cell.key === key)
  }

  /** What nobody asked for. */
  left(): Cell[] {
    return this.cells.filter(cell => !this.asked.has(cell))
  }

  /** Where a column stands, for findings; by its heading in this file where it has one. */
  at(key: string): Place {
    const column = this.cells.find(cell => cell.key === key)?.heading ?? key
    return { sheet: this.sheet, row: this.number, column }
  }

  atCell({ heading }: Cell): Place {
    return { sheet: this.sheet, row: this.number, column: heading }
  }
}

/** The columns of a sheet and its rows below them. The first row that is not empty names the columns. */
export function tableOf({ rows: [head, ...rows] }: Sheet, sheet: SheetName): { columns: Column[]; rows: Row[] } {
  if (!head) return { columns: [], rows: [] }
  const columns = new Map([...head.cells].map(([index, heading]) => [index, columnOf(heading, sheet)]))
  return {
    columns: [...columns.values()],
    rows: rows.flatMap(({ number, cells, shown }) => {
      const known = [...cells].map(([index, text]) => ({
        ...(columns.get(index) ?? nameless(index)),
        text,
        shown: shown?.get(index),
      }))
      return known.length > 0 ? [new Row(sheet, number, known)] : []
    }),
  }
}

/** A column that has no heading is called by its letter, as the spreadsheet calls it. */
const nameless = (index: number): Column => ({ heading: letterOf(index), key: namelessKey, language: null })

/** What spreadsheets call the column at a place: A, B, … Z, AA. */
export const letterOf = (index: number): string =>
  index < 0 ? '' : letterOf(Math.floor(index / 26) - 1) + String.fromCharCode(65 + (index % 26))
