/** Tables in a guide's text, as Markdown has them: rows of cells between bars, the second one of lines. */
import { type Inline, parseInline } from '../lib/inlineMarkdown.ts'

export type TableBlock = { kind: 'table'; head: Inline[][]; rows: Inline[][][] }

const rowLine = /^\s{0,3}\|/
const ruleCell = /^:?-+:?$/
const mostColumns = 12

export const isTableLine = (line: string): boolean => rowLine.test(line)

/** Lines that all begin with a bar, as a table; undefined where the second one is no rule. Each row has as many cells as the first. */
export function parseTable(lines: readonly string[]): TableBlock | undefined {
  const [head = '', rule = '', ...rows] = lines
  const names = cellsOf(head).slice(0, mostColumns)
  if (!cellsOf(rule).every(cell => ruleCell.test(cell)) || names.length === 0) return undefined
  const cells = (line: string) => {
    const found = cellsOf(line)
    return names.map((_, column) => parseInline(found[column] ?? ''))
  }
  return { kind: 'table', head: names.map(name => parseInline(name)), rows: rows.map(cells) }
}

/** What stands between the bars of a line; one behind a backslash is a sign of its own. */
function cellsOf(line: string): string[] {
  const inner = line
    .trim()
    .replace(/^\|/, '')
    .replace(/(?<!\\)\|$/, '')
  return inner.split(/(?<!\\)\|/).map(cell => cell.replaceAll('\\|', '|').trim())
}
