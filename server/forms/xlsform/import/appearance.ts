/** The cell of appearances: words of which tend knows a few. */
import type { Findings } from '../findings.ts'
import type { Row } from '../table.ts'
import type { Node } from './outline.ts'

/** What says nothing that is not so anyway: here, questions stand on one screen, and so do the words of their choices. */
const usual = /^(?:field-list|list|list-nolabel)$/

/** Whether one of the words in the cell is this one; nothing is taken. */
export const looksLike = ({ row }: Node, pattern: RegExp): boolean => wordsIn(row).some(word => pattern.test(word))

const wordsIn = (row: Row): string[] =>
  row.cells
    .find(({ key }) => key === 'appearance')
    ?.text.toLowerCase()
    .split(/\s+/) ?? []

/** The words that tend does not know, of a cell that nothing was made of. */
export const strangeLooks = (text: string): string =>
  text
    .split(/\s+/)
    .filter(word => !usual.test(word.toLowerCase()))
    .join(' ')

/** The first word that fits, and the others noted; without one, the cell is left to be noted as a whole. */
export function takeLook({ row }: Node, findings: Findings, pattern: RegExp): string | undefined {
  const words = wordsIn(row)
  const found = words.find(word => pattern.test(word))
  if (found === undefined) return undefined
  row.take('appearance')
  const others = words.filter(word => word !== found && !usual.test(word))
  if (others.length > 0) findings.note(row.at('appearance'), 'appearance', { value: others.join(' ') })
  return found
}
