/** What stands in a question before anybody answers. */

import type { AnswerValue } from '../answers/answers.ts'
import type { ContextKey, Default } from '../elementFields.ts'
import { misfitOf } from '../fit.ts'
import type { Question } from '../questions.ts'
import { asksForRows } from '../registerTypes.ts'
import { answerFrom } from './answerValues.ts'
import type { FormState } from './FormState.ts'
import type { Instance } from './instance.ts'

/**
 * Gives every visible question that has no answer yet its default, once: `seen` are the keys that had their turn, by being answered or
 * by being shown before, and grows. Answers may make other questions visible, so it goes on until none is left. Returns what was given.
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
 * What is known only when the form is completed: the moment itself, for the questions that have it as their default. `at` is that moment by
 * the clock on the wall. A hidden question takes the latest; what somebody answered by hand stays.
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
  // What decides whether it is shown itself has its turn unseen.
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
  // The row of another register would name whatever has its number here.
  if (typeof value === 'object')
    return takesRows ? (key === `subject_${question.type}` ? [value] : undefined) : value.name
  return takesRows ? undefined : dayOrMoment(question, value)
}

/** The value, unless the question takes no such thing: what nobody typed must not stand in the way of completing. */
const fitting = <Value extends AnswerValue>(question: Question, value: Value | undefined): Value | undefined =>
  value === undefined || misfitOf(question, value) ? undefined : value

/** Who fills in the form, as an answer to a question about people. */
const thisPerson = ({ user_id, user_name }: NonNullable<FormState['context']['known']>): AnswerValue | undefined =>
  typeof user_id === 'string' && typeof user_name === 'string' ? [{ id: Number(user_id), name: user_name }] : undefined

/** A day asks for the day of a moment, a time for its time. */
function dayOrMoment({ type }: Question, value: string): string {
  if (type === 'date') return value.slice(0, 10)
  return type === 'time' ? value.slice(11, 16) : value
}
