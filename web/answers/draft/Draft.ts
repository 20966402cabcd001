/**
 * One form that is being filled in: its answers by their keys (`shared/forms/answers/answerKey.ts`), handed to the
 * persister at each change and evaluated one by one. A question in a row of a repeat is asked under the answer's key as
 * its id, so that inputs know nothing of rows.
 */
import { answerKey } from '#shared/forms/answers/answerKey.ts'
import type { Answer, Answers, AnswerValue, FileReference } from '#shared/forms/answers/answers.ts'
import { sameAnswer } from '#shared/forms/answers/content.ts'
import { demandedByOutcome } from '#shared/forms/answers/outcome.ts'
import { type Progress, progressIn } from '#shared/forms/answers/progress.ts'
import { exceededBudget, problemsIn } from '#shared/forms/check.ts'
import { withChoices } from '#shared/forms/choiceSets.ts'
import type { Definition } from '#shared/forms/definition.ts'
import { type FormContext, wallClock } from '#shared/forms/evaluation/context.ts'
import { applyDefaults, completionValues } from '#shared/forms/evaluation/defaults.ts'
import { FormState } from '#shared/forms/evaluation/FormState.ts'
import { RowsOfPicks } from '#shared/forms/evaluation/rowsOfPicks.ts'
import type { AnswerProblem } from '#shared/forms/fit.ts'
import { type Evaluation, evaluationOf } from '#shared/forms/logic.ts'
import type { Question } from '#shared/forms/questions.ts'
import { scoreIn } from '#shared/forms/scoring/scoring.ts'
import { withSoundTexts } from '#shared/lib/soundText.ts'
import { afterPaint } from '../../lib/afterPaint.ts'
import { Listeners } from '../../lib/listeners.ts'
import { type Page, pagesOf } from './pages.ts'
import { type AnswerRow, type AnswerStore, answersOf, isUnread, type PhotoRow, type SubmissionHeader } from './rows.ts'

type Demands = ReturnType<typeof demandedByOutcome>

export class Draft {
  readonly entry: SubmissionHeader
  readonly definition: Definition
  readonly persister: AnswerStore
  readonly state: FormState
  /** Whether the person has reached the end of the form, after which questions show missing answers. */
  hasSeenEnd = false
  /** Defaults that were set before the person did anything: a form that was only opened leaves no draft. */
  private readonly unwritten = new Map<string, AnswerRow>()
  private readonly rowsOfPicks: RowsOfPicks
  private readonly seen: Set<string>
  private readonly awaited = new Set<Promise<unknown>>()
  private readonly askedBefore = new Map<string, Question>()
  private readonly looks = new Map<string, number>()
  private readonly questionListeners = new Map<string, Listeners>()
  private readonly listeners = new Listeners()
  private telling: (() => void) | undefined
  private readonly answersNow: () => Answers
  private readonly progressNow: () => Progress
  private readonly evaluationNow: () => Evaluation
  private readonly openNow: () => string[]
  private readonly pagesNow: () => Page[]
  private readonly features: { defaults: boolean; chance: boolean; demands: boolean }
  private demands: Demands = new Map()
  private tooMuch: AnswerProblem[] = []
  private changes = 0
  /** Choices that were removed because another answer excludes them, by key. */
  private readonly taken = new Map<string, string[]>()
  private clock: number

  constructor(entry: SubmissionHeader, definition: Definition, persister: AnswerStore, context?: FormContext) {
    this.entry = entry
    this.definition = withChoices(definition)
    this.persister = persister
    const rows = [...persister.rows.values()]
    this.clock = Math.max(0, ...rows.map(row => row.changed_at))
    this.state = new FormState(this.definition, answersOf(rows), context)
    this.rowsOfPicks = new RowsOfPicks(this.state)
    this.seen = new Set(persister.rows.keys())
    const { parts } = this.state.form
    this.features = {
      defaults: parts.some(({ question }) => question?.default),
      chance: parts.some(({ isChance }) => isChance),
      demands: (this.definition.triggers ?? []).some(({ demand }) => demand),
    }
    this.answersNow = this.derived(
      () => answersOf([...this.persister.rows.values(), ...this.unwritten.values()]),
      () => false,
    )
    this.progressNow = this.derived(() => progressIn(this.state), sameProgress)
    this.evaluationNow = this.derived(
      () => evaluationOf(this.state),
      () => false,
    )
    this.openNow = this.derived(() => this.findOpen(), sameItems)
    const pages = pagesOf(this.definition)
    this.pagesNow = this.derived(
      () => pages.filter(({ sections }) => sections.some(({ id }) => this.state.isVisible(id))),
      sameItems,
    )
    this.giveDefaults()
    this.noteDemands()
    this.noteTooMuch()
  }

  readonly rowOf = (key: string): AnswerRow | undefined => this.unwritten.get(key) ?? this.persister.rows.get(key)

  /** All answers, also of questions that are no longer asked. */
  readonly answers = (): Answers => this.answersNow()

  /** The progress of the form; the same object while nothing in it changes. */
  readonly progress = (): Progress => this.progressNow()

