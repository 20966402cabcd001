/** Lookups in tables and lists: `pulldata`, and the rows of an `instance`. */
import type { Rows } from '../tables/contents.ts'
import { allNodes, type Node, type NodeOf } from './node.ts'
import { listOf, type Scope, scalarOf, textOf, type Value, yesOrNo } from './values.ts'

/** pulldata('farms', 'name', 'id', ${farm}): the column of the first matching row; empty without one. */
export function pulled([table = '', column = '', key = '', wanted = '']: string[], scope: Scope): Value {
  const rows = scope.table(table)
  const [found] = rows?.find(key, wanted.trim()) ?? []
  return found === undefined ? '' : (rows?.cell(found, column) ?? '')
}

/** `evaluate` is passed in, to avoid a circular import. */
type Evaluate = (node: Node, scope: Scope) => Value

export function lookedUp({ table, filters, column }: NodeOf<'items'>, scope: Scope, evaluate: Evaluate): Value {
  const rows = scope.table(table)
  if (!rows) return ''
  const [first, ...others] = filters
  let found: readonly number[] = first
    ? fitting(rows, first, likely(rows, first, scope, evaluate), scope, evaluate)
    : rows.rows.map((_, row) => row)
  for (const filter of others) found = fitting(rows, filter, found, scope, evaluate)
  scope.budget.spend(found.length)
  const shown = column ?? rows.columns[0] ?? ''
  const [only, ...more] = found
  // A single row is a plain value.
  if (only !== undefined && more.length === 0 && column !== undefined) return rows.cell(only, shown)
  return listOf(found.map(row => rows.cell(row, shown)))
}

/** Filters rows; a number selects one by position. */
function fitting(rows: Rows, filter: Node, among: readonly number[], scope: Scope, evaluate: Evaluate): number[] {
  return among.filter((row, index) => {
    const worth = evaluate(filter, {
      ...scope,
      attribute: name => rows.cell(row, name),
      position: () => index + 1,
    })
    return typeof worth === 'number' ? worth === index + 1 : yesOrNo(worth)
  })
}

/** Candidate rows of a condition: few where it compares a column with a text, possibly with another condition. */
function likely(rows: Rows, filter: Node, scope: Scope, evaluate: Evaluate): readonly number[] {
  const wanted = wantedText(filter, scope, evaluate)
  return wanted && rows.has(wanted.column) ? rows.find(wanted.column, wanted.text) : rows.rows.map((_, row) => row)
}

/** Column and text that a condition compares; undefined for other conditions. */
export function wantedText(
  filter: Node,
  scope: Scope,
  evaluate: Evaluate,
): { column: string; text: string } | undefined {
  if (filter.kind !== 'binary') return undefined
  const { operator, left, right } = filter
  if (operator === 'and') return wantedText(left, scope, evaluate) ?? wantedText(right, scope, evaluate)
  if (operator !== '=') return undefined
  const [column, other] = left.kind === 'attribute' ? [left, right] : [right, left]
  if (column.kind !== 'attribute' || allNodes(other).some(({ kind }) => kind === 'attribute' || kind === 'call'))
    return undefined
  const worth = evaluate(other, scope)
  const scalar = typeof worth === 'object' && worth.kind === 'list' ? undefined : scalarOf(worth)
  // Numbers and days are compared by value, not by spelling.
  return typeof scalar === 'string' && scalar !== '' ? { column: column.name, text: textOf(scalar) } : undefined
}
