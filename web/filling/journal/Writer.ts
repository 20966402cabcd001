/**
 * Takes the answers of one open form and sees to it that they are kept. It writes each as soon as the screen shows it, but never two
 * batches at a time: what is typed while a write runs goes with the next one. What cannot be written stays in memory and in the
 * last resort, and is tried again until it can.
 *
 * It knows all answers and photos of the form, not only those that are not kept yet: browsers drop what they keep under an open page,
 * when the device is full or somebody clears it. Then all of it is written again, from memory.
 */

import type { Definition } from '#shared/forms/definition.ts'
import type { AnswerRow, Keeper, Keeping, PhotoRow } from '../../answers/draft/rows.ts'
import { afterPaint } from '../../lib/afterPaint.ts'
import { isQuotaError, logIsSound } from '../../lib/offline/recovery/storageRecovery.ts'
import { readBase } from './bases.ts'
import type { Entry } from './entry.ts'
import { EntryClosed, EntryGone, keepAnswers, putInOutbox } from './journal.ts'
import { inJournal } from './journalDatabase.ts'
import { LastResort } from './lastResort.ts'
import { OwnWrites } from './OwnWrites.ts'
import { makeRoom } from './prune.ts'
import { type Content, isKeptHere, readPhotos, restore } from './restore.ts'

const slowMs = 400
const retryMs = 3_000

type Beginning = {
  /** Answers that are kept already. */
  rows?: AnswerRow[]
  /** The form that is filled in, without which answers could not be shown again. */
  form?: Definition
  /** Sees to it that the form is on this device, before the first answer is. May be called again where it could not. */
  keepForm?: () => Promise<void>
  /** Called after each batch: there is something to send. */
  onKept?: () => void
}

export class Writer implements Keeper {
  /** What it has written, for whoever follows the journal. */
  readonly own: OwnWrites
  private latest: Entry
  private readonly onKept: () => void
  private readonly form: Definition | undefined
  private readonly keepForm: () => Promise<void>
  private readonly rows: Map<string, AnswerRow>
  private readonly photos = new Map<string, PhotoRow>()
  private readonly pending = new Map<string, AnswerRow>()
  private readonly pendingPhotos = new Map<string, PhotoRow>()
  private readonly listeners = new Set<() => void>()
  private readonly lastResort: LastResort
  private callOff: (() => void) | undefined
  private running: Promise<boolean> | undefined
  private checking: Promise<void> | undefined
  private retryTimer: ReturnType<typeof setTimeout> | undefined
  /** Written before, or begun by an earlier visit: that it is not there means that it was dropped. */
  private wasKept: boolean
  private state: Keeping

  constructor(
    start: Entry,
    { rows = [], form, keepForm = async () => undefined, onKept = () => undefined }: Beginning = {},
  ) {
    this.latest = start
    this.own = new OwnWrites(start)
    this.onKept = onKept
    this.form = form
    this.keepForm = keepForm
    this.rows = new Map(rows.map(row => [row.question_id, row]))
    this.lastResort = new LastResort(start.user_id, start.uuid)
    this.wasKept = start.change > 0
    this.state = { savedAt: this.wasKept ? new Date(start.updated_at) : null, isSlow: false, problem: null }
  }

  readonly keeping = (): Keeping => this.state

  readonly watch = (listener: () => void) => {
    this.listeners.add(listener)
    return () => this.listeners.delete(listener)
  }

  isPending(questionId: string): boolean {
    return this.pending.has(questionId)
  }

  hasPending(): boolean {
    return this.pending.size > 0 || this.pendingPhotos.size > 0
  }

  /** What stands in the form, with the photos, for a copy of it. */
  content(): Content {
    const { form, latest: entry } = this
    return { entry, definition: form, rows: [...this.rows.values()], photos: [...this.photos.values()] }
  }

  async findPhoto(uuid: string): Promise<PhotoRow | undefined> {
    const found = await inJournal(this.latest.user_id, ({ photos }) => photos.get(uuid)).catch(() => undefined)
    return found ?? this.photos.get(uuid)
  }

  /** Remembers the photos of the form, of an earlier visit or of another tab, where anything of it was kept before. */
  readPhotos(): void {
    if (!this.wasKept) return
    readPhotos(this.latest, this.photos).then(
      photos => {
        // One that was drawn while these were read is newer.
        for (const photo of photos) if (!this.photos.has(photo.uuid)) this.photos.set(photo.uuid, photo)
      },
      error => console.warn('The photos could not be read', error),
    )
  }

  write(row: AnswerRow, photo?: PhotoRow): void {
    this.rows.set(row.question_id, row)
    this.pending.set(row.question_id, row)
    if (photo) {
      this.photos.set(photo.uuid, photo)
      this.pendingPhotos.set(photo.uuid, photo)
    }
    void this.lastResort.note([...this.pending.values()])
    this.callOff ??= afterPaint(() => void this.flush())
  }

