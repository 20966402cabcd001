/** Default values of questions. */

import type { AnswerValue } from '../answers/answers.ts'
import type { ContextKey, Default } from '../elementFields.ts'
import { misfitOf } from '../fit.ts'
import type { Question } from '../questions.ts'
import { asksForRows } from '../registerTypes.ts'
import type { FormState } from './FormState.ts'
import type { Instance } from './Instances.ts'
import { answerFrom } from './scopeAt.ts'

/**
 * Gives every visible, unanswered question its default once: `seen` are the keys that were answered or shown before,
 * and grows. Repeats while defaults make further questions visible. Returns the given answers.
 */
export function applyDefaults(state: FormState, seen: Set<string>): Map<string, AnswerValue> {
  const given = new Map<string, AnswerValue>()
  for (let news = unseen(state, seen); news.length > 0; news = unseen(state, seen))
    for (const instance of news) {
      seen.add(instance.key)
      const value = state.answer(instance.key)?.value === undefined ? defaultOf(state, instance) : undefined
      if (value === undefined) continue
      state.setAnswer(instance.key, { ...state.answer(instance.key), value })
      given.set(instance.key, value)
    }
  return given
}

/**
 * Sets defaults that are known only at completion: the moment itself. `at` is that moment by the local clock. A hidden
 * question takes the latest value; an answer of the person stays.
 */
export function completionValues(state: FormState, at: string): Map<string, AnswerValue> {
  const values = new Map<string, AnswerValue>()
  for (const { key, part, value } of state.visible()) {
    const { question } = part
    if (question?.default?.from !== 'context' || question.default.key !== 'completed_at') continue
    const moment = fitting(question, dayOrMoment(question, at))
    if (moment !== undefined && (question.type === 'hidden' || value === undefined)) values.set(key, moment)
  }
  return values
}

const unseen = (state: FormState, seen: ReadonlySet<string>): Instance[] =>
  // A question that decides its own visibility gets its default unseen.
  [...new Set([...state.gating(), ...state.visible()])].filter(
    ({ key, part }) => part.question && !part.calculate && !seen.has(key),
  )

function defaultOf(state: FormState, instance: Instance): AnswerValue | undefined {
  const { question, fallback } = instance.part
  if (!question?.default) return undefined
  if (fallback) return answerFrom(question, state.evaluate(fallback, instance))
  return plainDefault(state, instance.key, question, question.default)
}

function plainDefault(state: FormState, key: string, question: Question, wanted: Default): AnswerValue | undefined {
  switch (wanted.from) {
    case 'fixed':
      return wanted.value
    case 'context':
      return fitting(question, contextValue(state, question, wanted.key))
    case 'last_answer':
      return state.context.last?.[key]?.value
    case 'expression':
      return undefined
  }
}

function contextValue({ context }: FormState, question: Question, key: ContextKey): AnswerValue | undefined {
  const { now, language, known = {} } = context
  if (key === 'language') return language
  if (key === 'today') return now.slice(0, 10)
  if (question.type === 'user') return key === 'user_id' || key === 'user_name' ? thisPerson(known) : undefined
  const value = key === 'now' ? now : known[key]
  if (value === undefined) return undefined
  const takesRows = asksForRows(question)
  // A row of another register would name the row with the same number here.
  if (typeof value === 'object')
    return takesRows ? (key === `subject_${question.type}` ? [value] : undefined) : value.name
  return takesRows ? undefined : dayOrMoment(question, value)
}

/** Drops a value that the question does not accept, so that it cannot prevent completion. */
const fitting = <Value extends AnswerValue>(question: Question, value: Value | undefined): Value | undefined =>
  value === undefined || misfitOf(question, value) ? undefined : value

/** The author, as an answer to a question about people. */
const thisPerson = ({ user_id, user_name }: NonNullable<FormState['context']['known']>): AnswerValue | undefined =>
  typeof user_id === 'string' && typeof user_name === 'string' ? [{ id: Number(user_id), name: user_name }] : undefined

/** Takes the day or the time of a moment, as the question asks. */
function dayOrMoment({ type }: Question, value: string): string {
  if (type === 'date') return value.slice(0, 10)
  return type === 'time' ? value.slice(11, 16) : value
}
