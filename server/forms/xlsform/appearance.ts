/** The cell of appearances: words of which tend knows a few. */
import type { Findings } from './findings.ts'
import type { Node } from './outline.ts'

/** The first word that fits, and the others noted; without one, the cell is left to be noted as a whole. */
export function takeLook({ row }: Node, findings: Findings, pattern: RegExp): string | undefined {
  const words =
    row.cells
      .find(({ key }) => key === 'appearance')
      ?.text.toLowerCase()
      .split(/\s+/) ?? []
  const found = words.find(word => pattern.test(word))
  if (found === undefined) return undefined
  row.take('appearance')
  const others = words.filter(word => word !== found)
  if (others.length > 0) findings.note(row.at('appearance'), 'appearance', { value: others.join(' ') })
  return found
}
