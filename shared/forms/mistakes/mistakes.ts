/**
 * Mistakes that keep a well-formed definition from being published: shown in the builder, refused when publishing, and
 * checked in template files.
 */

import { answerKey } from '../answers/answerKey.ts'
import type { Answers, AnswerValue } from '../answers/answers.ts'
import { withChoices } from '../choiceSets.ts'
import type { Definition } from '../definition.ts'
import { isQuestion, placedElements } from '../elements.ts'
import { plainContext } from '../evaluation/context.ts'
import { FormState } from '../evaluation/FormState.ts'
import { type Allowance, wholeAllowance } from '../expressions/budget.ts'
import { evaluationOf } from '../logic.ts'
import type { NumberQuestion, Question } from '../questions.ts'
import { canFail, maxPoints } from '../scoreAnswer.ts'
import { textsOf } from '../texts.ts'
import { expressionMistakes } from './expressionMistakes.ts'
import { type Mistake, structureMistakes } from './structureMistakes.ts'

/**
 * All mistakes of a definition, the whole before its parts; empty when it can be published. With a smaller allowance
 * than a form has, `too_much_work` only means that the check takes longer.
 */
export const mistakesIn = (definition: Definition, allowance: Allowance = wholeAllowance): Mistake[] => [
  ...wholeMistakes(withChoices(definition)),
  ...duplicateElements(definition),
  ...missingTexts(definition),
  ...eachQuestion(withChoices(definition)).flatMap(({ path, question }) => questionMistakes(question, path)),
  ...structureMistakes(withChoices(definition), definition),
  ...expressionMistakes(definition),
  ...exceededBudgetIn(withChoices(definition), allowance),
]

const eachQuestion = (definition: Definition) =>
  placedElements(definition).flatMap(({ path, element }) => (isQuestion(element) ? [{ path, question: element }] : []))

function wholeMistakes(definition: Definition): Mistake[] {
  const questions = eachQuestion(definition)
  const { bands, pass_percent } = definition.scoring ?? {}
  const mistakes: Mistake[] = []
  if (questions.length === 0) mistakes.push({ path: 'sections', code: 'no_questions' })
  if (bands && bands.good <= bands.attention) mistakes.push({ path: 'scoring.bands', code: 'bands_out_of_order' })
  if (pass_percent !== undefined && !questions.some(({ question }) => maxPoints(question) > 0))
    mistakes.push({ path: 'scoring.pass_percent', code: 'pass_mark_without_points' })
  return mistakes
}

const duplicateElements = (definition: Definition): Mistake[] =>
  repeated([
    ...definition.sections.map(({ id }, index) => ({ id, path: `sections.${index}.id` })),
    ...placedElements(definition).flatMap(({ path, element }) => [
      { id: element.id, path: `${path}.id` },
      ...('measures' in element ? idsAt(`${path}.measures`, element.measures) : []),
      ...('triggers' in element ? idsAt(`${path}.triggers`, element.triggers) : []),
    ]),
    ...idsAt('choice_sets', definition.choice_sets),
    ...idsAt('triggers', definition.triggers),
  ])

const idsAt = (path: string, parts: { id: string }[] = []) =>
  parts.map(({ id }, index) => ({ id, path: `${path}.${index}.id` }))

/** Second and later places of an id. */
function repeated(places: { id: string; path: string }[]): Mistake[] {
  const seen = new Set<string>()
  return places.flatMap(({ id, path }) => {
    if (seen.has(id)) return [{ path, code: 'duplicate_id' as const }]
    seen.add(id)
    return []
  })
}

/** Other languages may be missing and fall back; the form's own may not. */
const missingTexts = (definition: Definition): Mistake[] =>
  textsOf(definition)
    .filter(({ text, needed }) => needed || Object.values(text).some(Boolean))
    .filter(({ text }) => !text[definition.default_language]?.trim())
    .map(({ path }) => ({ path, code: 'text_missing' }))

