/**
 * What a form is about. It says so itself (`settings.about`), and then that is asked first. A form that does not say it is about whatever
 * its questions ask for: who answers "Which barn?" need not say it twice.
 */
import { type SubjectType, subjectTypes } from '../subjects/registry.ts'
import type { SubjectRef } from '../subjects/subjects.ts'
import type { Answers } from './answers/answers.ts'
import type { Definition } from './definition.ts'
import { placedElements } from './elements.ts'

/** The kinds of what a form is about, in the order of the registry. */
export function aboutTypes(definition: Definition): SubjectType[] {
  const types = definition.settings?.about?.types ?? subjectQuestions(definition).map(({ type }) => type)
  return subjectTypes.filter(type => types.includes(type))
}

/** What the answers say that it is about, each once; what stands in a row is about that row alone. */
export function subjectsAnswered(definition: Definition, answers: Answers): SubjectRef[] {
  const named = subjectQuestions(definition).flatMap(({ id, type }): SubjectRef[] => {
    const value = answers[id]?.value
    if (!Array.isArray(value)) return []
    return value.flatMap(row => (typeof row === 'object' && 'id' in row ? { type, id: row.id } : []))
  })
  return [...new Map(named.map(subject => [`${subject.type} ${subject.id}`, subject])).values()]
}

function subjectQuestions(definition: Definition): { id: string; type: SubjectType }[] {
  return placedElements(definition).flatMap(({ element: { id, type: asked }, repeats }) => {
    const type = repeats.length === 0 ? subjectTypes.find(one => one === asked) : undefined
    return type ? { id, type } : []
  })
}
