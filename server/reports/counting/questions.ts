/**
 * The questions of a report, over the versions of its forms: one that was asked otherwise in another version is another
 * one.
 */
import { createHash } from 'node:crypto'
import type { Definition } from '#shared/forms/definition.ts'
import type { Choice } from '#shared/forms/elementFields.ts'
import { questionsOf } from '#shared/forms/elements.ts'
import type { Question } from '#shared/forms/questions.ts'
import type { UsedVersion } from './totals.ts'

export type AskedQuestion = {
  formId: number
  question: Question
  /** Of choices of its own, or of the set that it shares. */
  choices: Choice[]
  defaultLanguage: string
  /** Ids of form versions, and their numbers. */
  versionIds: number[]
  versions: number[]
}

/** In the order of the newest version; those that only older ones had come after. */
export function askedQuestions(versions: UsedVersion[]): AskedQuestion[] {
  const found = new Map<string, AskedQuestion>()
  for (const { id, formId, number, definition } of versions)
    for (const question of questionsOf(definition)) {
      const choices = choicesOf(question, definition)
      const key = JSON.stringify([formId, question.id, meaningOf(question, meaningOfChoices(choices))])
      const known = found.get(key)
      if (known) {
        known.versionIds.push(id)
        known.versions.push(number)
      } else
        found.set(key, {
          ...{ formId, question, choices, defaultLanguage: definition.default_language },
          ...{ versionIds: [id], versions: [number] },
        })
    }
  return [...found.values()]
}

export function choicesOf(question: Question, { choice_sets }: Definition): Choice[] {
  if (question.type === 'yes_no')
    return (question.not_applicable ? (['yes', 'no', 'na'] as const) : (['yes', 'no'] as const)).map(id => ({
      id,
      label: {},
      fails: id !== 'na' && question.good !== undefined && id !== question.good,
      not_applicable: id === 'na',
    }))
  if (question.type !== 'single_choice' && question.type !== 'multiple_choice') return []
  const shared = choice_sets?.find(({ id }) => id === question.choice_set)
  return question.choice_set ? (shared?.choices ?? []) : question.choices
}

const knownMeanings = new WeakMap<Choice[], string>()

/** Worked out once for a set that many questions share; short, for it stands in the meaning of each. */
function meaningOfChoices(choices: Choice[]): string {
  const known = knownMeanings.get(choices)
  if (known !== undefined) return known
  const whole = choices.map(({ id, fails, grade, points, not_applicable }) => [
    id,
    fails,
    grade,
    points,
    not_applicable,
  ])
  const meaning = createHash('sha256').update(JSON.stringify(whole)).digest('base64url')
  knownMeanings.set(choices, meaning)
  return meaning
}

/** What makes two answers to it say the same. Words may be mended without another meaning. */
function meaningOf(question: Question, choices: string) {
  const { type } = question
  return [
    type,
    choices,
    'min' in question ? [question.min, question.max] : null,
    'levels' in question ? question.levels : null,
    'unit' in question ? question.unit : null,
    'ranges' in question ? question.ranges : null,
    'good' in question ? question.good : null,
  ]
}

export const hasChoices = ({ type }: Question) =>
  type === 'yes_no' || type === 'single_choice' || type === 'multiple_choice'
export const hasNumbers = ({ type }: Question) =>
  type === 'number' || type === 'slider' || type === 'rating' || type === 'calculated'