  /** The evaluation of the present answers. */
  readonly evaluation = (): Evaluation => this.evaluationNow()

  /** The present pages; the same array while they are the same. */
  readonly pages = (): Page[] => this.pagesNow()

  /** The keys of answers that prevent completion, in the form's order; the same array while they are the same. */
  readonly openQuestions = (): string[] => this.openNow()

  /** The problems at one key, besides typed text that is no answer. */
  problemsAt(key: string): readonly AnswerProblem[] {
    const problems = [...this.tooMuch.filter(problem => keyOf(problem) === key), ...this.state.problemsAt(key)]
    if (problems.length > 0 || !this.state.isVisible(key)) return problems
    return (this.demands.get(key) ?? []).map(code => ({ question_id: key, code }))
  }

  /** A question as it is asked in a row, or outside of rows. */
  asked(question: Question, rowId: string | undefined): Question {
    const key = answerKey(question.id, rowId)
    if (key === question.id) return question
    const asked = this.askedBefore.get(key) ?? { ...question, id: key }
    this.askedBefore.set(key, asked)
    return asked
  }

  /** A counter of the changes that a key may show. */
  readonly look = (key: string): number => this.looks.get(key) ?? 0

  /**
   * Answers a question; undefined removes the answer. `typed` is the text in the field, where that says more than the
   * value, and `photo` a new one that the value names.
   */
  setValue(
    { id }: { id: string },
    value: AnswerValue | undefined,
    rest: { typed?: string; photo?: PhotoRow } = {},
  ): void {
    const { value: _before, ...beside } = this.rowOf(id)?.answer ?? {}
    this.taken.delete(id)
    this.put(id, value === undefined ? beside : { ...beside, value }, rest.typed, rest.photo)
  }

  setNote({ id }: { id: string }, note: string): void {
    const { answer: { note: _before, ...answer } = {}, typed } = this.rowOf(id) ?? {}
    this.put(id, note ? { ...answer, note } : answer, typed)
  }

  /** Changes the photos beside an answer; `photo` is a new one among them. */
  setPhotos({ id }: { id: string }, photos: FileReference[], photo?: PhotoRow): void {
    const { answer: { photos: _before, ...answer } = {}, typed } = this.rowOf(id) ?? {}
    this.put(id, photos.length > 0 ? { ...answer, photos } : answer, typed, photo)
  }

  /** Restores answers that an earlier visit could not store, where nothing newer was stored since. */
  recover(rows: AnswerRow[]): void {
    const newer = rows.filter(row => row.changed_at > (this.rowOf(row.question_id)?.changed_at ?? 0))
    this.takeRows(newer)
    this.persister.recover(newer)
  }

  /** Takes the stored answers that are newer than those here. */
  takeRows(rows: AnswerRow[]): void {
    const news = rows.filter(row => {
      const here = this.rowOf(row.question_id)
      if (this.persister.isPending(row.question_id) || (here && here.changed_at >= row.changed_at)) return false
      this.unwritten.delete(row.question_id)
      this.persister.take(row)
      return !sameAnswer(here?.answer, row.answer) || here?.typed !== row.typed
    })
    if (news.length > 0) this.changed(new Set(news.flatMap(row => [...this.follow(row)])))
  }

  /** Evaluates the form at another moment. */
  setNow(now: string): void {
    const changed = this.state.setNow(now)
    if (changed.size > 0) this.changed(changed)
  }

  /**
   * Stores values that only this device knows: defaults, random values, values of previous answers and the time of
   * completion, with those that are still awaited. Returns whether all of it is stored.
   */
  async settle(): Promise<boolean> {
    await Promise.allSettled(this.awaited)
    this.writeDefaults()
    this.keepCompletion()
    for (const { key, part, value } of this.state.visible())
      if (part.calculate && (part.isChance || part.usesLast) && value !== undefined) this.keepWorth(key, value)
    return this.persister.flush()
  }

  /** The form is not complete before this promise has ended, because it will still write something. */
  awaits(work: Promise<unknown>): void {
    this.awaited.add(work)
    const end = () => this.awaited.delete(work)
    work.then(end, end)
  }

  readonly watch = this.listeners.subscribe

  watchQuestion(key: string, listener: () => void) {
    const listeners = this.questionListeners.get(key) ?? new Listeners()
    this.questionListeners.set(key, listeners)
    return listeners.subscribe(listener)
  }

  /** Computes something once after each change, and keeps the former result where the new one is equal. */
  protected derived<T>(work: () => T, isSame: (before: T, after: T) => boolean): () => T {
    let kept: { at: number; result: T } | undefined
    return () => {
      if (kept?.at === this.changes) return kept.result
      const result = work()
      kept = { at: this.changes, result: kept && isSame(kept.result, result) ? kept.result : result }
      return kept.result
    }
  }

  protected put(key: string, answer: Answer, typed: string | undefined, photo?: PhotoRow): void {
    this.writeDefaults()
    this.rowsOfPicks.note(key)
    const row = this.newRow(key, answer, typed)
    this.persister.write(row, photo)
    this.seen.add(key)
    const changed = this.follow(row)
    for (const { key: repeat, rows } of [...this.rowsOfPicks.moved(key, this.persister.rows.keys())]) {
      const moved = this.newRow(repeat, { ...this.rowOf(repeat)?.answer, value: rows })
      this.persister.write(moved)
      for (const one of this.follow(moved)) changed.add(one)
    }
    this.changed(changed)
    for (const one of changed) this.clearUnavailableChoices(one)
  }

