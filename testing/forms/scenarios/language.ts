/**
 * A small language in which the engine's behaviour is written down: a form, the answers that somebody gives, and what
 * the engine must say to them. Scenarios are plain data without a test runner and without Node, so that the same files
 * run on the server and in the browser, and their results can be compared.
 *
 *   scenario('a dry trough fails the form', {
 *     form: form(yesNo('water', { good: 'yes', points: 4, critical: true })),
 *     answers: { water: 'no' },
 *     expect: { points: '0 of 4', passed: false, failed: ['water!'] },
 *   })
 */

import { answerKey } from '#shared/forms/answers/answerKey.ts'
import type { Answer, Answers, AnswerValue } from '#shared/forms/answers/answers.ts'
import { checkDraft, unknownAnswers } from '#shared/forms/check.ts'
import type { WhenFailed } from '#shared/forms/consequences.ts'
import type { Definition, Element, Repeat, Section } from '#shared/forms/definition.ts'
import type { Choice } from '#shared/forms/elementFields.ts'
import type { FormContext } from '#shared/forms/evaluation/context.ts'
import { applyDefaults } from '#shared/forms/evaluation/defaults.ts'
import { FormState } from '#shared/forms/evaluation/FormState.ts'
import type { AnswerProblem } from '#shared/forms/fit.ts'
import { evaluationOf } from '#shared/forms/logic.ts'
import type {
  CalculatedQuestion,
  NumberQuestion,
  NumberRange,
  Question,
  YesNoQuestion,
} from '#shared/forms/questions.ts'
import type { Band } from '#shared/forms/scoring/score.ts'

/** A bare value, or a whole answer where there is a note or a photo beside it. */
type Given = AnswerValue | Answer

/** What the engine said, in words short enough to be written by hand. */
export type Outcome = {
  /** "3 of 4" */
  points: string
  percent: number | null
  passed: boolean | null
  band: Band | null
  /** Percent by section. */
  sections: Record<string, number | null>
  /** Ids; a critical one has an exclamation mark. */
  failed: string[]
  /** "question: title" of the corrective tasks. */
  tasks: string[]
  /** "question code figure", as on completion and as in a draft. */
  problems: string[]
  draft: string[]
  /** "1 of 2" */
  answered: string
  missing: string[]
  /** Keys of the questions that are asked. */
  visible: string[]
  /** Of what is asked; null without an answer. */
  values: Record<string, AnswerValue | null>
  required: string[]
  readOnly: string[]
  /** What is offered, by question. */
  choices: Record<string, string[]>
  /** How many, by repeat. */
  rows: Record<string, number>
  /** "lameness: 2 of 4, 50 %, act" */
  measures: string[]
  sectionsPassed: Record<string, boolean | null>
  status: string | null
  /** "state about animal" */
  statuses: string[]
  /** "question recipients message" */
  notices: string[]
  /** The keys of what is kept. */
  settled: string[]
}

export type Scenario = {
  title: string
  form: Definition
  answers: Record<string, Given>
  /** What is answered after that, one after the other, as people do; null takes an answer away. */
  after?: [key: string, given: Given | null][]
  /** What was answered the last time, and who fills it in. */
  context?: Partial<FormContext>
  /** Defaults are given before anything is looked at. */
  isNew?: boolean
  /** Only what is named here is compared. */
  expect: Partial<Outcome>
}

/** The moment at which all scenarios play. */
const moment: FormContext = { now: '2026-11-21T09:30:00.000+01:00', language: 'en', random: () => 0.5 }

export const scenario = (title: string, rest: Omit<Scenario, 'title'>): Scenario => ({ title, ...rest })

/** Plays a scenario; comparing the outcome with what it expects is for the test runner. */
export function play({ form, answers: given, after = [], context, isNew }: Scenario): Outcome {
  const answers: Answers = Object.fromEntries(Object.entries(given).map(([id, value]) => [id, wholeAnswer(value)]))
  const around = { ...moment, ...context }
  const state = new FormState(form, answers, around)
  if (isNew) for (const [key, value] of applyDefaults(state, new Set())) answers[key] = { value }
  for (const [key, value] of after) {
    state.setAnswer(key, value === null ? undefined : wholeAnswer(value))
    if (value === null) delete answers[key]
    else answers[key] = wholeAnswer(value)
  }
  const { score, progress, problems, tasks, notices, statuses, subject_status } = evaluationOf(state)
  requireSame(state, new FormState(form, answers, around))
  const visible = [...state.visible()]
  const each = <T>(of: (key: string) => T) =>
    Object.fromEntries(visible.filter(({ part }) => part.question).map(({ key }) => [key, of(key)]))
  return {
    visible: visible.filter(({ part }) => part.question).map(({ key }) => key),
    values: each(key => state.value(key) ?? null),
    required: visible.filter(({ key }) => state.isRequired(key)).map(({ key }) => key),
    readOnly: visible.filter(({ key, part }) => part.question && state.isReadOnly(key)).map(({ key }) => key),
    choices: Object.fromEntries(
      visible.flatMap(({ key, part }) =>
        part.question && 'choices' in part.question ? [[key, state.choices(key).map(({ id }) => id)]] : [],
      ),
    ),
    rows: Object.fromEntries(visible.flatMap(({ key, part }) => (part.repeat ? [[key, state.rows(key).length]] : []))),
    measures: (score.measures ?? []).map(
      ({ id, affected, counted, percent, band }) => `${id}: ${affected} of ${counted}, ${percent} %, ${band}`,
    ),
    sectionsPassed: Object.fromEntries(score.sections.map(section => [section.id, section.passed ?? null])),
    status: subject_status,
    statuses: statuses.map(({ status, about, animal }) => [status, about, animal?.name].filter(Boolean).join(' ')),
    notices: notices.map(({ to, message, about }) =>
      `${about ?? 'form'} ${JSON.stringify(to)} ${message?.en ?? ''}`.trim(),
    ),
    settled: Object.keys(state.settled()),
    points: `${score.points} of ${score.max}`,
    percent: score.percent,
    passed: score.passed,
    band: score.band,
    sections: Object.fromEntries(score.sections.map(section => [section.id, section.percent])),
    failed: score.failed.map(
      ({ question_id, row_id, critical }) => answerKey(question_id, row_id) + (critical ? '!' : ''),
    ),
    tasks: tasks.map(({ question_id, title, assignee }) =>
      [question_id, ': ', title.en, typeof assignee === 'string' ? '' : ` ${JSON.stringify(assignee)}`].join(''),
    ),
    problems: [...unknownAnswers(form, answers), ...problems].map(inWords),
    draft: checkDraft(form, answers).map(inWords),
    answered: `${progress.answered} of ${progress.total}`,
    missing: progress.missing,
  }
}

