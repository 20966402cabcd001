/**
 * State of a form that is being filled in, for browser and server: visibility, values and rows. An answer updates only
 * the parts that depend on it.
 */
import type { Answer, Answers, AnswerValue } from '../answers/answers.ts'
import type { Definition } from '../definition.ts'
import type { Choice } from '../elementFields.ts'
import { type Allowance, Budget, BudgetExceeded, wholeAllowance } from '../expressions/budget.ts'
import { evaluate } from '../expressions/evaluate.ts'
import { wantedText } from '../expressions/functions.ts'
import type { Node } from '../expressions/node.ts'
import { asksClock, asksLast } from '../expressions/references.ts'
import { type Value, yesOrNo } from '../expressions/values.ts'
import type { AnswerProblem } from '../fit.ts'
import { type AnswerScore, pickedChoices, scoreAnswer } from '../scoreAnswer.ts'
import { type CompiledForm, compileForm } from './compile.ts'
import { type FormContext, plainContext } from './context.ts'
import type { Part } from './dependencies.ts'
import type { ExpressionValues } from './ExpressionValues.ts'
import { type Instance, Instances, keyOf } from './Instances.ts'
import { problemsOf } from './problemsOf.ts'
import { Recalculation } from './Recalculation.ts'
import { answerFrom, scopeAt } from './scopeAt.ts'

/** Cost of evaluating any expression. */
const stepsOfEvaluating = 10

/** Bound above which choices are looked up by the filter's columns before each is tested. */
const manyChoices = 100

/**
 *     const state = new FormState(definition, answers, context)
 *     const changed = state.setAnswer('water', { value: 'no' })   // keys of the questions that may have changed
 *     state.isVisible('why'); state.problemsAt('why'); state.settled()
 */
export class FormState {
  readonly form: CompiledForm
  readonly instances = new Instances()
  context: FormContext
  /** Number of evaluated expressions: the measure of an answer's work. */
  evaluations = 0
  /** Remaining budget of this evaluation; each answer has its own. */
  budget: Budget
  /** Place at which the budget was exceeded; nothing after it was evaluated. */
  exceededAt: Instance | undefined
  private allowance: Allowance
  private readonly values: ExpressionValues | undefined
  private readonly given: Map<string, Answer>
  private readonly recalculation: Recalculation
  /** Calculations that a surrounding condition is asking for. */
  private readonly askedWithin = new Set<string>()
  /** The part whose condition is being evaluated. */
  around: Part | undefined

  /** `values` records or replays the values of expressions. */
  constructor(
    definition: Definition,
    answers: Answers = {},
    context: FormContext = plainContext(),
    { allowance = wholeAllowance, values }: { allowance?: Allowance; values?: ExpressionValues } = {},
  ) {
    this.form = compileForm(definition)
    this.allowance = allowance
    this.budget = new Budget(allowance)
    this.values = values
    this.context = context
    this.given = new Map(Object.entries(answers))
    this.recalculation = new Recalculation(this, this.given)
    for (const part of this.form.parts) if (part.repeats.length === 0) this.recalculation.add(part, [])
    this.recalculation.run()
  }

  /** Visible instances in the order of the form, rows in theirs. */
  *visible(): Generator<Instance> {
    for (const part of this.form.parts)
      for (const instance of this.instances.of(part)) if (instance.isVisible) yield instance
  }

  readonly instance = this.instances.get
  readonly answer = (key: string): Answer | undefined => this.given.get(key)
  readonly isVisible = (key: string): boolean => this.instances.get(key)?.isVisible === true
  /** Effective answer: none where it is not visible, the computed value where nobody answers it. */
  readonly value = (key: string): AnswerValue | undefined => this.instances.get(key)?.value

  /** Ids of a repeat's rows. */
  readonly rows = (key: string): readonly string[] => this.instances.rows(key)

  isRequired(key: string): boolean {
    const instance = this.instances.get(key)
    const { question, required } = instance?.part ?? {}
    if (question?.required === true) return true
    return (
      instance !== undefined &&
      required !== undefined &&
      !this.trustsDevice(required) &&
      this.isTrue(required, instance)
    )
  }

  /** Tells whether nobody answers the question. */
  isReadOnly(key: string): boolean {
    const instance = this.instances.get(key)
    const { question, calculate, readOnly } = instance?.part ?? {}
    if (question?.read_only === true || calculate) return true
    return instance !== undefined && readOnly !== undefined && this.isTrue(readOnly, instance)
  }

  /** Instances whose answers decide the visibility of the section or group around them. */
  gating(): Instance[] {
    return [...this.form.gates.keys()].flatMap(part => this.instances.of(part))
  }

  /** Value that a condition reads of a question inside it: its answer, visible or not. */
  valueWithin(part: Part, rows: readonly string[], around: Part): AnswerValue | undefined {
    const key = keyOf(part, rows)
    const given = this.given.get(key)?.value
    const { calculate, question } = part
    const instance = this.instances.get(key)
    if (!calculate || !question || !instance || (given !== undefined && this.keepsGiven(part))) return given
    // A circular dependency has no value, as elsewhere.
    if (this.askedWithin.has(key)) return undefined
    this.askedWithin.add(key)
    const before = this.around
    this.around = around
    try {
      return answerFrom(question, this.evaluate(calculate, instance))
    } finally {
      this.askedWithin.delete(key)
      this.around = before
    }
  }

