/**
 * Updates a form after an answer: dependents are invalidated and recalculated in the order of their dependencies, each
 * instance once, and rows are added and removed with the answers to their repeats.
 */

import { isRowId } from '../answers/answerKey.ts'
import type { Answer, AnswerValue } from '../answers/answers.ts'
import { numberOf } from '../expressions/values.ts'
import type { Part } from './dependencies.ts'
import type { FormState } from './FormState.ts'
import { countedRowId, type Instance, keyOf, newInstance, rowIdsIn } from './Instances.ts'
import { answerFrom, isSameValue } from './scopeAt.ts'

/** Bound of rows of a repeat; a wrong count must not fill a phone. */
const maxRows = 500

export class Recalculation {
  private readonly state: FormState
  private readonly given: Map<string, Answer>
  /** By rank: dependencies of a part have lower ranks. */
  private invalid: Set<Instance>[] = []
  /** Parts of which all instances are already invalid. */
  private whollyInvalid = new Set<Part>()
  /** Rank that is being recalculated. */
  private rank = -1
  private changed = new Set<string>()
  /** Place in the form after which nothing is asked. */
  private endsAfter = Number.POSITIVE_INFINITY

  constructor(state: FormState, given: Map<string, Answer>) {
    this.state = state
    this.given = given
  }

  add(part: Part, rows: readonly string[]): void {
    this.invalidate(this.state.instances.add(part, rows))
  }

  invalidate(instance: Instance): void {
    const { rank } = instance.part
    this.state.budget.note(1)
    // Only a circle waits for a later part; one round is enough.
    if (rank <= this.rank) return
    const waiting = this.invalid[rank]
    if (waiting) waiting.add(instance)
    else this.invalid[rank] = new Set([instance])
  }

  /** Keys of everything that may look different. */
  run(): ReadonlySet<string> {
    for (let rank = 0; rank < this.invalid.length; rank++) {
      this.rank = rank
      this.whollyInvalid.clear()
      for (const instance of this.invalid[rank] ?? [])
        if (this.state.instance(instance.key) === instance) this.recalculate(instance)
    }
    this.invalid = []
    this.rank = -1
    const { changed } = this
    this.changed = new Set()
    return changed
  }

  private recalculate(instance: Instance): void {
    const { part } = instance
    const [wasVisible, before] = [instance.isVisible, instance.value]
    instance.isVisible = this.isShown(instance)
    instance.value = instance.isVisible ? this.valueFor(instance) : undefined
    this.clearDerived(instance)
    const isMoved = wasVisible !== instance.isVisible
    const isOther = !isSameValue(before, instance.value)
    if (part.repeat && isOther) this.syncRows(instance)
    if (isMoved && !part.repeat) this.invalidateChildren(instance)
    if (isMoved || isOther) this.invalidateDependents(instance)
    if (part.ends) this.noteEnd(instance)
  }

  private isShown(instance: Instance): boolean {
    const { state } = this
    const { container, visible, order } = instance.part
    if (order > this.endsAfter) return false
    if (container && !state.isVisible(keyOf(container, instance.rows))) return false
    // A part beyond the budget is shown, with the reason.
    if (!visible || state.isTrue(visible, instance) || state.exceededAt) return true
    return state.trustsDevice(visible) && this.hasAnswers(instance)
  }

  /** Tells whether it, or anything in it, has answers. */
  private hasAnswers({ part, rows, key }: Instance): boolean {
    if (this.given.has(key)) return true
    return !part.repeat && part.children.some(child => this.hasAnswers(newInstance(child, rows)))
  }

  private valueFor(instance: Instance): AnswerValue | undefined {
    const { part, key } = instance
    const given = this.given.get(key)?.value
    const { calculate, question, repeat } = part
    if (!calculate || (given !== undefined && this.state.keepsGiven(part))) return given
    const value = this.state.evaluate(calculate, instance)
    if (repeat) return this.countedRows(part, instance, numberOf(value), given)
    const answer = question && answerFrom(question, value)
    if (part.isChance && answer !== undefined) this.given.set(key, { ...this.given.get(key), value: answer })
    return answer
  }

