/** Tables in a guide's text, as Markdown has them: rows of cells between bars, the second one of lines. */
import { type Inline, parseInline } from '../lib/inlineMarkdown.ts'

export type TableBlock = { kind: 'table'; head: Inline[][]; rows: Inline[][][] }

const rowLine = /^\s{0,3}\|/
const ruleCell = /^:?-+:?$/
const mostColumns = 12

export const isTableLine = (line: string): boolean => rowLine.test(line)

/** Lines that all begin with a bar, as a table; undefined where the second one is no rule. It is as wide as its widest row. */
export function parseTable(lines: readonly string[]): TableBlock | undefined {
  const [head = '', rule = '', ...rows] = lines
  if (!cellsOf(rule).every(cell => ruleCell.test(cell))) return undefined
  const [names = [], ...found] = [head, ...rows].map(line => together(cellsOf(line)))
  const columns = Math.max(...[names, ...found].map(cells => cells.length))
  const filled = (cells: string[]) => Array.from({ length: columns }, (_, column) => parseInline(cells[column] ?? ''))
  return { kind: 'table', head: filled(names), rows: found.map(filled) }
}

/** What has no column of its own stands in the last one. */
const together = (cells: string[]): string[] =>
  cells.length <= mostColumns ? cells : [...cells.slice(0, mostColumns - 1), cells.slice(mostColumns - 1).join(' | ')]

/** What stands between the bars of a line; one behind a backslash is a sign of its own. */
function cellsOf(line: string): string[] {
  const inner = line
    .trim()
    .replace(/^\|/, '')
    .replace(/(?<!\\)\|$/, '')
  return inner.split(/(?<!\\)\|/).map(cell => cell.replaceAll('\\|', '|').trim())
}
