/**
 * A small language in which the engine's behaviour is written down: a form, the answers that somebody gives, and what the engine
 * must say to them. Scenarios are plain data without a test runner and without Node, so that the same files run on the server and
 * in the browser, and their results can be compared.
 *
 *   scenario('a dry trough fails the form', {
 *     form: form(yesNo('water', { good: 'yes', points: 4, critical: true })),
 *     answers: { water: 'no' },
 *     expect: { points: '0 of 4', passed: false, failed: ['water!'] },
 *   })
 */
import type { Answer, Answers, AnswerValue } from '../answers.ts'
import { type AnswerProblem, checkDraft } from '../check.ts'
import type { Choice } from '../choices.ts'
import type { WhenFailed } from '../consequences.ts'
import type { Definition, Element, Section } from '../definition.ts'
import { evaluate } from '../logic.ts'
import type { NumberQuestion, NumberRange, Question, YesNoQuestion } from '../questions.ts'
import type { Band } from '../score.ts'

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
}

export type Scenario = {
  title: string
  form: Definition
  answers: Record<string, Given>
  /** Only what is named here is compared. */
  expect: Partial<Outcome>
}

export const scenario = (title: string, rest: Omit<Scenario, 'title'>): Scenario => ({ title, ...rest })

/** Plays a scenario; comparing the outcome with what it expects is for the test runner. */
export function play({ form, answers: given }: Scenario): Outcome {
  const answers: Answers = Object.fromEntries(Object.entries(given).map(([id, value]) => [id, wholeAnswer(value)]))
  const { score, progress, problems, tasks } = evaluate(form, answers)
  return {
    points: `${score.points} of ${score.max}`,
    percent: score.percent,
    passed: score.passed,
    band: score.band,
    sections: Object.fromEntries(score.sections.map(section => [section.id, section.percent])),
    failed: score.failed.map(({ question_id, critical }) => question_id + (critical ? '!' : '')),
    tasks: tasks.map(task => `${task.question_id}: ${task.title.en}`),
    problems: problems.map(inWords),
    draft: checkDraft(form, answers).map(inWords),
    answered: `${progress.answered} of ${progress.total}`,
    missing: progress.missing,
  }
}

const wholeAnswer = (given: Given): Answer =>
  typeof given === 'object' && !Array.isArray(given) && !('latitude' in given) ? given : { value: given }

const inWords = ({ question_id, code, values = {} }: AnswerProblem) =>
  [question_id, code, ...Object.values(values)].join(' ')

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
