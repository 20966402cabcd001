/**
 * `search('farms', 'matches', 'region', ${region})` in the appearance of a choice: the rows of a file instead of a list, whose only row says
 * which columns are what. Here they are the rows of a table, filtered.
 */
import type { Node } from './outline.ts'

export type Search = { table: string; value: string; label: string; filter: string | undefined }

const call = /search\s*\(((?:[^()'"]|'[^']*'|"[^"]*"|\([^()]*\))*)\)/i

/** The search of a row, taken out of its appearance; undefined where there is none that can be read. */
export function searchIn({ row }: Node): { written: string; table: string; filter: string | undefined } | undefined {
  const text = row.cells.find(({ key }) => key === 'appearance')?.text
  const [written, inside] = (text && call.exec(text)) || []
  if (written === undefined || inside === undefined) return undefined
  const [table, how, columns, wanted, column, value] = argumentsOf(inside)
  const name = table && quoted(table)
  if (name === undefined || name === '') return undefined
  const searched = how && columns && wanted ? conditionFor(quoted(how) ?? '', quoted(columns) ?? '', wanted) : undefined
  const filtered = column && value && quoted(column) ? `${quoted(column)} = ${value}` : undefined
  const filter = [searched, filtered].filter(Boolean).join(' and ')
  return { written, table: name, filter: filter || undefined }
}

const quoted = (text: string): string | undefined => /^(['"])(.*)\1$/s.exec(text.trim())?.[2]?.trim()

const functions: Readonly<Record<string, string>> = {
  contains: 'contains',
  startswith: 'starts-with',
  endswith: 'ends-with',
}

/** One of the columns, parted by commas, is what is wanted, or has it in it. */
function conditionFor(how: string, columns: string, wanted: string): string | undefined {
  const conditions = columns
    .split(',')
    .map(column => column.trim())
    .filter(Boolean)
    .map(column => {
      const name = functions[how.toLowerCase()]
      return name ? `${name}(${column}, ${wanted})` : `${column} = ${wanted}`
    })
  const whole = conditions.join(' or ')
  return conditions.length > 1 ? `(${whole})` : whole || undefined
}

/** What stands between commas, outside of quotes and brackets. */
function argumentsOf(text: string): string[] {
  const found: string[] = []
  let [depth, quote, part] = [0, '', '']
  for (const sign of text) {
    if (quote) quote = sign === quote ? '' : quote
    else if (sign === "'" || sign === '"') quote = sign
    else if (sign === '(') depth++
    else if (sign === ')') depth--
    if (sign === ',' && depth === 0 && !quote) {
      found.push(part.trim())
      part = ''
    } else part += sign
  }
  return [...found, part.trim()]
}
