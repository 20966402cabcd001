/**
 * A form that is being filled in, worked out: what is visible, what values come to, which rows there are. It is brought up to date
 * answer by answer, and only what an answer touches is worked out again. It knows no screen and no server; both use it.
 *
 *   const state = new FormState(definition, answers, context)
 *   const changed = state.give('water', { value: 'no' })   // the keys whose questions may look different now
 *   state.isVisible('why'); state.problemsAt('why'); state.settled()
 */
import { answerKey } from '../answers/answerKey.ts'
import type { Answer, Answers, AnswerValue } from '../answers/answers.ts'
import type { AnswerProblem } from '../check.ts'
import type { Choice } from '../choices.ts'
import type { Definition } from '../definition.ts'
import { type Allowance, Budget, OverBudget, wholeAllowance } from '../expressions/budget.ts'
import { evaluate } from '../expressions/evaluate.ts'
import { wantedText } from '../expressions/lookups.ts'
import type { Node } from '../expressions/node.ts'
import { asksClock, asksLast } from '../expressions/references.ts'
import { numberOf, type Value, yesOrNo } from '../expressions/values.ts'
import { type Judgement, judge, pickedChoices } from '../judge.ts'
import { answerFrom, isSameValue } from './answerValues.ts'
import { choicesWith } from './choicesWith.ts'
import { type CompiledForm, compileForm, type Part } from './compile.ts'
import { type FormContext, plainContext } from './context.ts'
import { countedRowId, type Instance, keyOf, newInstance, rowIdsIn } from './instance.ts'
import { problemsOf } from './problemsOf.ts'
import { scopeAt } from './scopeAt.ts'
import type { Worths } from './Worths.ts'

/** More rows than anybody adds; a count that came out wrong must not fill a phone. */
const mostRows = 500
/** The same for rows in rows in rows, of all questions together: what is beyond is not asked. */
const mostInstances = 50_000
/** What it costs to ask for the worth of an expression, however small it is. */
const stepsOfAsking = 10

/** More than these are looked up by what a filter asks for, before each is asked. */
const manyChoices = 100

export class FormState {
  readonly form: CompiledForm
  context: FormContext
  /** How many expressions were worked out so far: the measure of the work that an answer makes. */
  work = 0
  /** What this evaluation may still cost; each answer has a budget of its own. */
  budget: Budget
  /** Where the budget was used up: nothing was worked out any more from there on. */
  overdoneAt: Instance | undefined
  private allowance: Allowance
  private readonly worths: Worths | undefined
  private readonly given: Map<string, Answer>
  private readonly instances = new Map<string, Instance>()
  /** To be worked out, by rank. */
  private dirty: Set<Instance>[] = []
  /** Those of which all instances are to be worked out already. */
  private whollyDirty = new Set<Part>()
  private sweeping = -1
  private changed = new Set<string>()
  /** The calculations that a condition around them is asking for. */
  private readonly peeking = new Set<string>()
  /** Whose condition it is. */
  around: Part | undefined
  /** The place in the form after which nothing is asked. */
  private endsAfter = Number.POSITIVE_INFINITY

  /** `worths` keeps, or knows from elsewhere, what expressions come to. */
  constructor(
    definition: Definition,
    answers: Answers = {},
    context: FormContext = plainContext(),
    { allowance = wholeAllowance, worths }: { allowance?: Allowance; worths?: Worths } = {},
  ) {
    this.form = compileForm(definition)
    this.allowance = allowance
    this.budget = new Budget(allowance)
    this.worths = worths
    this.context = context
    this.given = new Map(Object.entries(answers))
    for (const part of this.form.parts) if (part.repeats.length === 0) this.add(part, [])
    this.sweep()
  }

  /** What is asked, in the order of the form; the rows of a question in theirs. */
  *visible(): Generator<Instance> {
    for (const part of this.form.parts)
      for (const instance of this.instancesOf(part)) if (instance.isVisible) yield instance
  }

  readonly instance = (key: string): Instance | undefined => this.instances.get(key)
  readonly answer = (key: string): Answer | undefined => this.given.get(key)
  readonly isVisible = (key: string): boolean => this.instances.get(key)?.isVisible === true
  /** The answer that counts: none where it is not visible, and what was worked out where nobody gives it. */
  readonly value = (key: string): AnswerValue | undefined => this.instances.get(key)?.value

  /** The ids of the rows of a repeat. */
  readonly rows = (key: string): readonly string[] => this.instances.get(key)?.rowIds ?? []

  isRequired(key: string): boolean {
    const instance = this.instances.get(key)
    const { question, required } = instance?.part ?? {}
    if (question?.required === true) return true
    return (
      instance !== undefined && required !== undefined && !this.believes(required) && this.holds(required, instance)
    )
  }