  /** The choices at a key that were removed since its last answer, because they are no longer offered. */
  readonly clearedAt = (key: string): readonly string[] => this.taken.get(key) ?? []

  /**
   * Removes an answer that a filter no longer offers, and says so; only after an act of the person, never by opening
   * the form.
   */
  protected clearUnavailableChoices(key: string): void {
    const { value, ...beside } = this.rowOf(key)?.answer ?? {}
    const gone = this.state.isVisible(key) && !this.state.isReadOnly(key) ? this.state.unoffered(key) : []
    if (gone.length === 0) return
    this.taken.set(key, gone)
    const left = Array.isArray(value) ? value.filter(id => typeof id !== 'string' || !gone.includes(id)) : []
    this.put(key, left.length > 0 ? { ...beside, value: left as string[] } : beside, undefined)
  }

  private newRow(key: string, given: Answer, typed?: string): AnswerRow {
    const answer = withSoundTexts(given)
    this.clock = Math.max(Date.now(), this.clock + 1)
    const { uuid } = this.entry
    return { uuid, question_id: key, answer, ...(typed !== undefined && { typed }), changed_at: this.clock }
  }

  /** Updates the evaluation, and returns the keys of all that may look different. */
  private follow(row: AnswerRow): Set<string> {
    const { [row.question_id]: answer } = answersOf([row])
    return new Set([row.question_id, ...this.state.setAnswer(row.question_id, answer)])
  }

  private giveDefaults(): boolean {
    if (!this.features.defaults) return false
    const given = applyDefaults(this.state, this.seen)
    for (const [key, value] of given) this.unwritten.set(key, this.newRow(key, { ...this.rowOf(key)?.answer, value }))
    return given.size > 0
  }

  private writeDefaults(): void {
    for (const row of this.unwritten.values()) this.persister.write(row)
    this.unwritten.clear()
  }

  protected keepCompletion(): void {
    for (const [key, value] of completionValues(this.state, wallClock(new Date()))) this.keepWorth(key, value)
  }

  private keepWorth(key: string, value: AnswerValue): void {
    const before = this.rowOf(key)?.answer
    if (!sameAnswer(before, { ...before, value })) this.persister.write(this.newRow(key, { ...before, value }))
  }

  private changed(keys: Set<string> | ReadonlySet<string>): void {
    // One changed key is typing; where more changed, something may be asked for the first time.
    const isOnlyOne = keys.size === 1
    const isAnew = !isOnlyOne && this.giveDefaults()
    if (isAnew) this.writeDefaults()
    if (this.features.chance)
      for (const key of keys) {
        const instance = this.state.instance(key)
        if (instance?.part.isChance && instance.value !== undefined) this.keepWorth(key, instance.value)
      }
    this.changes++
    const noted = [...this.noteDemands(), ...this.noteTooMuch()]
    const all = new Set([...keys, ...(isAnew ? this.questionListeners.keys() : []), ...noted])
    for (const key of all) this.looks.set(key, this.look(key) + 1)
    for (const key of all) this.questionListeners.get(key)?.notify()
    // The progress may be rendered a frame later than the typed text.
    this.telling ??= afterPaint(() => {
      this.telling = undefined
      this.listeners.notify()
    })
  }

  /** What triggers of the whole form demand, and the keys at which that has changed. */
  private noteDemands(): string[] {
    if (!this.features.demands) return []
    const before = this.demands
    this.demands = demandedByOutcome(this.state, () => scoreIn(this.state))
    return [...new Set([...before.keys(), ...this.demands.keys()])].filter(
      key => before.get(key)?.join() !== this.demands.get(key)?.join(),
    )
  }

  /** Where the evaluation exceeds its budget, and the keys at which that has changed. */
  private noteTooMuch(): string[] {
    const [before, now] = [this.tooMuch, exceededBudget(this.state)]
    this.tooMuch = now
    return before.map(keyOf).join() === now.map(keyOf).join() ? [] : [...before, ...now].map(keyOf)
  }

  protected findOpen(): string[] {
    const wrong = new Set(problemsIn(this.state).map(keyOf))
    return [...this.state.visible()].map(({ key }) => key).filter(key => wrong.has(key) || isUnread(this.rowOf(key)))
  }
}

const keyOf = ({ question_id, row_id }: AnswerProblem): string => answerKey(question_id, row_id)

const sameItems = <T>(one: T[], other: T[]) =>
  one.length === other.length && one.every((item, index) => item === other[index])

const sameProgress = (one: Progress, other: Progress) =>
  sameItems(one.missing, other.missing) &&
  one.sections.every(
    ({ answered, total, hasFailed }, index) =>
      answered === other.sections[index]?.answered &&
      total === other.sections[index]?.total &&
      hasFailed === other.sections[index]?.hasFailed,
  )
