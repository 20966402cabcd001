import type { Repeat } from '../definition.ts'
import type { FormState } from '../evaluation/FormState.ts'
import { type Instance, keyOf } from '../evaluation/instance.ts'
import type { RowReference } from './answers.ts'

/**
 * The animal that the row around an answer is about: the one of a roster, or the one that the row's own animal question names; the
 * innermost row that has one decides. Undefined outside repeats, and while no row says it.
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
