/**
 * Cache of table contents by uuid; tables must be loaded before a form is evaluated. A content never changes, and the
 * least recently used one is dropped.
 */
import type { Definition } from '../definition.ts'
import type { TableContent } from './formTable.ts'
import { Rows } from './Rows.ts'

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
