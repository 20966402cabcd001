/** What is added to a form. Ids are short and random: two people who add something at the same time do not choose the same. */

import type { Definition, Element, ElementType, Section } from '#shared/forms/definition.ts'
import type { Choice } from '#shared/forms/elementFields.ts'
import type { Question, QuestionType } from '#shared/forms/questions.ts'
import type { Locale } from '#shared/lib/language.ts'

const signs = 'abcdefghijkmnpqrstuvwxyz23456789'

/** A new id, which begins with a letter. */
export const newId = (): string =>
  `q${Array.from(crypto.getRandomValues(new Uint8Array(7)), byte => signs[byte % signs.length]).join('')}`

export const newDefinition = (language: Locale, sectionTitle: string): Definition => ({
  schema: 1,
  default_language: language,
  sections: [{ ...newSection(newId()), title: { [language]: sectionTitle } }],
})

export const newSection = (id: string): Section => ({ id, title: {}, questions: [] })

export const newChoice = (): Choice => ({ id: newId(), label: {} })

/** A question as most people will want it: a check that scores, or an answer that must be given. */
export function newQuestion(type: QuestionType, id: string): Question {
  const question = { id, label: {}, required: true }
  switch (type) {
    case 'yes_no':
      return { type, ...question, good: 'yes', points: 1 }
    case 'single_choice':
    case 'multiple_choice':
      return { type, ...question, choices: [newChoice(), newChoice()] }
    case 'slider':
      return { type, ...question, min: 0, max: 100, step: 1 }
    case 'rating':
      return { type, ...question, levels: 5 }
    case 'calculated':
      return { type, id, label: {}, calculate: '0' }
    case 'hidden':
      return { type, id, label: {}, default: { from: 'context', key: 'started_at' } }
    case 'text':
    case 'photo':
    case 'file':
      return { type, id, label: {} }
    default:
      return { type, ...question }
  }
}

/** Anything that can stand in a section. */
export function newElement(type: ElementType, id: string): Element {
  switch (type) {
    case 'instruction':
    case 'group':
    case 'repeat':
      return type === 'instruction' ? { type, id, label: {} } : { type, id, label: {}, questions: [] }
    default:
      return newQuestion(type, id)
  }
}