function questionMistakes(question: Question, path: string): Mistake[] {
  const mistakes: Mistake[] = []
  if ('critical' in question || 'when_failed' in question) {
    if (!canFail(question)) mistakes.push({ path, code: 'cannot_fail' })
    // An empty critical check would pass without an examination.
    if (question.critical && !question.required && question.type !== 'calculated')
      mistakes.push({ path: `${path}.required`, code: 'critical_optional' })
  }
  if (question.type === 'yes_no' && question.points && !question.good)
    mistakes.push({ path: `${path}.points`, code: 'points_without_good_answer' })
  if ('choices' in question) {
    // Rows of a table are not checked here.
    if (question.table) return mistakes
    if (question.choices.length === 0) mistakes.push({ path: `${path}.choices`, code: 'no_choices' })
    mistakes.push(...repeated(question.choices.map(({ id }, index) => ({ id, path: `${path}.choices.${index}.id` }))))
  }
  return [
    ...mistakes,
    ...boundsMistakes(question, path),
    ...('ranges' in question ? rangesMistakes(question, path) : []),
  ]
}

function boundsMistakes(question: Question, path: string): Mistake[] {
  if (question.type !== 'number' && question.type !== 'slider') return []
  const { min, max } = question
  return min !== undefined && max !== undefined && min > max ? [{ path: `${path}.max`, code: 'min_above_max' }] : []
}

function rangesMistakes({ ranges = [] }: Pick<NumberQuestion, 'ranges'>, path: string): Mistake[] {
  const mistakes: Mistake[] = []
  let reached = Number.NEGATIVE_INFINITY
  ranges.forEach(({ up_to, below }, index) => {
    const last = index === ranges.length - 1
    const bound = up_to ?? below
    const oneBound = (up_to === undefined) !== (below === undefined)
    const inOrder = last ? bound === undefined : oneBound && bound !== undefined && bound > reached
    if (!inOrder) mistakes.push({ path: `${path}.ranges.${index}`, code: 'ranges_out_of_order' })
    reached = bound ?? reached
  })
  return mistakes
}

// Fills in a form as a thorough person would: long texts, everything chosen, many rows. A form that then exceeds its
// budget would fail in the field, so the builder refuses it.

const letters = 500
const rows = 20

/** Place at which the form exceeds its budget, if it does. */
function exceededBudgetIn(definition: Definition, allowance: Allowance): Mistake[] {
  const state = new FormState(definition, trialAnswers(definition), plainContext(), { allowance })
  evaluationOf(state)
  if (!state.exceededAt) return []
  const { part } = state.exceededAt
  const placed = placedElements(definition).find(({ element }) => element.id === part.id)
  const section = definition.sections.findIndex(({ id }) => id === part.section.id)
  return [{ path: placed?.path ?? `sections.${section}`, code: 'too_much_work' }]
}

function trialAnswers(definition: Definition): Answers {
  const answers: Answers = {}
  for (const { element, repeats } of placedElements(definition)) {
    // Nested rows would be hundreds: those of the outermost repeat suffice.
    if (repeats.length > 1 || (element.type === 'repeat' && repeats.length > 0)) continue
    const value =
      element.type === 'repeat' ? rowsOf(element.id, element.max_rows) : isQuestion(element) && given(element)
    if (value === false || value === undefined) continue
    const [repeat] = repeats
    const places = repeat ? rowsOf(repeat.id, repeat.max_rows).map(row => answerKey(element.id, row)) : [element.id]
    for (const key of places) answers[key] = { value }
  }
  return answers
}

const rowsOf = (repeat: string, most = rows): string[] =>
  Array.from({ length: Math.min(most, rows) }, (_, index) => `${repeat}-${index}`)

function given(question: Question): AnswerValue | undefined {
  switch (question.type) {
    case 'text':
    case 'barcode':
    case 'hidden':
      return 'a'.repeat(letters)
    case 'yes_no':
      return 'yes'
    case 'number':
    case 'slider':
      return Math.min(question.max ?? rows, rows)
    case 'single_choice':
      return question.choices[0]?.id
    case 'multiple_choice':
      return question.choices.map(({ id }) => id)
    default:
      return undefined
  }
}
