import type { Definition } from '../definition.ts'
import type { TableContent } from './formTable.ts'

/** Rows of a table with an index per column. */
export class Rows {
  readonly columns: readonly string[]
  readonly rows: readonly (readonly string[])[]
  private readonly places: ReadonlyMap<string, number>
  private readonly indexes = new Map<string, ReadonlyMap<string, readonly number[]>>()

  constructor(columns: readonly string[], rows: readonly (readonly string[])[]) {
    this.columns = columns
    this.rows = rows
    this.places = new Map(columns.map((column, index) => [column, index]))
  }

  has(column: string): boolean {
    return this.places.has(column)
  }

  /** Cell of a row, by its number from 0; empty for an unknown column. */
  cell(row: number, column: string): string {
    const place = this.places.get(column)
    return place === undefined ? '' : (this.rows[row]?.[place] ?? '')
  }

  /** Numbers of the rows with this cell in a column. */
  find(column: string, value: string): readonly number[] {
    const index = this.indexes.get(column) ?? this.indexOf(column)
    this.indexes.set(column, index)
    return index.get(value) ?? []
  }

  private indexOf(column: string): ReadonlyMap<string, readonly number[]> {
    const index = new Map<string, number[]>()
    for (let row = 0; row < this.rows.length; row++) {
      const value = this.cell(row, column)
      const known = index.get(value)
      if (known) known.push(row)
      else index.set(value, [row])
    }
    return index
  }
}

// Cache of table contents by uuid; tables must be loaded before a form is evaluated. A content never changes, and the
// least recently used one is dropped.

/** Bound of contents, some hundred megabytes at worst: forty tables of 50,000 cells. */
const maxCells = 2_000_000

const contents = new Map<string, Rows>()
let generation = 0

/** Version of the cache, which changes with each added content. */
export const contentsNow = (): number => generation

export function keepContent(uuid: string, { columns, rows }: TableContent): void {
  if (contents.has(uuid)) return
  contents.set(uuid, new Rows(columns, rows))
  generation++
  let cells = 0
  for (const [kept, content] of [...contents].reverse()) {
    cells += content.columns.length * content.rows.length
    if (cells > maxCells && kept !== uuid) contents.delete(kept)
  }
}

export function contentOf(uuid: string): Rows | undefined {
  const found = contents.get(uuid)
  if (found) {
    contents.delete(uuid)
    contents.set(uuid, found)
  }
  return found
}

/** Uuids of a form's table contents. */
export const tablesOf = ({ tables = [] }: Pick<Definition, 'tables'>): string[] => [
  ...new Set(tables.flatMap(({ uuid }) => uuid ?? [])),
]

/** Those of them that are missing. */
export const missingTables = (definition: Pick<Definition, 'tables'>): string[] =>
  tablesOf(definition).filter(uuid => !contents.has(uuid))

/** Cached contents of a form's tables, for another thread. */
export const contentsFor = (definition: Pick<Definition, 'tables'>): [string, TableContent][] =>
  tablesOf(definition).flatMap((uuid): [string, TableContent][] => {
    const found = contentOf(uuid)
    return found ? [[uuid, { columns: [...found.columns], rows: found.rows.map(row => [...row]) }]] : []
  })
