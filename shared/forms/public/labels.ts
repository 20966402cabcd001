/** Which question the labels of a link can answer, and what one of them says. */
import { type SubjectType, subjectTypes } from '../../subjects/registry.ts'
import type { Definition, Element } from '../definition.ts'
import { placedElements } from '../elements.ts'
import { canBePrefilled } from './publicDefinition.ts'
import type { Prefill } from './publicLink.ts'

type Labelled = Element & { type: SubjectType }

/** The questions that ask for a row of a register, once: a place, a vehicle, a group, an animal. */
export const labelQuestions = (definition: Definition): Labelled[] =>
  placedElements(definition).flatMap(placed => {
    const { element } = placed
    return canBePrefilled(placed) && subjectTypes.some(type => type === element.type) ? [element as Labelled] : []
  })

/** What a link answers, and its label with it; without a row, only that the label answers something. */
export const withLabel = (prefill: Prefill, question: string | null, row = 1): Prefill =>
  question === null ? prefill : { ...prefill, [question]: [{ id: row, name: String(row) }] }
