import { answerKey } from '../answers/answerKey.ts'
import type { AnswerValue } from '../answers/answers.ts'
import type { AnswerProblem } from '../check.ts'
import type { Judgement } from '../judge.ts'
import type { Part } from './compile.ts'

/** A part where it is asked: once, or once for each row of the repeats around it. */
export type Instance = {
  key: string
  part: Part
  /** The rows around it, the outermost first. */
  rows: readonly string[]
  isVisible: boolean
  /** The answer, as long as it is visible. */
  value: AnswerValue | undefined
  /** The ids of its rows, where it is a repeat. */
  rowIds: readonly string[]
  /** Whether the form ends after it. */
  ends: boolean
  /** Worked out when somebody asks, until something changes that they rest on. */
  problems?: AnswerProblem[] | undefined
  judgement?: Judgement | undefined
}

export const keyOf = (part: Part, rows: readonly string[]): string => answerKey(part.id, rows[part.repeats.length - 1])

export const newInstance = (part: Part, rows: readonly string[]): Instance => ({
  key: keyOf(part, rows),
  part,
  rows,
  isVisible: false,
  value: undefined,
  rowIds: [],
  ends: false,
})

/** The ids of rows that an answer to a repeat names. */
export const rowIdsIn = (value: AnswerValue | undefined): readonly string[] =>
  Array.isArray(value) ? value.filter(id => typeof id === 'string') : []

/** The id of a row that nobody adds by hand: the same on every device, and unlike that of any other row of the form. */
export const countedRowId = (repeat: Part, rows: readonly string[], number: number): string =>
  [...rows.slice(-1), `${repeat.order}-${number}`].join('.')
