import { answerKey } from '../answers/answerKey.ts'
import type { AnswerValue } from '../answers/answers.ts'
import type { AnswerProblem } from '../fit.ts'
import type { AnswerScore } from '../scoreAnswer.ts'
import type { Part } from './dependencies.ts'

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
  judgement?: AnswerScore | undefined
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

/** Bound of instances of all questions together; those beyond it are not asked. */
const maxInstances = 50_000

/** Instances of a form's parts, found by key, and by part and rows. */
export class Instances {
  private readonly byKey = new Map<string, Instance>()

  readonly get = (key: string): Instance | undefined => this.byKey.get(key)

  get hasRoom(): boolean {
    return this.byKey.size < maxInstances
  }

  all(): IterableIterator<Instance> {
    return this.byKey.values()
  }

  add(part: Part, rows: readonly string[]): Instance {
    const instance = newInstance(part, rows)
    this.byKey.set(instance.key, instance)
    return instance
  }

  remove({ key }: Instance): void {
    this.byKey.delete(key)
  }

  /** Ids of a repeat's rows. */
  rows(key: string): readonly string[] {
    return this.byKey.get(key)?.rowIds ?? []
  }

  /** Instances of a part, or those of them in these rows, the outermost first. */
  of(part: Part, within: readonly string[] = []): Instance[] {
    const repeat = part.repeats[within.length]
    if (!repeat) {
      const instance = this.byKey.get(keyOf(part, within))
      return instance ? [instance] : []
    }
    const rows = this.rows(keyOf(repeat, within))
    if (within.length < part.repeats.length - 1) return rows.flatMap(row => this.of(part, [...within, row]))
    // The innermost rows are the most numerous.
    const found: Instance[] = []
    for (const row of rows) {
      const instance = this.byKey.get(answerKey(part.id, row))
      if (instance) found.push(instance)
    }
    return found
  }

  /**
   * Instances of `dependent` that see an instance of `part` in these rows: those in the same rows, or all where it
   * reads other rows.
   */
  seeing(dependent: Part, part: Part, rows: readonly string[]): Instance[] {
    if (dependent.readsRows) return this.of(dependent)
    const shared = dependent.repeats.findIndex((repeat, index) => repeat !== part.repeats[index])
    return this.of(dependent, rows.slice(0, shared < 0 ? dependent.repeats.length : shared))
  }
}