  /** Choices that a question offers now. */
  choices(key: string): Choice[] {
    const instance = this.instances.get(key)
    const { question, filter } = instance?.part ?? {}
    if (!instance || !question || !('choices' in question)) return []
    if (!filter || this.trustsDevice(filter)) return question.choices
    const wanted =
      question.choices.length > manyChoices ? wantedText(filter, scopeAt(this, instance), evaluate) : undefined
    const likely = wanted ? choicesWith(question.choices, wanted.column, wanted.text) : question.choices
    return likely.filter(choice => this.isTrue(filter, instance, choice))
  }

  /** Picked choices that are no longer offered. */
  unoffered(key: string): string[] {
    const instance = this.instances.get(key)
    const { question, filter } = instance?.part ?? {}
    if (!instance || !filter || !question || !('choices' in question) || this.trustsDevice(filter)) return []
    const picked = instance.value === undefined ? [] : pickedChoices(question.choices, instance.value)
    return picked.filter(choice => !this.isTrue(filter, instance, choice)).map(({ id }) => id)
  }

  /** Problems that prevent completion at this question. */
  problemsAt(key: string): readonly AnswerProblem[] {
    const instance = this.instances.get(key)
    if (!instance?.isVisible) return []
    instance.problems ??= problemsOf(this, instance)
    return instance.problems
  }

  /** Score of the answer to this question. */
  judgementAt(key: string): AnswerScore {
    const instance = this.instances.get(key)
    const question = instance?.part.question
    if (!instance || !question) return { counts: false, points: 0, max: 0, failed: false }
    instance.judgement ??= scoreAnswer(question, instance.value === undefined ? undefined : { value: instance.value })
    return instance.judgement
  }

  /** Sets or removes an answer and returns the keys of everything that may look different. */
  setAnswer(key: string, answer: Answer | undefined): ReadonlySet<string> {
    if (answer) this.given.set(key, answer)
    else this.given.delete(key)
    this.begin()
    const instance = this.instances.get(key)
    if (instance) {
      this.recalculation.invalidate(instance)
      for (const around of this.form.gates.get(instance.part) ?? [])
        for (const gated of this.instances.of(around, instance.rows)) this.recalculation.invalidate(gated)
    }
    return this.recalculation.run()
  }

  /** Moves to another moment and recalculates what depends on the clock. */
  setNow(now: string): ReadonlySet<string> {
    this.context = { ...this.context, now }
    this.begin()
    for (const part of this.form.parts)
      if (part.usesNow) for (const instance of this.instances.of(part)) this.recalculation.invalidate(instance)
    return this.recalculation.run()
  }

  /**
   * Answers to store: those of visible questions, with computed values. Settling them again gives the same, so device
   * and server agree.
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
   * Tells whether the device is trusted, because nobody else knows the basis of the condition: the previous answers, or
   * its clock once a submission is only read.
   */
  trustsDevice(tree: Node): boolean {
    const { keeps } = this.context
    return keeps !== undefined && (asksLast(tree) || (keeps === 'all' && asksClock(tree)))
  }

  /** Evaluates a condition at an instance. */
  isTrue(tree: Node, instance: Instance, choice?: Choice): boolean {
    return yesOrNo(this.evaluate(tree, instance, choice))
  }

  evaluate(tree: Node, instance: Instance, choice?: Choice): Value {
    this.evaluations++
    const known = this.values?.known(tree, instance.key, choice)
    if (known !== undefined) return known
    // After the budget is exceeded, every value is empty, so that the evaluation ends.
    if (this.exceededAt) return ''
    try {
      this.budget.spend(stepsOfEvaluating)
      const value = evaluate(tree, scopeAt(this, instance, choice))
      this.values?.keep(tree, instance.key, choice, value)
      return value
    } catch (error) {
      if (!(error instanceof BudgetExceeded)) throw error
      this.exceededAt = instance
      return ''
    }
  }

  /** Sets the budget from here on. */
  setAllowance(allowance: Allowance): void {
    this.allowance = allowance
    this.budget = new Budget(allowance)
  }

  /** Starts another evaluation with its own budget and repeats what the last one left undone. */
  private begin(): void {
    this.budget = new Budget(this.allowance)
    if (!this.exceededAt) return
    this.exceededAt = undefined
    for (const instance of this.instances.all()) this.recalculation.invalidate(instance)
  }

  /** Tells whether a value that is computed once stays, although it would be different now. */
  keepsGiven(part: Part): boolean {
    const { keeps } = this.context
    return part.isChance || keeps === 'all' || (keeps === 'last_answers' && part.usesLast)
  }
}

const indexes = new WeakMap<Choice[], Map<string, Map<string, Choice[]>>>()

/** Finds the choices with a text in a column by an index, in their order. */
function choicesWith(choices: Choice[], column: string, text: string): Choice[] {
  const known = indexes.get(choices) ?? new Map<string, Map<string, Choice[]>>()
  indexes.set(choices, known)
  const index = known.get(column) ?? Map.groupBy(choices, choice => cellOf(choice, column))
  known.set(column, index)
  return index.get(text) ?? []
}

function cellOf({ id, attributes }: Choice, column: string): string {
  const own = attributes && Object.hasOwn(attributes, column) ? attributes[column] : undefined
  return own ?? (column === 'name' ? id : '')
}
