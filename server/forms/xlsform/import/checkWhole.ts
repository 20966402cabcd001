/** The last look at a form that was put together: whether it is well-formed, and what its expressions say of each other. */
import { Definition } from '#shared/forms/definition.ts'
import { mistakesIn } from '#shared/forms/mistakes/mistakes.ts'
import type { Findings, Place } from '../findings.ts'
import type { Row } from '../table.ts'
import type { Node } from './outline.ts'

/** What speaks of something that is not there cannot have been meant; anything else can be mended in tend. */
const broken = new Set(['unknown_reference', 'function_arguments'])

const columns: Readonly<Record<string, string>> = {
  visible_if: 'relevant',
  required_if: 'required',
  read_only_if: 'read_only',
  calculate: 'calculation',
  default: 'default',
  constraints: 'constraint',
  choice_filter: 'choice_filter',
  rows: 'repeat_count',
  label: 'label',
  title: 'label',
  hint: 'hint',
  required_message: 'required_message',
}

export function checkWhole(definition: Definition, nodeOf: ReadonlyMap<Row, Node>, findings: Findings): Definition {
  const rowOf = new Map([...nodeOf].map(([row, { id }]) => [id, row]))
  const parsed = Definition.safeParse(definition)
  if (!parsed.success) {
    for (const { path } of parsed.error.issues.slice(0, 50)) {
      const place = whereIs(definition, path.map(String), rowOf)
      findings.fault(place, 'xlsform_does_not_fit', {
        part:
          path
            .filter(part => typeof part === 'string')
            .at(-1)
            ?.toString() ?? '',
      })
    }
    return definition
  }
  // With rows missing, what is said of them is only a consequence.
  if (findings.faults.length === 0)
    for (const { path, code, values = {}, at } of mistakesIn(parsed.data)) {
      const place = whereIs(parsed.data, path.split('.'), rowOf)
      // Other tools can show in a text what was answered the last time, and the number that they gave to the answers.
      const isLast = /^(?:last-saved#|instance(?:ID|Name)$)/.test(String(values.name))
      if (broken.has(code) && !isLast) findings.fault(place, code, { ...values, position: (at ?? 0) + 1 })
      // Of a list that is missing it is said already.
      else if (code !== 'no_choices' || !findings.hasNote(place, 'to_mend'))
        findings.note(place, 'to_mend', values, code)
    }
  return parsed.data
}

/** The row and the column that a place in the definition came from, which may be anything as long as it was not parsed. */
function whereIs(definition: unknown, path: string[], rowOf: ReadonlyMap<string, Row>): Place {
  let part = definition
  let found: { row: Row; property: string | undefined } | undefined
  path.forEach((step, index) => {
    part = part && typeof part === 'object' ? Object.getOwnPropertyDescriptor(part, step)?.value : undefined
    const id = part && typeof part === 'object' && 'id' in part && typeof part.id === 'string' ? part.id : undefined
    const row = id === undefined ? undefined : rowOf.get(id)
    if (row) found = { row, property: path[index + 1] }
  })
  if (!found) return { sheet: path[0] === 'choice_sets' ? 'choices' : 'settings', row: 1, column: path[0] ?? '' }
  const { row, property = 'type' } = found
  return row.at(row.has(`tend::${property}`) ? `tend::${property}` : (columns[property] ?? 'type'))
}