const wholeAnswer = (given: Given): Answer =>
  typeof given === 'object' && !Array.isArray(given) && !('latitude' in given) ? given : { value: given }

const inWords = ({ question_id, row_id, code, values = {}, message }: AnswerProblem) =>
  [answerKey(question_id, row_id), code, ...Object.values(values), ...(message?.en ? [message.en] : [])].join(' ')

/** Answer by answer, or all at once: a form comes to the same. */
function requireSame(one: FormState, other: FormState): void {
  const [here, there] = [one, other].map(state =>
    JSON.stringify(
      [...state.visible()].map(({ key, value }) => [key, value, state.problemsAt(key), state.judgementAt(key)]),
    ),
  )
  if (here !== there) throw new Error(`Answer by answer, the form came to something else:\n${here}\n${there}`)
}

type Rest<Kind> = Partial<Omit<Kind, 'id' | 'type' | 'label'>>

/** A form with one section, "main", and the bands 85 and 60. */
export const form = (...questions: Element[]) => formOf([section('main', ...questions)])

export const formOf = (sections: Section[], rest: Partial<Definition> = {}): Definition => ({
  schema: 1,
  default_language: 'en',
  sections,
  scoring: { bands: { good: 85, attention: 60 } },
  ...rest,
})

export const section = (id: string, ...questions: Element[]): Section => ({ id, title: { en: id }, questions })

export const yesNo = (id: string, rest: Rest<YesNoQuestion> = {}): Question => ({
  type: 'yes_no',
  ...named(id),
  ...rest,
})

type Choices = { choices: Choice[]; required?: boolean; critical?: boolean; when_failed?: WhenFailed }
export const oneOf = (id: string, rest: Choices): Question => ({ type: 'single_choice', ...named(id), ...rest })
export const anyOf = (id: string, rest: Choices): Question => ({ type: 'multiple_choice', ...named(id), ...rest })
export const choice = (id: string, rest: Omit<Choice, 'id' | 'label'> = {}): Choice => ({ ...named(id), ...rest })

export const number = (id: string, rest: Rest<NumberQuestion> = {}): Question => ({
  type: 'number',
  ...named(id),
  ...rest,
})
export const upTo = (up_to: number, rest: NumberRange): NumberRange => ({ up_to, ...rest })
export const below = (limit: number, rest: NumberRange): NumberRange => ({ below: limit, ...rest })

export const date = (id: string, required = false): Question => ({ type: 'date', ...named(id), required })
export const text = (id: string, required = false): Question => ({ type: 'text', ...named(id), required })
export const photo = (id: string, required = false): Question => ({ type: 'photo', ...named(id), required })

export const task = (title: string): WhenFailed => ({
  task: { title: { en: title }, priority: 'high', due_after: 'PT4H', assignee: 'submitter' },
})

export const picture = { uuid: '7d3f1c1e-5a0b-4c6e-9d57-2f6a0f3f9a11', name: 'trough.jpg' }

const named = (id: string) => ({ id, label: { en: id } })

/** A calculated value, which is seen. */
export const calculated = (id: string, calculate: string, rest: Rest<CalculatedQuestion> = {}): Question => ({
  type: 'calculated',
  ...named(id),
  calculate,
  ...rest,
})

/** A question of any other type. */
/** Those of the questions that can be of a type. */
type OfType<One, Type> = One extends { type: infer Types } ? (Type extends Types ? One : never) : never

export const ask = <Type extends Question['type']>(
  type: Type,
  id: string,
  rest: Partial<OfType<Question, Type>> = {},
): Question => ({ type, ...named(id), ...rest }) as Question

export const group = (id: string, visible_if: string | undefined, ...questions: Element[]): Element => ({
  type: 'group',
  ...named(id),
  ...(visible_if !== undefined && { visible_if }),
  questions,
})

export const repeat = (id: string, rest: Partial<Repeat>, ...questions: Element[]): Element => ({
  type: 'repeat',
  ...named(id),
  ...rest,
  questions,
})
