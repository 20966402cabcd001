/** Markdown tables in a guide's text. */
import { type Inline, parseInline } from '../lib/inlineMarkdown.ts'

export type TableBlock = { kind: 'table'; head: Inline[][]; rows: Inline[][][] }

const rowLine = /^\s{0,3}\|/
const ruleCell = /^:?-+:?$/
const maxColumns = 12

export const isTableLine = (line: string): boolean => rowLine.test(line)

/**
 * Parses lines that all begin with a bar; undefined without the second line of dashes. A table is as wide as its widest
 * row.
 */
export function parseTable(lines: readonly string[]): TableBlock | undefined {
  const [head = '', rule = '', ...rows] = lines
  if (!cellsOf(rule).every(cell => ruleCell.test(cell))) return undefined
  const [names = [], ...found] = [head, ...rows].map(line => together(cellsOf(line)))
  const columns = Math.max(...[names, ...found].map(cells => cells.length))
  const filled = (cells: string[]) => Array.from({ length: columns }, (_, column) => parseInline(cells[column] ?? ''))
  return { kind: 'table', head: filled(names), rows: found.map(filled) }
}

/** Cells without a column of their own are joined to the last one. */
const together = (cells: string[]): string[] =>
  cells.length <= maxColumns ? cells : [...cells.slice(0, maxColumns - 1), cells.slice(maxColumns - 1).join(' | ')]

/** Splits a line at its bars; a bar after a backslash is text. */
function cellsOf(line: string): string[] {
  const inner = line
    .trim()
    .replace(/^\|/, '')
    .replace(/(?<!\\)\|$/, '')
  return inner.split(/(?<!\\)\|/).map(cell => cell.replaceAll('\\|', '|').trim())
}
