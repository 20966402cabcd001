import type { Repeat } from '../definition.ts'
import type { FormState } from '../evaluation/FormState.ts'
import { type Instance, keyOf } from '../evaluation/instance.ts'
import type { RowReference } from './answers.ts'

/**
 * Animal of the row around an answer: of a roster, or named by the row's animal question; the innermost row with one
 * decides. Undefined outside repeats and without one.
 */
export function rowAnimal(state: FormState, { part, rows }: Instance): RowReference | undefined {
  for (const { repeat } of part.repeats.toReversed()) {
    const named = repeat && animalQuestionOf(repeat)
    const question = named === undefined ? undefined : state.form.byId.get(named)
    const value = question && state.value(keyOf(question, rows))
    const [animal, second] = Array.isArray(value) ? value : []
    if (typeof animal === 'object' && 'id' in animal && second === undefined) return animal
  }
  return undefined
}

const animalQuestionOf = ({ rows, questions }: Repeat): string | undefined =>
  rows?.from === 'animals' ? rows.animal : questions.find(({ type }) => type === 'animal')?.id