  /** Whether nobody gives the answer here. */
  isReadOnly(key: string): boolean {
    const instance = this.instances.get(key)
    const { question, calculate, readOnly } = instance?.part ?? {}
    if (question?.read_only === true || calculate) return true
    return instance !== undefined && readOnly !== undefined && this.holds(readOnly, instance)
  }

  /** What decides, by what is answered there, whether the section or group around it is asked; shown or not. */
  gating(): Instance[] {
    return [...this.form.gates.keys()].flatMap(part => this.instancesOf(part))
  }

  /** What a condition reads of a question that it stands around: what was answered there, shown or not. */
  valueWithin(part: Part, rows: readonly string[], around: Part): AnswerValue | undefined {
    const key = keyOf(part, rows)
    const given = this.given.get(key)?.value
    const { calculate, question } = part
    const instance = this.instances.get(key)
    if (!calculate || !question || !instance || (given !== undefined && this.isKept(part))) return given
    // What waits for itself comes to nothing, as it does elsewhere.
    if (this.peeking.has(key)) return undefined
    this.peeking.add(key)
    const before = this.around
    this.around = around
    try {
      return answerFrom(question, this.worth(calculate, instance))
    } finally {
      this.peeking.delete(key)
      this.around = before
    }
  }

  /** The choices that a question offers now. */
  choices(key: string): Choice[] {
    const instance = this.instances.get(key)
    const { question, filter } = instance?.part ?? {}
    if (!instance || !question || !('choices' in question)) return []
    if (!filter || this.believes(filter)) return question.choices
    const wanted =
      question.choices.length > manyChoices ? wantedText(filter, scopeAt(this, instance), evaluate) : undefined
    const likely = wanted ? choicesWith(question.choices, wanted.column, wanted.text) : question.choices
    return likely.filter(choice => this.holds(filter, instance, choice))
  }

  /** Of the choices that were picked, those that are not offered now. */
  unoffered(key: string): string[] {
    const instance = this.instances.get(key)
    const { question, filter } = instance?.part ?? {}
    if (!instance || !filter || !question || !('choices' in question) || this.believes(filter)) return []
    const picked = instance.value === undefined ? [] : pickedChoices(question.choices, instance.value)
    return picked.filter(choice => !this.holds(filter, instance, choice)).map(({ id }) => id)
  }

  /** What stands in the way of completing the form at this question. */
  problemsAt(key: string): readonly AnswerProblem[] {
    const instance = this.instances.get(key)
    if (!instance?.isVisible) return []
    instance.problems ??= problemsOf(this, instance)
    return instance.problems
  }

  /** What the answer to this question is worth. */
  judgementAt(key: string): Judgement {
    const instance = this.instances.get(key)
    const question = instance?.part.question
    if (!instance || !question) return { counts: false, points: 0, max: 0, failed: false }
    instance.judgement ??= judge(question, instance.value === undefined ? undefined : { value: instance.value })
    return instance.judgement
  }

  /** Takes an answer, or takes it away, and returns the keys of all that may look different now. */
  give(key: string, answer: Answer | undefined): ReadonlySet<string> {
    if (answer) this.given.set(key, answer)
    else this.given.delete(key)
    this.begin()
    const instance = this.instances.get(key)
    if (instance) {
      this.touch(instance)
      for (const around of this.form.gates.get(instance.part) ?? [])
        for (const gated of this.instancesOf(around, instance.rows)) this.touch(gated)
    }
    return this.sweep()
  }

  /** Goes on at another moment: whatever looks at the clock is worked out again. */
  setNow(now: string): ReadonlySet<string> {
    this.context = { ...this.context, now }
    this.begin()
    for (const part of this.form.parts)
      if (part.usesNow) for (const instance of this.instancesOf(part)) this.touch(instance)
    return this.sweep()
  }

  /**
   * The answers as they are to be kept: those of visible questions, with the values that were worked out. Settling them again gives the
   * same, so device and server agree on what was sent.
   */
  settled(): Answers {
    const answers: Answers = {}
    for (const { key, part, value } of this.visible()) {
      const { value: _given, ...beside } = this.given.get(key) ?? {}
      const isKept = value !== undefined && (part.question || part.repeat)
      if (isKept || Object.keys(beside).length > 0) answers[key] = isKept ? { ...beside, value } : beside
    }
    for (const { key } of this.gating()) {
      const value = this.given.get(key)?.value
      if (value !== undefined) answers[key] ??= { value }
    }
    return answers
  }

  /**
   * Whether the device has to be believed, because nobody else knows what the condition rests on: what was answered the last time, or the
   * clock on that wall once a submission is only read.
   */
  believes(tree: Node): boolean {
    const { keeps } = this.context
    return keeps !== undefined && (asksLast(tree) || (keeps === 'all' && asksClock(tree)))
  }

