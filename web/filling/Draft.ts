/**
 * One form that is being filled in: its answers in memory, written through to this device's journal at each change. Questions watch
 * only themselves, so that a keystroke draws one question and not the form.
 *
 * What another tab or another device changed arrives through `takeRows`; an answer that is being written here is not overruled.
 */
import type { Answer, Answers, AnswerValue, FileReference } from '#shared/forms/answers.ts'
import type { Definition } from '#shared/forms/definition.ts'
import { questionsOf } from '#shared/forms/elements.ts'
import { type Progress, progressOf } from '#shared/forms/progress.ts'
import type { Question } from '#shared/forms/questions.ts'
import { type AnswerRow, answersOf, type Entry, type PhotoRow } from '../lib/offline/entry.ts'
import { sameAnswer } from '../lib/offline/merge.ts'
import { Writer } from '../lib/offline/writer.ts'
import { problemOf } from './problemOf.ts'

export class Draft {
  readonly entry: Entry
  readonly definition: Definition
  readonly writer: Writer
  /** The person has been to the end of the form: from then on questions say what is missing. */
  hasSeenEnd = false
  private readonly rows: Map<string, AnswerRow>
  private readonly questionListeners = new Map<string, Set<() => void>>()
  private readonly listeners = new Set<() => void>()
  private readonly answersNow: () => Answers
  private readonly progressNow: () => Progress
  private readonly openNow: () => Question[]
  private changes = 0
  private clock: number

  constructor(entry: Entry, definition: Definition, rows: AnswerRow[], onKept: () => void) {
    this.entry = entry
    this.definition = definition
    this.rows = new Map(rows.map(row => [row.question_id, row]))
    this.clock = Math.max(0, ...rows.map(row => row.changed_at))
    const each = questionsOf(definition)
    this.answersNow = this.derived(
      () => answersOf([...this.rows.values()]),
      () => false,
    )
    this.progressNow = this.derived(() => progressOf(definition, this.answers()), sameProgress)
    this.openNow = this.derived(() => each.filter(question => problemOf(question, this.rowOf(question.id))), sameItems)
    this.writer = new Writer(entry, onKept, entry.change > 0 ? new Date(entry.updated_at) : null)
  }

  readonly rowOf = (questionId: string): AnswerRow | undefined => this.rows.get(questionId)

  readonly answers = (): Answers => this.answersNow()

  /** How far the form is; the same object for as long as nothing in it changes. */
  readonly progress = (): Progress => this.progressNow()

  /** The questions at which something stands in the way of completing the form, in its order; the same array while they are. */
  readonly openQuestions = (): Question[] => this.openNow()

  /**
   * Answers a question; undefined takes the answer away. `typed` is what was typed, where that says more than the value, and `photo`
   * a new one that the value names.
   */
  setValue(question: Question, value: AnswerValue | undefined, rest: { typed?: string; photo?: PhotoRow } = {}): void {
    const { value: _before, ...beside } = this.rowOf(question.id)?.answer ?? {}
    this.put(question, value === undefined ? beside : { ...beside, value }, rest.typed, rest.photo)
  }

  setNote(question: Question, note: string): void {
    const { answer: { note: _before, ...answer } = {}, typed } = this.rowOf(question.id) ?? {}
    this.put(question, note ? { ...answer, note } : answer, typed)
  }

  /** Changes the photos beside an answer; `photo` is a new one among them. */
  setPhotos(question: Question, photos: FileReference[], photo?: PhotoRow): void {
    const { answer: { photos: _before, ...answer } = {}, typed } = this.rowOf(question.id) ?? {}
    this.put(question, photos.length > 0 ? { ...answer, photos } : answer, typed, photo)
  }

  /** Takes up what an earlier visit could not keep, where nothing newer was kept since. */
  recover(rows: AnswerRow[]): void {
    const newer = rows.filter(row => row.changed_at > (this.rowOf(row.question_id)?.changed_at ?? 0))
    this.takeRows(newer)
    this.writer.recover(newer)
  }

  /** What the journal holds now. */
  takeRows(rows: AnswerRow[]): void {
    const news = rows.filter(row => {
      const here = this.rows.get(row.question_id)
      if (this.writer.isPending(row.question_id) || (here && here.changed_at >= row.changed_at)) return false
      this.rows.set(row.question_id, row)
      return !sameAnswer(here?.answer, row.answer) || here?.typed !== row.typed
    })
    if (news.length > 0) this.changed(news.map(row => row.question_id))
  }

  readonly watch = (listener: () => void) => watchIn(this.listeners, listener)

  watchQuestion(questionId: string, listener: () => void) {
    const listeners = this.questionListeners.get(questionId) ?? new Set()
    this.questionListeners.set(questionId, listeners)
    return watchIn(listeners, listener)
  }

  /** Works something out once after each change, and keeps the former result where the new one is the same. */
  private derived<T>(work: () => T, isSame: (before: T, after: T) => boolean): () => T {
    let kept: { at: number; result: T } | undefined
    return () => {
      if (kept?.at === this.changes) return kept.result
      const result = work()
      kept = { at: this.changes, result: kept && isSame(kept.result, result) ? kept.result : result }
      return kept.result
    }
  }

  private put({ id: question_id }: Question, answer: Answer, typed: string | undefined, photo?: PhotoRow): void {
    this.clock = Math.max(Date.now(), this.clock + 1)
    const { uuid } = this.entry
    const row = { uuid, question_id, answer, ...(typed !== undefined && { typed }), changed_at: this.clock }
    this.rows.set(question_id, row)
    this.writer.write(row, photo)
    this.changed([question_id])
  }

  private changed(questionIds: string[]): void {
    this.changes++
    for (const id of questionIds) for (const listener of this.questionListeners.get(id) ?? []) listener()
    for (const listener of this.listeners) listener()
  }
}

function watchIn(listeners: Set<() => void>, listener: () => void) {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

const sameItems = <T>(one: T[], other: T[]) =>
  one.length === other.length && one.every((item, index) => item === other[index])

const sameProgress = (one: Progress, other: Progress) =>
  sameItems(one.missing, other.missing) &&
  one.sections.every((section, index) => section.answered === other.sections[index]?.answered)
