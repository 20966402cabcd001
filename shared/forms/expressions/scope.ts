import type { Locale } from '../../lib/language.ts'
import type { Rows } from '../tables/Rows.ts'
import type { Budget } from './budget.ts'
import type { Value } from './values.ts'

/** What an expression can ask of its surroundings. Evaluation knows no form: this is all of it that is seen. */
export type Scope = {
  /** The answer to a question as it is seen from here: one value, or a list where it is asked in rows that this place is not in. */
  read(name: string): Value
  /** What was answered the last time. */
  readLast(name: string): Value
  /** The answer in the row with these numbers, counted from 1 and from the outside, of the repeats named. */
  readRow(name: string, rows: { repeat: string; number: number }[]): Value
  /** `.`: the answer that the expression belongs to. */
  self(): Value
  /** A column of the choice that a filter looks at. */
  attribute(name: string): string
  /** The number of the row around this place; of the one around that for 2. */
  position(levels: number): number
  /** The words of choices, given by their ids with spaces between them. */
  choiceNames(ids: string, question: string): string
  /** The rows of a table or list by its name; undefined where there is none, or its content is not here. */
  table(name: string): Rows | undefined
  random(): number
  /** The moment for which it is worked out, by the clock on the wall there and with its zone. */
  now: string
  /** When the form was begun, by some clock with its zone; undefined where nobody knows. */
  begun: string | undefined
  /** What the device says of itself. */
  device: string
  language: Locale
  /** What the evaluation may still cost. */
  budget: Budget
}

export type Work = (args: Value[], scope: Scope) => Value