  /** Whether a condition holds where an instance stands. */
  holds(tree: Node, instance: Instance, choice?: Choice): boolean {
    return yesOrNo(this.worth(tree, instance, choice))
  }

  worth(tree: Node, instance: Instance, choice?: Choice): Value {
    this.work++
    const known = this.worths?.known(tree, instance.key, choice)
    if (known !== undefined) return known
    // Once it was too much, whatever comes is empty, so that this comes to an end.
    if (this.overdoneAt) return ''
    try {
      this.budget.spend(stepsOfAsking)
      const value = evaluate(tree, scopeAt(this, instance, choice))
      this.worths?.keep(tree, instance.key, choice, value)
      return value
    } catch (error) {
      if (!(error instanceof OverBudget)) throw error
      this.overdoneAt = instance
      return ''
    }
  }

  /** From here on it may cost this much. */
  allow(allowance: Allowance): void {
    this.allowance = allowance
    this.budget = new Budget(allowance)
  }

  /** Another evaluation, with a budget of its own. What was left undone in the last one is done again. */
  private begin(): void {
    this.budget = new Budget(this.allowance)
    if (!this.overdoneAt) return
    this.overdoneAt = undefined
    for (const instance of this.instances.values()) this.touch(instance)
  }

  /** The instances of a part, or those of them that stand in these rows, the outermost first. */
  instancesOf(part: Part, within: readonly string[] = []): Instance[] {
    const repeat = part.repeats[within.length]
    if (!repeat) {
      const instance = this.instances.get(keyOf(part, within))
      return instance ? [instance] : []
    }
    const rows = this.rows(keyOf(repeat, within))
    if (within.length < part.repeats.length - 1) return rows.flatMap(row => this.instancesOf(part, [...within, row]))
    // The innermost rows are the many.
    const found: Instance[] = []
    for (const row of rows) {
      const instance = this.instances.get(answerKey(part.id, row))
      if (instance) found.push(instance)
    }
    return found
  }

  private add(part: Part, rows: readonly string[]): void {
    const instance = newInstance(part, rows)
    this.instances.set(instance.key, instance)
    this.touch(instance)
  }

  private touch(instance: Instance): void {
    const { rank } = instance.part
    this.budget.note(1)
    // Only in a circle does anything wait for what comes after it; going round once is enough.
    if (rank <= this.sweeping) return
    const waiting = this.dirty[rank]
    if (waiting) waiting.add(instance)
    else this.dirty[rank] = new Set([instance])
  }

  private sweep(): ReadonlySet<string> {
    for (let rank = 0; rank < this.dirty.length; rank++) {
      this.sweeping = rank
      this.whollyDirty.clear()
      for (const instance of this.dirty[rank] ?? [])
        if (this.instances.get(instance.key) === instance) this.workOut(instance)
    }
    this.dirty = []
    this.sweeping = -1
    const { changed } = this
    this.changed = new Set()
    return changed
  }

  private workOut(instance: Instance): void {
    const { part } = instance
    const [wasVisible, before] = [instance.isVisible, instance.value]
    instance.isVisible = this.isShown(instance)
    instance.value = instance.isVisible ? this.valueFor(instance) : undefined
    this.forget(instance)
    const isMoved = wasVisible !== instance.isVisible
    const isOther = !isSameValue(before, instance.value)
    if (part.repeat && isOther) this.syncRows(instance)
    if (isMoved && !part.repeat) this.touchWithin(instance)
    if (isMoved || isOther) this.tell(instance)
    if (part.ends) this.noteEnd(instance)
  }

  private isShown(instance: Instance): boolean {
    const { container, visible, order } = instance.part
    if (order > this.endsAfter) return false
    if (container && !this.isVisible(keyOf(container, instance.rows))) return false
    // What could not be worked out is shown: there it is said why.
    if (!visible || this.holds(visible, instance) || this.overdoneAt) return true
    return this.believes(visible) && this.hasAnswers(instance)
  }

  /** Whether there are answers to it, or to anything within it. */
  private hasAnswers({ part, rows, key }: Instance): boolean {
    if (this.given.has(key)) return true
    return !part.repeat && part.children.some(child => this.hasAnswers(newInstance(child, rows)))
  }

  private valueFor(instance: Instance): AnswerValue | undefined {
    const { part, key } = instance
    const given = this.given.get(key)?.value
    const { calculate, question, repeat } = part
    if (!calculate || (given !== undefined && this.isKept(part))) return given
    const value = this.worth(calculate, instance)
    if (repeat) return this.countedRows(part, instance, numberOf(value), given)
    const answer = question && answerFrom(question, value)
    if (part.isChance && answer !== undefined) this.given.set(key, { ...this.given.get(key), value: answer })
    return answer
  }

  private isKept(part: Part): boolean {
    const { keeps } = this.context
    return part.isChance || keeps === 'all' || (keeps === 'last_answers' && part.usesLast)
  }

