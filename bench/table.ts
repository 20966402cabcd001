/** The bench's last words: its rows as a table that reads well in a terminal and in a document. */
import { type Budget, isMet, type Row, ratioOf, type Unit } from './row.ts'

const heads = ['what', 'measured', 'baseline', 'ratio', 'budget', 'met']

/** The rows as a Markdown table with aligned columns. */
export function tableOf(rows: Row[]): string {
  const cells = rows.map(row => [
    row.what,
    inWords(row.measured, row.unit),
    `${inWords(row.baseline.value, row.unit)} (${row.baseline.what})`,
    ratioOf(row).toFixed(2),
    row.budget ? budgetInWords(row.budget, row.unit) : '',
    { true: 'yes', false: 'NO', undefined: '' }[String(isMet(row))] ?? '',
  ])
  const widths = heads.map((head, column) => Math.max(head.length, ...cells.map(row => row[column]?.length ?? 0)))
  const line = (row: string[]) => `| ${row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(' | ')} |`
  return [line(heads), line(widths.map(width => '-'.repeat(width))), ...cells.map(line)].join('\n')
}

function inWords(value: number, unit: Unit): string {
  const digits = value < 10 ? 2 : value < 100 ? 1 : 0
  return `${value.toLocaleString('en', { maximumFractionDigits: digits })} ${unit}`
}

function budgetInWords(budget: Budget, unit: Unit): string {
  const [sign, limit] = 'atMost' in budget ? ['≤', budget.atMost] : ['≥', budget.atLeast]
  return budget.on === 'ratio' ? `ratio ${sign} ${limit}` : `${sign} ${inWords(limit, unit)}`
}
