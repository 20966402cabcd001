/** Mistakes between the parts of a form, apart from expressions: sets, rosters, measures, triggers, people. */
import type { Person } from '../consequences.ts'
import type { Definition, Repeat } from '../definition.ts'
import { isQuestion, type Placed, placedElements, questionsIn } from '../elements.ts'
import type { FaultCode, FaultValues } from '../expressions/tokens.ts'
import { misfitOf, violationOf } from '../fit.ts'
import type { Question } from '../questions.ts'

export type MistakeCode =
  | 'no_questions'
  | 'duplicate_id'
  | 'text_missing'
  | 'no_choices'
  | 'cannot_fail'
  | 'critical_optional'
  | 'points_without_good_answer'
  | 'ranges_out_of_order'
  | 'min_above_max'
  | 'bands_out_of_order'
  | 'pass_mark_without_points'
  | 'band_without_scoring'
  | 'end_in_repeat'
  | 'unknown_choice_set'
  | 'not_a_group_question'
  | 'not_an_animal_question'
  | 'not_a_user_question'
  | 'nothing_to_measure'
  | 'default_unfit'
  | 'too_much_work'
  | 'table_missing'
  | FaultCode

/**
 * `path` leads to the place in the definition: "sections.0.questions.2.choices". In an expression, `at` and `length`
 * point into its text; `values` are for the message.
 */
export type Mistake = { path: string; code: MistakeCode; at?: number; length?: number; values?: FaultValues }

/** `definition` has its choice sets resolved; `original` still names them. */
export function structureMistakes(definition: Definition, original: Definition): Mistake[] {
  const placed = placedElements(definition)
  const questions = new Map(placed.flatMap(({ element }) => (isQuestion(element) ? [[element.id, element]] : [])))
  return [
    ...tableMistakes(original),
    ...placed.flatMap(one => [
      ...(one.element.type === 'repeat' ? repeatMistakes(one.element, one.path, questions) : []),
      ...(isQuestion(one.element) ? questionMistakes(one, one.element, original, questions) : []),
    ]),
    ...triggerMistakes(definition, questions),
  ]
}

/** A table without content, and two of one name. */
function tableMistakes({ tables = [] }: Definition): Mistake[] {
  return tables.flatMap(({ name, uuid }, index): Mistake[] => {
    const isSecond = tables.findIndex(table => table.name === name) < index
    if (isSecond) return [{ path: `tables.${index}.name`, code: 'duplicate_id' }]
    return uuid === undefined ? [{ path: `tables.${index}`, code: 'table_missing', values: { name } }] : []
  })
}

/** Table whose rows a question offers, and its columns. */
function tableUseMistakes(question: Question, path: string, { tables = [] }: Definition): Mistake[] {
  if (!('table' in question) || !question.table) return []
  const { name: called, value, label } = question.table
  const table = tables.find(one => one.name === called)
  if (!table) return [{ path: `${path}.table`, code: 'unknown_table', values: { name: called } }]
  if (table.uuid === undefined) return []
  return [...new Set([value, label])]
    .filter(name => !table.columns.includes(name))
    .map(name => ({ path: `${path}.table`, code: 'unknown_attribute', values: { name } }))
}

type Questions = ReadonlyMap<string, Question>

function questionMistakes(
  { path, repeats }: Placed,
  question: Question,
  original: Definition,
  questions: Questions,
): Mistake[] {
  const { choice_sets = [] } = original
  const mistakes: Mistake[] = tableUseMistakes(question, path, original)
  if (question.ends_form_if && repeats.length > 0)
    mistakes.push({ path: `${path}.ends_form_if`, code: 'end_in_repeat' })
  if ('choice_set' in question && question.choice_set && !choice_sets.some(({ id }) => id === question.choice_set))
    mistakes.push({ path: `${path}.choice_set`, code: 'unknown_choice_set', values: { name: question.choice_set } })
  if (question.type === 'animal' && question.group && questions.get(question.group)?.type !== 'animal_group')
    mistakes.push({ path: `${path}.group`, code: 'not_a_group_question' })
  const { default: initial, triggers = [] } = question
  if (initial?.from === 'fixed' && (misfitOf(question, initial.value) || violationOf(question, initial.value)))
    mistakes.push({ path: `${path}.default`, code: 'default_unfit' })
  const effects = [
    ...('when_failed' in question && question.when_failed
      ? [{ path: `${path}.when_failed`, ...question.when_failed }]
      : []),
    ...triggers.map((trigger, index) => ({ ...trigger, path: `${path}.triggers.${index}` })),
  ]
  return [...mistakes, ...effects.flatMap(({ path: place, ...effect }) => peopleMistakes(effect, place, questions))]
}

