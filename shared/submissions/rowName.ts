import type { Repeat } from '../forms/definition.ts'
import type { FormState } from '../forms/evaluation/FormState.ts'
import { keyOf } from '../forms/evaluation/instance.ts'
import { plainText } from '../lib/labels.ts'
import { fillReferences } from './fillReferences.ts'
import type { Words } from './words.ts'

/** Name of a repeat's row: by the form, or its number. `rows` ends with the row itself. */
export function rowName(repeat: Repeat, rows: readonly string[], state: FormState, words: Words): string {
  const name = plainText(fillReferences(words.read(repeat.row_label), state, rows, words)).trim()
  if (name) return name
  const part = state.form.byId.get(repeat.id)
  const number = part ? state.rows(keyOf(part, rows.slice(0, -1))).indexOf(rows.at(-1) ?? '') + 1 : 0
  return words.t('submissions.row', { number: words.formats.number(number) })
}