  /** As many rows as were counted; those that are there stay as they are. */
  private countedRows(repeat: Part, { rows }: Instance, count: number, given: AnswerValue | undefined): string[] {
    const isRoom = this.instances.size < mostInstances
    const wanted = isRoom && Number.isFinite(count) ? Math.min(Math.max(Math.trunc(count), 0), mostRows) : 0
    const there = rowIdsIn(given)
    return Array.from({ length: wanted }, (_, index) => there[index] ?? countedRowId(repeat, rows, index + 1))
  }

  /** Rows came or went, or changed their order. */
  private syncRows(instance: Instance): void {
    const { part, rows, rowIds: before } = instance
    const now = rowIdsIn(instance.value)
    instance.rowIds = now
    const there = new Set(now)
    for (const row of before) if (!there.has(row)) this.removeRow(part, [...rows, row])
    for (const [index, row] of now.entries()) this.addRow(part, [...rows, row], before[index] === row)
    this.tellOrder(part, part.children, rows)
  }

  private removeRow(container: Part, rows: readonly string[]): void {
    for (const child of container.children) {
      const instance = this.instances.get(keyOf(child, rows))
      if (!instance) continue
      if (child.repeat) for (const inner of instance.rowIds) this.removeRow(child, [...rows, inner])
      else this.removeRow(child, rows)
      this.instances.delete(instance.key)
      this.changed.add(instance.key)
      this.tell(instance)
    }
  }

  /** A row that was there may have another number now, and its neighbours may be others. */
  private addRow(container: Part, rows: readonly string[], isInPlace: boolean): void {
    for (const child of container.children) {
      const known = this.instances.get(keyOf(child, rows))
      if (known && child.readsRows) this.touch(known)
      if (known && !isInPlace) this.forget(known)
      if (!known && this.instances.size < mostInstances) this.add(child, rows)
      if (!child.repeat) this.addRow(child, rows, isInPlace)
    }
  }

  /** Whoever sees the rows of a repeat from outside sees them in another order. */
  private tellOrder(repeat: Part, children: Part[], rows: readonly string[]): void {
    for (const child of children) {
      for (const asking of this.form.dependents.get(child.id) ?? [])
        if (!asking.repeats.includes(repeat)) this.touchAsking(asking, child, rows)
      for (const watcher of this.form.watchers.get(child.id) ?? [])
        if (!watcher.repeats.includes(repeat)) this.forgetAsking(watcher, child, rows)
      this.tellOrder(repeat, child.children, rows)
    }
  }

  /** Whoever asks about it is worked out again, or asked again what is wrong there. */
  private tell(instance: Instance): void {
    const { part, rows, key } = instance
    this.changed.add(key)
    for (const asking of this.form.dependents.get(part.id) ?? []) this.touchAsking(asking, part, rows)
    for (const watcher of this.form.watchers.get(part.id) ?? []) this.forgetAsking(watcher, part, rows)
  }

  private touchAsking(asking: Part, asked: Part, rows: readonly string[]): void {
    if (asking.readsRows && this.whollyDirty.has(asking)) return
    for (const other of this.askingFrom(asking, asked, rows)) this.touch(other)
    if (asking.readsRows) this.whollyDirty.add(asking)
  }

  private forgetAsking(watcher: Part, asked: Part, rows: readonly string[]): void {
    for (const other of this.askingFrom(watcher, asked, rows)) this.forget(other)
  }

  /** The instances of a part that see an instance of another: those in the same rows, or all where it looks at other rows. */
  private askingFrom(asking: Part, asked: Part, rows: readonly string[]): Instance[] {
    if (asking.readsRows) return this.instancesOf(asking)
    const shared = asking.repeats.findIndex((repeat, index) => repeat !== asked.repeats[index])
    return this.instancesOf(asking, rows.slice(0, shared < 0 ? asking.repeats.length : shared))
  }

  private touchWithin({ part, rows }: Instance): void {
    for (const child of part.children) for (const instance of this.instancesOf(child, rows)) this.touch(instance)
  }

  private forget(instance: Instance): void {
    instance.problems = undefined
    instance.judgement = undefined
    this.changed.add(instance.key)
  }

  private noteEnd(instance: Instance): void {
    const { ends } = instance.part
    instance.ends = instance.isVisible && ends !== undefined && this.holds(ends, instance)
    const ending = this.form.enders.filter(({ id }) => this.instances.get(id)?.ends)
    const endsAfter = Math.min(Number.POSITIVE_INFINITY, ...ending.map(({ order }) => order))
    if (endsAfter === this.endsAfter) return
    const from = Math.min(endsAfter, this.endsAfter)
    this.endsAfter = endsAfter
    for (const part of this.form.parts)
      if (part.order > from) for (const other of this.instancesOf(part)) this.touch(other)
  }
}