type Effect = {
  task?: { assignee: Person; recheck?: Person | 'other' | 'nobody' | undefined } | undefined
  notify?: { to: Person[] } | undefined
}

/** A person named by an answer needs a question about people. */
function peopleMistakes({ task, notify }: Effect, path: string, questions: Questions): Mistake[] {
  const isNobody = (person: Person | 'other' | 'nobody') =>
    typeof person === 'object' && 'answer_of' in person && questions.get(person.answer_of)?.type !== 'user'
  return [
    ...(task && isNobody(task.assignee)
      ? [{ path: `${path}.task.assignee`, code: 'not_a_user_question' as const }]
      : []),
    ...(task?.recheck && isNobody(task.recheck)
      ? [{ path: `${path}.task.recheck`, code: 'not_a_user_question' as const }]
      : []),
    ...(notify?.to.some(isNobody) ? [{ path: `${path}.notify.to`, code: 'not_a_user_question' as const }] : []),
  ]
}

function repeatMistakes(
  { rows, measures = [], questions: inside, min_rows, max_rows }: Repeat,
  path: string,
  questions: Questions,
): Mistake[] {
  const own = questionsIn(inside)
  const mistakes: Mistake[] = []
  if (min_rows !== undefined && max_rows !== undefined && min_rows > max_rows)
    mistakes.push({ path: `${path}.max_rows`, code: 'min_above_max' })
  if (rows?.from === 'animals') {
    if (own.find(({ id }) => id === rows.animal)?.type !== 'animal')
      mistakes.push({ path: `${path}.rows.animal`, code: 'not_an_animal_question' })
    if (rows.group !== undefined && questions.get(rows.group)?.type !== 'animal_group')
      mistakes.push({ path: `${path}.rows.group`, code: 'not_a_group_question' })
  }
  for (const [index, { question, limits }] of measures.entries()) {
    const place = `${path}.measures.${index}`
    const measured = own.find(({ id }) => id === question)
    if (!measured || !canGrade(measured)) mistakes.push({ path: `${place}.question`, code: 'nothing_to_measure' })
    if (limits && limits.good > limits.attention) mistakes.push({ path: `${place}.limits`, code: 'bands_out_of_order' })
  }
  return mistakes
}

function canGrade(question: Question): boolean {
  if ('choices' in question) return question.choices.some(({ grade }) => grade !== undefined)
  return ['yes_no', 'number', 'slider', 'rating', 'calculated'].includes(question.type)
}

function triggerMistakes({ triggers = [], sections, scoring }: Definition, questions: Questions): Mistake[] {
  const measures = new Set(
    placedElements({ schema: 1, default_language: 'en', sections }).flatMap(({ element }) =>
      element.type === 'repeat' ? (element.measures ?? []).map(({ id }) => id) : [],
    ),
  )
  return triggers.flatMap((trigger, index) => {
    const path = `triggers.${index}`
    const { when, demand } = trigger
    const mistakes = peopleMistakes(trigger, path, questions)
    if (demand && !questions.has(demand.question))
      mistakes.push({ path: `${path}.demand.question`, code: 'unknown_reference', values: { name: demand.question } })
    if (when.on === 'score' && when.section !== undefined && !sections.some(({ id }) => id === when.section))
      mistakes.push({ path: `${path}.when.section`, code: 'unknown_reference', values: { name: when.section } })
    if (when.on === 'measure' && !measures.has(when.measure))
      mistakes.push({ path: `${path}.when.measure`, code: 'unknown_reference', values: { name: when.measure } })
    if (when.on === 'band' && !scoring) mistakes.push({ path: `${path}.when`, code: 'band_without_scoring' })
    return mistakes
  })
}
