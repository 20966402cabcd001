/** Labels of a link: the question that they can answer, and the content of one. */
import { type SubjectType, subjectTypes } from '../../subjects/registry.ts'
import type { Definition, Element } from '../definition.ts'
import { placedElements } from '../elements.ts'
import { canBePrefilled } from './publicDefinition.ts'
import type { Prefill } from './publicLink.ts'

type Labelled = Element & { type: SubjectType }

/** Questions about one row of a register, asked once: a location, a vehicle, a group, an animal. */
export const labelQuestions = (definition: Definition): Labelled[] =>
  placedElements(definition).flatMap(placed => {
    const { element } = placed
    return canBePrefilled(placed) && subjectTypes.some(type => type === element.type) ? [element as Labelled] : []
  })

/** Answers of a link with its label; without a row, only that the label answers something. */
export const withLabel = (prefill: Prefill, question: string | null, row = 1): Prefill =>
  question === null ? prefill : { ...prefill, [question]: [{ id: row, name: String(row) }] }