  /** What is in the journal now; with the rows where another tab wrote them or they were taken from the server. */
  read(entry: Entry, rows?: AnswerRow[]): void {
    this.latest = entry
    this.wasKept = true
    // Another tab may have sent it.
    void inJournal(entry.user_id, database => readBase(database, entry.uuid)).catch(() => undefined)
    if (!rows) return
    this.own.read(entry)
    for (const row of rows)
      if (row.changed_at >= (this.rows.get(row.question_id)?.changed_at ?? 0)) this.rows.set(row.question_id, row)
    // That tab may be closed when the browser drops what it kept.
    this.readPhotos()
  }

  recover(rows: AnswerRow[]): void {
    for (const row of rows) this.write(row)
    void this.flush()
  }

  flush(): Promise<boolean> {
    this.callOff?.()
    this.callOff = undefined
    this.running ??= this.run().finally(() => {
      this.running = undefined
    })
    return this.running
  }

  /** Whether what is in sight is still on this device; if it was dropped, it is written again. */
  check(): Promise<void> {
    this.checking ??= this.look().finally(() => {
      this.checking = undefined
    })
    return this.checking
  }

  private async look(): Promise<void> {
    if (!this.wasKept || this.running || ['done', 'discarded'].includes(this.latest.state)) return
    try {
      if (!(await isKeptHere(this.latest))) await this.flushDropped()
    } catch (error) {
      this.failed(error)
    }
  }

  /** Completes the form: it is in the outbox when this resolves. */
  async complete(): Promise<void> {
    try {
      await putInOutbox(this.latest, this.wasKept)
    } catch (error) {
      if (!(error instanceof EntryGone)) throw error
      this.latest = await restore(this.content())
      await putInOutbox(this.latest, true)
    }
    this.latest = { ...this.latest, state: 'waiting', completed_at: new Date().toISOString() }
  }

  /** The page is going away: what is not kept yet is laid down where writing takes no time. */
  readonly rescue = (): void => {
    if (this.hasPending() && this.state.problem !== 'closed') this.lastResort.layDown()
  }

  private flushDropped(): Promise<boolean> {
    this.become({ savedAt: null })
    for (const row of this.rows.values()) this.pending.set(row.question_id, row)
    return this.flush()
  }

  private async run(): Promise<boolean> {
    clearTimeout(this.retryTimer)
    const isNews = this.hasPending()
    const slow = setTimeout(() => this.become({ isSlow: true }), slowMs)
    try {
      do {
        while (this.hasPending()) await this.keepBatch()
        await logIsSound()
        // What was typed while the log was made sound asked this very run to keep it.
      } while (this.hasPending())
      const isKept = isNews || this.state.problem !== null
      if (isKept) this.lastResort.clear()
      const savedAt = isKept ? sameMinute(this.state.savedAt, new Date()) : this.state.savedAt
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
    const photos = [...this.pendingPhotos.values()]
    try {
      await this.keep(rows, photos)
    } catch (error) {
      if (!isQuotaError(error) || !(await makeRoom(this.latest.user_id))) throw error
      await this.keep(rows, photos)
    }
    this.wasKept = true
    for (const row of rows) if (this.pending.get(row.question_id) === row) this.pending.delete(row.question_id)
    for (const photo of photos) if (this.pendingPhotos.get(photo.uuid) === photo) this.pendingPhotos.delete(photo.uuid)
    this.onKept()
  }

  private async keep(rows: AnswerRow[], photos: PhotoRow[]): Promise<void> {
    try {
      if (!this.wasKept) await this.keepForm()
      const { before, after } = await keepAnswers(this.latest, rows, photos, this.wasKept)
      this.own.wrote(before, after)
      this.latest = after
    } catch (error) {
      if (!(error instanceof EntryGone)) throw error
      this.become({ savedAt: null })
      this.latest = await restore(this.content())
      this.own.read(this.latest)
    }
  }

  failed(error: unknown): void {
    console.error('Not kept yet', error)
    if (error instanceof EntryClosed) {
      this.become({ isSlow: false, problem: 'closed' })
      return
    }
    this.rescue()
    this.become({ isSlow: false, problem: isQuotaError(error) ? 'full' : 'failed' })
    clearTimeout(this.retryTimer)
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

/** The earlier moment if both are written the same: "saved 10:42" need not be drawn again at each key. */
const sameMinute = (before: Date | null, now: Date): Date =>
  before && Math.floor(before.getTime() / 60_000) === Math.floor(now.getTime() / 60_000) ? before : now
