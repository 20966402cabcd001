/** The cell of parameters: "start=1 end=5", parted by blanks, commas or semicolons. */
import type { Findings } from '../findings.ts'
import type { Node } from './outline.ts'

/** The parameters that are wanted; the others are noted. */
export function parametersOf({ row }: Node, findings: Findings, wanted: string[]): Map<string, string> {
  const pairs = (row.take('parameters') ?? '').replace(/\s*=\s*/g, '=').split(/[\s,;]+/)
  const found = new Map<string, string>()
  for (const pair of pairs.filter(Boolean)) {
    const [name = '', value = ''] = pair.split('=')
    if (wanted.includes(name.toLowerCase())) found.set(name.toLowerCase(), value)
    else findings.note(row.at('parameters'), 'parameter', { value: pair })
  }
  return found
}
