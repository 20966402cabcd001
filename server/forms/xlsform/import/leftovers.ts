/** Cells of the survey that nothing was made of: whatever is left when an element stands is noted, so that nothing goes unsaid. */
import type { Element } from '#shared/forms/definition.ts'
import { isMeant } from '../columns.ts'
import type { Findings } from '../findings.ts'
import { namelessKey } from '../table.ts'
import type { Node } from './outline.ts'

export function noteLeftovers({ row }: Node, element: Element, findings: Findings): void {
  for (const cell of row.left()) {
    const { key, text: value } = cell
    if (key.startsWith('?') && key !== namelessKey && !isMeant(cell.heading)) continue
    // What is the case without saying so as well.
    if (saysNothing(key, value, element)) continue
    const code = key === 'parameters' ? 'parameter' : key.startsWith('media::') ? 'media_left_out' : 'cell_unused'
    findings.note(row.atCell(cell), code, { value: value.slice(0, 200) })
  }
}

/** "No" in a column that could only say yes, and notes that nobody can write in anyway. */
const saysNothing = (key: string, value: string, element: Element): boolean =>
  (/^(?:required|read_only)$/.test(key) && /^(?:no|false|false\(\)|0|n|f)$/i.test(value)) ||
  (key === 'read_only' && isNobodys(element))

/** What nobody writes in, whether the column says so or not. */
const isNobodys = (element: Element): boolean =>
  element.type === 'instruction' ||
  element.type === 'calculated' ||
  ('read_only' in element && element.read_only === true)
