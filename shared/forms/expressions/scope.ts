import type { Locale } from '../../lib/language.ts'
import type { Rows } from '../tables/Rows.ts'
import type { Budget } from './budget.ts'
import type { Value } from './values.ts'

/** Interface of an expression to its surroundings. Evaluation knows no form. */
export type Scope = {
  /**
   * Answer to a question as seen from here: one value, or a list where it is asked in rows around which this place is
   * not.
   */
  read(name: string): Value
  /** Previous answer. */
  readLast(name: string): Value
  /** Answer in the row with these numbers, counted from 1 and from the outermost, of the named repeats. */
  readRow(name: string, rows: { repeat: string; number: number }[]): Value
  /** `.`: the answer that the expression belongs to. */
  self(): Value
  /** A column of the choice that a filter tests. */
  attribute(name: string): string
  /** Number of the row around this place; of its parent row for 2. */
  position(levels: number): number
  /** Labels of choices, given by their ids with spaces between them. */
  choiceNames(ids: string, question: string): string
  /** Rows of a table or list by its name; undefined for an unknown one, or without its content. */
  table(name: string): Rows | undefined
  random(): number
  /** Moment of the evaluation, by the local clock and with its zone. */
  now: string
  /** Time at which the form was begun, with its zone; undefined where unknown. */
  begun: string | undefined
  /** The device's own description. */
  device: string
  language: Locale
  /** Remaining budget of the evaluation. */
  budget: Budget
}

export type Work = (args: Value[], scope: Scope) => Value
