/**
 * A form that is being filled in, evaluated: what is visible, what values come to, which rows there are. It is brought up to date
 * answer by answer, and only what rests on an answer is recalculated. It knows no screen and no server; both use it.
 *
 *   const state = new FormState(definition, answers, context)
 *   const changed = state.setAnswer('water', { value: 'no' })   // the keys whose questions may look different now
 *   state.isVisible('why'); state.problemsAt('why'); state.settled()
 */
import type { Answer, Answers, AnswerValue } from '../answers/answers.ts'
import type { AnswerProblem } from '../check.ts'
import type { Choice } from '../choices.ts'
import type { Definition } from '../definition.ts'
import { type Allowance, Budget, BudgetExceeded, wholeAllowance } from '../expressions/budget.ts'
import { evaluate } from '../expressions/evaluate.ts'
import { wantedText } from '../expressions/lookups.ts'
import type { Node } from '../expressions/node.ts'
import { asksClock, asksLast } from '../expressions/references.ts'
import { type Value, yesOrNo } from '../expressions/values.ts'
import { type Judgement, judge, pickedChoices } from '../judge.ts'
import { answerFrom } from './answerValues.ts'
import { choicesWith } from './choicesWith.ts'
import { type CompiledForm, compileForm, type Part } from './compile.ts'
import { type FormContext, plainContext } from './context.ts'
import type { ExpressionValues } from './ExpressionValues.ts'
import { Instances } from './Instances.ts'
import { type Instance, keyOf } from './instance.ts'
import { problemsOf } from './problemsOf.ts'
import { Recalculation } from './Recalculation.ts'
import { scopeAt } from './scopeAt.ts'

/** What it costs to evaluate an expression, however small it is. */
const stepsOfEvaluating = 10

/** More than these are looked up by what a filter asks for, before each is asked. */
const manyChoices = 100

export class FormState {
  readonly form: CompiledForm
  readonly instances = new Instances()
  context: FormContext
  /** How many expressions were evaluated so far: the measure of the work that an answer makes. */
  evaluations = 0
  /** What this evaluation may still cost; each answer has a budget of its own. */
  budget: Budget
  /** Where the budget was exceeded: nothing was evaluated any more from there on. */
  exceededAt: Instance | undefined
  private allowance: Allowance
  private readonly values: ExpressionValues | undefined
  private readonly given: Map<string, Answer>
  private readonly recalculation: Recalculation
  /** The calculations that a condition around them is asking for. */
  private readonly askedWithin = new Set<string>()
  /** Whose condition it is. */
  around: Part | undefined

  /** `values` keeps, or knows from elsewhere, what expressions come to. */
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

  /** What is asked, in the order of the form; the rows of a question in theirs. */
  *visible(): Generator<Instance> {
    for (const part of this.form.parts)
      for (const instance of this.instances.of(part)) if (instance.isVisible) yield instance
  }

  readonly instance = this.instances.get
  readonly answer = (key: string): Answer | undefined => this.given.get(key)
  readonly isVisible = (key: string): boolean => this.instances.get(key)?.isVisible === true
  /** The answer that counts: none where it is not visible, and what was worked out where nobody gives it. */
  readonly value = (key: string): AnswerValue | undefined => this.instances.get(key)?.value

  /** The ids of the rows of a repeat. */
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

  /** Whether nobody gives the answer here. */
  isReadOnly(key: string): boolean {
    const instance = this.instances.get(key)
    const { question, calculate, readOnly } = instance?.part ?? {}
    if (question?.read_only === true || calculate) return true
    return instance !== undefined && readOnly !== undefined && this.isTrue(readOnly, instance)
  }

  /** What decides, by what is answered there, whether the section or group around it is asked; shown or not. */
  gating(): Instance[] {
    return [...this.form.gates.keys()].flatMap(part => this.instances.of(part))
  }

  /** What a condition reads of a question that it stands around: what was answered there, shown or not. */
  valueWithin(part: Part, rows: readonly string[], around: Part): AnswerValue | undefined {
    const key = keyOf(part, rows)
    const given = this.given.get(key)?.value
    const { calculate, question } = part
    const instance = this.instances.get(key)
    if (!calculate || !question || !instance || (given !== undefined && this.keepsGiven(part))) return given
    // What waits for itself comes to nothing, as it does elsewhere.
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

  /** The choices that a question offers now. */
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

  /** Of the choices that were picked, those that are not offered now. */
  unoffered(key: string): string[] {
    const instance = this.instances.get(key)
    const { question, filter } = instance?.part ?? {}
    if (!instance || !filter || !question || !('choices' in question) || this.trustsDevice(filter)) return []
    const picked = instance.value === undefined ? [] : pickedChoices(question.choices, instance.value)
    return picked.filter(choice => !this.isTrue(filter, instance, choice)).map(({ id }) => id)
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

  /** Sets an answer, or removes it, and returns the keys of all that may look different now. */
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

  /** Goes on at another moment: whatever looks at the clock is recalculated. */
  setNow(now: string): ReadonlySet<string> {
    this.context = { ...this.context, now }
    this.begin()
    for (const part of this.form.parts)
      if (part.usesNow) for (const instance of this.instances.of(part)) this.recalculation.invalidate(instance)
    return this.recalculation.run()
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
   * Whether the device is trusted, because nobody else knows what the condition rests on: what was answered the last time, or the
   * clock on that wall once a submission is only read.
   */
  trustsDevice(tree: Node): boolean {
    const { keeps } = this.context
    return keeps !== undefined && (asksLast(tree) || (keeps === 'all' && asksClock(tree)))
  }

  /** Whether a condition is true where an instance stands. */
  isTrue(tree: Node, instance: Instance, choice?: Choice): boolean {
    return yesOrNo(this.evaluate(tree, instance, choice))
  }

  evaluate(tree: Node, instance: Instance, choice?: Choice): Value {
    this.evaluations++
    const known = this.values?.known(tree, instance.key, choice)
    if (known !== undefined) return known
    // Once it was too much, whatever comes is empty, so that this comes to an end.
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

  /** From here on it may cost this much. */
  setAllowance(allowance: Allowance): void {
    this.allowance = allowance
    this.budget = new Budget(allowance)
  }

  /** Another evaluation, with a budget of its own. What was left undone in the last one is done again. */
  private begin(): void {
    this.budget = new Budget(this.allowance)
    if (!this.exceededAt) return
    this.exceededAt = undefined
    for (const instance of this.instances.all()) this.recalculation.invalidate(instance)
  }

  /** Whether what was calculated once stays, although it would come to something else now. */
  keepsGiven(part: Part): boolean {
    const { keeps } = this.context
    return part.isChance || keeps === 'all' || (keeps === 'last_answers' && part.usesLast)
  }
}
