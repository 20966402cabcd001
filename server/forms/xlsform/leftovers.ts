/** Cells of the survey that nothing was made of: whatever is left when an element stands is noted, so that nothing goes unsaid. */
import type { Element } from '#shared/forms/definition.ts'
import type { Findings } from './findings.ts'
import type { Node } from './outline.ts'

export function noteLeftovers({ row }: Node, element: Element, findings: Findings): void {
  for (const cell of row.left()) {
    const { key, text: value } = cell
    // Nobody sees what is hidden.
    if (key === 'appearance' && (element.type === 'hidden' || element.type === 'calculated')) continue
    if (key.startsWith('?')) continue
    const code =
      key === 'appearance'
        ? 'appearance'
        : key === 'parameters'
          ? 'parameter'
          : key.startsWith('media::')
            ? 'media_left_out'
            : 'cell_unused'
    findings.note(row.atCell(cell), code, { value: value.slice(0, 200) })
  }
}