  /** Adjusts the number of rows; existing ones stay as they are. */
  private countedRows(repeat: Part, { rows }: Instance, count: number, given: AnswerValue | undefined): string[] {
    const isPossible = this.state.instances.hasRoom && Number.isFinite(count)
    const wanted = isPossible ? Math.min(Math.max(Math.trunc(count), 0), maxRows) : 0
    const counted = [...new Set(rowIdsIn(given))].filter(isRowId).slice(0, wanted)
    const there = new Set(counted)
    for (let number = 1; counted.length < wanted; number++) {
      const row = countedRowId(repeat, rows, number)
      if (!there.has(row)) counted.push(row)
    }
    return counted
  }

  /** Rows were added, removed or reordered. */
  private syncRows(instance: Instance): void {
    const { part, rows, rowIds: before } = instance
    const now = rowIdsIn(instance.value)
    instance.rowIds = now
    const there = new Set(now)
    for (const row of before) if (!there.has(row)) this.removeRow(part, [...rows, row])
    for (const [index, row] of now.entries()) this.addRow(part, [...rows, row], before[index] === row)
    this.invalidateOrder(part, part.children, rows)
  }

  private removeRow(container: Part, rows: readonly string[]): void {
    for (const child of container.children) {
      const instance = this.state.instance(keyOf(child, rows))
      if (!instance) continue
      if (child.repeat) for (const inner of instance.rowIds) this.removeRow(child, [...rows, inner])
      else this.removeRow(child, rows)
      this.state.instances.remove(instance)
      this.invalidateDependents(instance)
    }
  }

  /** An existing row may have another number and other neighbours. */
  private addRow(container: Part, rows: readonly string[], isInPlace: boolean): void {
    for (const child of container.children) {
      const known = this.state.instance(keyOf(child, rows))
      if (known && child.readsRows) this.invalidate(known)
      if (known && !isInPlace) this.clearDerived(known)
      if (!known && this.state.instances.hasRoom) this.add(child, rows)
      if (!child.repeat) this.addRow(child, rows, isInPlace)
    }
  }

  /** Expressions outside the repeat see its rows in another order. */
  private invalidateOrder(repeat: Part, children: Part[], rows: readonly string[]): void {
    const { dependents, watchers } = this.state.form
    for (const child of children) {
      for (const dependent of dependents.get(child.id) ?? [])
        if (!dependent.repeats.includes(repeat)) this.invalidateSeeing(dependent, child, rows)
      for (const watcher of watchers.get(child.id) ?? [])
        if (!watcher.repeats.includes(repeat)) this.clearSeeing(watcher, child, rows)
      this.invalidateOrder(repeat, child.children, rows)
    }
  }

  /** Dependents are recalculated, or checked again. */
  private invalidateDependents({ part, rows, key }: Instance): void {
    const { dependents, watchers } = this.state.form
    this.changed.add(key)
    for (const dependent of dependents.get(part.id) ?? []) this.invalidateSeeing(dependent, part, rows)
    for (const watcher of watchers.get(part.id) ?? []) this.clearSeeing(watcher, part, rows)
  }

  private invalidateSeeing(dependent: Part, part: Part, rows: readonly string[]): void {
    if (dependent.readsRows && this.whollyInvalid.has(dependent)) return
    for (const other of this.state.instances.seeing(dependent, part, rows)) this.invalidate(other)
    if (dependent.readsRows) this.whollyInvalid.add(dependent)
  }

  private clearSeeing(watcher: Part, part: Part, rows: readonly string[]): void {
    for (const other of this.state.instances.seeing(watcher, part, rows)) this.clearDerived(other)
  }

  private invalidateChildren({ part, rows }: Instance): void {
    for (const child of part.children)
      for (const instance of this.state.instances.of(child, rows)) this.invalidate(instance)
  }

  private clearDerived(instance: Instance): void {
    instance.problems = undefined
    instance.judgement = undefined
    this.changed.add(instance.key)
  }

  private noteEnd(instance: Instance): void {
    const { form, instances } = this.state
    const { ends } = instance.part
    instance.ends = instance.isVisible && ends !== undefined && this.state.isTrue(ends, instance)
    const ending = form.enders.filter(({ id }) => this.state.instance(id)?.ends)
    const endsAfter = Math.min(Number.POSITIVE_INFINITY, ...ending.map(({ order }) => order))
    if (endsAfter === this.endsAfter) return
    const from = Math.min(endsAfter, this.endsAfter)
    this.endsAfter = endsAfter
    for (const part of form.parts) if (part.order > from) for (const other of instances.of(part)) this.invalidate(other)
  }
}
