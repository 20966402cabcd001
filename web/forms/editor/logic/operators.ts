/** What can be asked about which answers, and what they can be compared with. */

import type { Element, ElementType } from '#shared/forms/definition.ts'
import type { ContextKey } from '#shared/forms/elementFields.ts'
import type { Question } from '#shared/forms/questions.ts'
import { type RegisterType, registerTypes } from '#shared/forms/registerTypes.ts'
import { subjectTypes } from '#shared/subjects/registry.ts'
import type { Compared, Condition, Operand, Operator } from './conditions.ts'

/** Answers that are asked about in the same way. */
export type AnswerKind = 'yes_no' | 'one' | 'several' | 'number' | 'day' | 'text' | 'presence' | 'column'

const kinds: Partial<Record<ElementType, AnswerKind>> = {
  yes_no: 'yes_no',
  single_choice: 'one',
  multiple_choice: 'several',
  number: 'number',
  slider: 'number',
  rating: 'number',
  calculated: 'number',
  repeat: 'number',
  date: 'day',
  text: 'text',
  barcode: 'text',
  hidden: 'text',
  time: 'text',
  date_time: 'presence',
  photo: 'presence',
  file: 'presence',
  signature: 'presence',
  place: 'presence',
  ...(Object.fromEntries(registerTypes.map(type => [type, 'presence'])) as Record<RegisterType, 'presence'>),
}

/** How an element's answer is asked about; undefined for what has none. */
export const kindOf = ({ type }: Element): AnswerKind | undefined => kinds[type]

const comparisons: Operator[] = ['is', 'is_not', 'less', 'at_most', 'more', 'at_least']
const presence: Operator[] = ['answered', 'unanswered']

/** The questions that can be asked about an answer, the most used first. */
export const operatorsOf: Readonly<Record<AnswerKind, readonly Operator[]>> = {
  yes_no: ['is', 'is_not', ...presence],
  one: ['is', 'is_not', ...presence],
  several: ['has', 'has_not', ...presence],
  number: [...comparisons, ...presence],
  day: [...comparisons, ...presence],
  text: ['is', 'is_not', 'contains', ...presence],
  presence,
  column: ['is', 'is_not', 'has', 'has_not'],
}

/** Rows are counted, so there is always a number of them. */
export const operatorsFor = (kind: AnswerKind, operand: Operand): readonly Operator[] =>
  operand.of === 'rows' ? comparisons : operatorsOf[kind]

export const needsCompared = (operator: Operator) => operator !== 'answered' && operator !== 'unanswered'

/** The initial comparison for a kind of answer. */
export function usualCompared(kind: AnswerKind, element: Element | undefined): Compared {
  switch (kind) {
    case 'yes_no':
      return { kind: 'text', value: 'yes' }
    case 'one':
    case 'several':
      return { kind: 'text', value: (element && 'choices' in element && element.choices[0]?.id) || '' }
    case 'number':
      return { kind: 'number', value: 0 }
    case 'day':
      return { kind: 'today' }
    default:
      return { kind: 'text', value: '' }
  }
}

/** The initial condition about an answer of this kind. */
export function newCondition(operand: Operand, kind: AnswerKind, element?: Element): Condition {
  const operator = operatorsFor(kind, operand)[operand.of === 'rows' ? 5 : 0] ?? 'answered'
  return { operand, operator, ...(needsCompared(operator) && { compared: usualCompared(kind, element) }) }
}

const subjectKeys = subjectTypes.map(type => `subject_${type}` as const)
const moments: ContextKey[] = ['now', 'started_at', 'completed_at']
const words: ContextKey[] = [
  'user_name',
  'user_email',
  'user_id',
  'company_name',
  'language',
  'device_id',
  'today',
  ...moments,
  'subject',
  ...subjectKeys,
]

/**
 * Values known without asking that answer a question of this type, the most usual first; none where an answer needs a
 * person.
 */
export function contextKeysFor(type: Question['type']): ContextKey[] {
  switch (type) {
    case 'text':
    case 'hidden':
    case 'barcode':
      return words
    case 'date':
      return ['today', ...moments]
    case 'time':
    case 'date_time':
      return moments
    case 'user':
      return ['user_name']
    default:
      return subjectKeys.filter(key => key === `subject_${type}`)
  }
}
