/**
 * Takes the answers of one open form and sees to it that they are kept. It writes each as soon as the screen shows it, but never two
 * batches at a time: what is typed while a write runs goes with the next one. What cannot be written stays in memory and in the
 * rescue, and is tried again until it can.
 */
import type { Answer, FileReference, RowReference } from '#shared/forms/answers.ts'
import { afterPaint } from './afterPaint.ts'
import { isQuotaError } from './database.ts'
import type { AnswerRow, Entry, PhotoRow } from './entry.ts'
import { EntryClosed, keepAnswers } from './journal.ts'
import { OwnWrites } from './OwnWrites.ts'
import { makeRoom } from './prune.ts'
import { clearRescue, layDown } from './rescue.ts'

export type KeepingProblem = 'full' | 'failed' | 'closed'

export type Keeping = {
  /** When the latest change was read back. */
  savedAt: Date | null
  /** Set while writing takes long enough for a person to wonder. */
  isSlow: boolean
  problem: KeepingProblem | null
}

const slowMs = 400
const retryMs = 3_000

export class Writer {
  /** What it has written, for whoever follows the journal. */
  readonly own: OwnWrites
  private readonly start: Entry
  private readonly onKept: () => void
  private readonly pending = new Map<string, AnswerRow>()
  private readonly photos = new Map<string, PhotoRow>()
  /** Photos that the journal has, whatever comes in their place. */
  private readonly keptPhotos = new Set<string>()
  private readonly listeners = new Set<() => void>()
  private callOff: (() => void) | undefined
  private running: Promise<boolean> | undefined
  private retryTimer: ReturnType<typeof setTimeout> | undefined
  private isLaidDown = false
  private state: Keeping

  /** `onKept` is called after each batch: there is something to send. */
  constructor(start: Entry, onKept: () => void, savedAt: Date | null) {
    this.start = start
    this.own = new OwnWrites(start)
    this.onKept = onKept
    this.state = { savedAt, isSlow: false, problem: null }
  }

  /** A new object at each change, for useSyncExternalStore. */
  readonly keeping = (): Keeping => this.state

  readonly watch = (listener: () => void) => {
    this.listeners.add(listener)
    return () => this.listeners.delete(listener)
  }

  /** Whether this very question has a change that is not kept yet. */
  isPending(questionId: string): boolean {
    return this.pending.has(questionId)
  }

  /** A photo where memory is all its keeping, as in a test fill. Any other is shown once it is kept, and not before. */
  photo(_uuid: string): PhotoRow | undefined {
    return undefined
  }

  hasPending(): boolean {
    return this.pending.size > 0
  }

  /** Keeps an answer as soon as it is shown, and a photo before the answer that names it. */
  write(row: AnswerRow, photo?: PhotoRow): void {
    this.pending.set(row.question_id, row)
    if (photo) this.photos.set(photo.uuid, photo)
    this.callOff ??= afterPaint(() => void this.flush())
  }

  /** Keeps what an earlier visit could only lay down. */
  recover(rows: AnswerRow[]): void {
    this.isLaidDown = true
    for (const row of rows) this.write(row)
    void this.flush()
  }

  /** Writes what is pending now. Whether all of it is kept. */
  flush(): Promise<boolean> {
    this.callOff?.()
    this.callOff = undefined
    this.running ??= this.run().finally(() => {
      this.running = undefined
    })
    return this.running
  }

  /** The page is going away: what is not kept yet is laid down where writing takes no time. */
  readonly rescue = (): void => {
    if (!this.hasPending() || this.state.problem === 'closed') return
    const unkept = new Set([...this.photos.keys()].filter(uuid => !this.keptPhotos.has(uuid)))
    const rows = [...this.pending.values()].map(row => ({ ...row, answer: withoutPhotos(row.answer, unkept) }))
    this.isLaidDown = layDown(this.start.user_id, this.start.uuid, rows)
  }

  private async run(): Promise<boolean> {
    clearTimeout(this.retryTimer)
    const isNews = this.hasPending()
    const slow = setTimeout(() => this.become({ isSlow: true }), slowMs)
    try {
      while (this.hasPending()) await this.keepBatch()
      if (this.isLaidDown) clearRescue(this.start.user_id, this.start.uuid)
      this.isLaidDown = false
      const savedAt = isNews ? sameMinute(this.state.savedAt, new Date()) : this.state.savedAt
      this.become({ isSlow: false, problem: null, savedAt })
      return true
    } catch (error) {
      this.failed(error)
      return false
    } finally {
      clearTimeout(slow)
    }
  }

  private async keepBatch(): Promise<void> {
    const rows = [...this.pending.values()]
    const photos = [...this.photos.values()]
    const keep = async () => {
      const { before, after } = await keepAnswers(this.start, rows, photos)
      this.own.wrote(before, after)
    }
    try {
      await keep()
    } catch (error) {
      if (!isQuotaError(error) || !(await makeRoom(this.start.user_id))) throw error
      await keep()
    }
    for (const row of rows) if (this.pending.get(row.question_id) === row) this.pending.delete(row.question_id)
    for (const photo of photos) {
      this.keptPhotos.add(photo.uuid)
      if (this.photos.get(photo.uuid) === photo) this.photos.delete(photo.uuid)
    }
    this.onKept()
  }

  /** Says that something about this form is not kept; what is pending is tried again. */
  failed(error: unknown): void {
    console.error('Not kept yet', error)
    if (error instanceof EntryClosed) {
      this.become({ isSlow: false, problem: 'closed' })
      return
    }
    this.rescue()
    this.become({ isSlow: false, problem: isQuotaError(error) ? 'full' : 'failed' })
    this.retryTimer = setTimeout(() => void this.flush(), retryMs)
  }

  private become(change: Partial<Keeping>): void {
    const next = { ...this.state, ...change }
    const isSame =
      next.savedAt === this.state.savedAt && next.isSlow === this.state.isSlow && next.problem === this.state.problem
    if (isSame) return
    this.state = next
    for (const listener of this.listeners) listener()
  }
}

/** An answer without the photos that are not kept: there is no room for them where it is laid down. */
function withoutPhotos(answer: Answer, unkept: ReadonlySet<string>): Answer {
  const { value, photos, ...rest } = answer
  const isKept = (item: string | FileReference | RowReference) =>
    typeof item === 'string' || !('uuid' in item) || !unkept.has(item.uuid)
  return {
    ...rest,
    ...(value !== undefined && { value: Array.isArray(value) ? ([...value].filter(isKept) as typeof value) : value }),
    ...(photos && { photos: photos.filter(isKept) }),
  }
}

/** The earlier moment if both are written the same: "saved 10:42" need not be drawn again at each key. */
const sameMinute = (before: Date | null, now: Date): Date =>
  before && Math.floor(before.getTime() / 60_000) === Math.floor(now.getTime() / 60_000) ? before : now
