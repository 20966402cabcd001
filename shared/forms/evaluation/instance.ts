import { answerKey } from '../answers/answerKey.ts'
import type { AnswerValue } from '../answers/answers.ts'
import type { AnswerProblem } from '../check.ts'
import type { Judgement } from '../judge.ts'
import type { Part } from './compile.ts'

/** A part at one place: once, or once per row of the repeats around it. */
export type Instance = {
  key: string
  part: Part
  /** Rows around it, the outermost first. */
  rows: readonly string[]
  isVisible: boolean
  /** The answer while it is visible. */
  value: AnswerValue | undefined
  /** Ids of its rows, where it is a repeat. */
  rowIds: readonly string[]
  /** True when the form ends after it. */
  ends: boolean
  /** Computed on demand and cached until a dependency changes. */
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

/** Row ids in an answer to a repeat. */
export const rowIdsIn = (value: AnswerValue | undefined): readonly string[] =>
  Array.isArray(value) ? value.filter(id => typeof id === 'string') : []

/** Id of a generated row: the same on every device, and unique in the form. */
export const countedRowId = (repeat: Part, rows: readonly string[], number: number): string =>
  [...rows.slice(-1), `${repeat.order}-${number}`].join('.')
