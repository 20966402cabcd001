/**
 * Subjects of a form: those that it declares (`settings.about`) are asked first, otherwise they are the rows that its
 * questions ask for. So nobody answers "Which barn?" twice.
 */

import { distinctBy } from '../lib/distinct.ts'
import type { SubjectRef } from '../subjects/contract.ts'
import { type SubjectType, subjectKey, subjectTypes } from '../subjects/registry.ts'
import type { Answers } from './answers/answers.ts'
import type { Definition } from './definition.ts'
import { placedElements } from './elements.ts'

/** Kinds of the form's subjects, in the order of the registry. */
export function aboutTypes(definition: Definition): SubjectType[] {
  const types = definition.settings?.about?.types ?? subjectQuestions(definition).map(({ type }) => type)
  return subjectTypes.filter(type => types.includes(type))
}

/** Subjects named in the answers, each once; a subject in a row belongs to that row alone. */
export function subjectsAnswered(definition: Definition, answers: Answers): SubjectRef[] {
  const named = subjectQuestions(definition).flatMap(({ id, type }): SubjectRef[] => {
    const value = answers[id]?.value
    if (!Array.isArray(value)) return []
    return value.flatMap(row => (typeof row === 'object' && 'id' in row ? { type, id: row.id } : []))
  })
  return distinctBy(named, subjectKey)
}

function subjectQuestions(definition: Definition): { id: string; type: SubjectType }[] {
  return placedElements(definition).flatMap(({ element: { id, type: asked }, repeats }) => {
    const type = repeats.length === 0 ? subjectTypes.find(one => one === asked) : undefined
    return type ? { id, type } : []
  })
}
