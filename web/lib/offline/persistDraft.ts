/**
 * Keeps the answers of one open form on this device: `rows` in memory are what the form reads, and each answer is
 * written as soon as the screen shows it, one batch at a time. All of it stays in memory, so that it can be written
 * again when the browser drops the storage under an open page.
 */
import { afterPaint } from '../afterPaint.ts'
import { Listeners } from '../listeners.ts'
import { followEntries, leaveOrphan, type OfflineDatabase, whenDropped } from './database.ts'
import { clearBackup, DraftBackup, encryptBackups, readBackup } from './draftBackup.ts'
import type { OutboxEntry } from './outboxHandler.ts'
import { OwnWrites } from './ownWrites.ts'
import { isQuotaError, logIsSound } from './recovery/storageRecovery.ts'

export type DraftRow = { question_id: string; changed_at: number }
export type DraftPhoto = { uuid: string }
export type DraftEntry = OutboxEntry & { server_revision: number | null }

export type SaveStatus = {
  /** When the latest change was read back; null while nothing is stored. */
  savedAt: Date | null
  /** Set while writing takes long enough for a person to notice. */
  isSlow: boolean
  problem: 'full' | 'failed' | 'closed' | null
}

/** All of a draft that a page has in memory. */
export type DraftContent<Entry, Row, Photo> = { entry: Entry; rows: Row[]; photos: Photo[] }

/** How a feature's drafts are stored. Each function may be called again after it failed. */
export type DraftStorage<Entry, Row, Photo> = {
  /** Called before the first write of a draft. */
  prepare(): Promise<void>
  /**
   * Writes rows and photos and reads them back. `wasKept` says that a missing entry was dropped. Returns the entry as
   * it was and as it is.
   */
  write(entry: Entry, rows: Row[], photos: Photo[], wasKept: boolean): Promise<{ before: Entry; after: Entry }>
  /** Writes all of a draft that was dropped. */
  restore(content: DraftContent<Entry, Row, Photo>): Promise<Entry>
  complete(entry: Entry, wasKept: boolean): Promise<Entry>
  isKept(entry: Entry): Promise<boolean>
  /** Reads the entry's photos, those in `known` only where the server has them. */
  readPhotos(entry: Entry, known: ReadonlyMap<string, Photo>): Promise<Photo[]>
  findPhoto(entry: Entry, uuid: string): Promise<Photo | undefined>
  /** Called when another tab may have sent the draft. */
  readBase(entry: Entry): Promise<void>
  /** A row of the backup for a page that goes away, with the photos that the next visit must know of. */
  backupOf(row: Row, photos: ReadonlyMap<string, Photo>): Row
  /** Frees space; tells whether there is more. */
  makeRoom(entry: Entry): Promise<boolean>
  /** Tells what an error of `write` or `complete` says of the entry. */
  errorKind(error: unknown): 'closed' | 'gone' | undefined
  isOver(entry: Entry): boolean
}

type Options<Entry, Row, Photo> = {
  entry: Entry
  /** Answers that are stored already. */
  rows?: Row[]
  storage: DraftStorage<Entry, Row, Photo>
  /** Called after each batch: there is something to send. */
  onKept?: () => void
}

const begin = <Entry extends DraftEntry, Row extends DraftRow, Photo extends DraftPhoto>(
  options: Options<Entry, Row, Photo>,
): DraftPersister<Entry, Row, Photo> => new DraftPersister(options)

/** Begins to keep the answers of an open form; its members act on drafts whose page is closed. */
export const persistDraft = Object.assign(begin, { readBackup, clearBackup, encryptBackups })

const slowMs = 400
const retryMs = 3_000
/** How often an open form checks whether it is still stored; browsers mostly say when they drop it. */
const checkMs = 10_000

export class DraftPersister<Entry extends DraftEntry, Row extends DraftRow, Photo extends DraftPhoto> {
  readonly rows: ReadonlyMap<string, Row>
  private readonly all: Map<string, Row>
  private readonly photos = new Map<string, Photo>()
  private readonly pending = new Map<string, Row>()
  private readonly pendingPhotos = new Map<string, Photo>()
  private readonly own: OwnWrites
  private readonly storage: DraftStorage<Entry, Row, Photo>
  private readonly onKept: () => void
  private readonly backup: DraftBackup<Row>
  private readonly listeners = new Listeners()
  private latest: Entry
  private callOff: (() => void) | undefined
  private running: Promise<boolean> | undefined
  private checking: Promise<void> | undefined
  private retryTimer: ReturnType<typeof setTimeout> | undefined
  /** Written before, or begun by an earlier visit: a missing entry was dropped. */
  private wasKept: boolean
  private status: SaveStatus

  constructor({ entry, rows = [], storage, onKept = () => undefined }: Options<Entry, Row, Photo>) {
    this.latest = entry
    this.all = new Map(rows.map(row => [row.question_id, row]))
    this.rows = this.all
    this.own = new OwnWrites(entry)
    this.storage = storage
    this.onKept = onKept
    this.backup = new DraftBackup(entry.user_id, entry.uuid)
    this.wasKept = entry.change > 0
    this.status = { savedAt: this.wasKept ? new Date(entry.updated_at) : null, isSlow: false, problem: null }
  }

  readonly keeping = (): SaveStatus => this.status

  readonly watch = this.listeners.subscribe

  isPending(questionId: string): boolean {
    return this.pending.has(questionId)
  }

  hasPending(): boolean {
    return this.pending.size > 0 || this.pendingPhotos.size > 0
  }

  content(): DraftContent<Entry, Row, Photo> {
    return { entry: this.latest, rows: [...this.all.values()], photos: [...this.photos.values()] }
  }

  async findPhoto(uuid: string): Promise<Photo | undefined> {
    const found = await this.storage.findPhoto(this.latest, uuid).catch(() => undefined)
    return found ?? this.photos.get(uuid)
  }

  /** Takes an answer into the form that is stored already: another tab's, or the server's. */
  take(row: Row): void {
    this.all.set(row.question_id, row)
  }

  /** Keeps an answer, and a photo before the answer that names it. */
  write(row: Row, photo?: Photo): void {
    this.all.set(row.question_id, row)
    this.pending.set(row.question_id, row)
    if (photo) {
      this.photos.set(photo.uuid, photo)
      this.pendingPhotos.set(photo.uuid, photo)
    }
    void this.backup.note(row, () => this.storage.backupOf(row, this.photos))
    this.callOff ??= afterPaint(() => void this.flush())
  }

  /** Stores answers that an earlier visit could only back up. */
  recover(rows: Row[]): void {
    for (const row of rows) this.write(row)
    void this.flush()
  }

  /** Writes all that is pending. Returns whether all of it is stored. */
  flush(): Promise<boolean> {
    this.callOff?.()
    this.callOff = undefined
    this.running ??= this.run().finally(() => {
      this.running = undefined
    })
    return this.running
  }

  /**
   * Tells what `read` finds in the database, now and after each change of entries. Returns what ends that. Answers that
   * this page wrote need not be read again: `covers` knows them.
   */
  follow<Found>(read: (database: OfflineDatabase) => Promise<Found>, tell: (found: Found) => void): () => void {
    return followEntries(this.latest.user_id, read, tell)
  }

  covers(entry: Entry): boolean {
    return this.own.covers(entry)
  }

  /** Notes the stored entry; with the rows where another tab wrote them or they were taken from the server. */
  read(entry: Entry, rows?: Row[]): void {
    const isSent = entry.server_revision !== this.latest.server_revision
    this.latest = entry
    this.wasKept = true
    void this.storage.readBase(entry).catch(() => undefined)
    if (isSent && this.photos.size > 0) this.readPhotos()
    if (!rows) return
    this.own.read(entry)
    for (const row of rows)
      if (!this.pending.has(row.question_id) && row.changed_at >= (this.all.get(row.question_id)?.changed_at ?? 0))
        this.all.set(row.question_id, row)
    // That tab may be closed when the browser drops the database.
    this.readPhotos()
  }

  /** Keeps the photos of an earlier visit or another tab in memory, and which of them the server has. */
  private readPhotos(): void {
    if (!this.wasKept) return
    const known = new Map(this.photos)
    this.storage.readPhotos(this.latest, known).then(
      photos => {
        // One that was drawn while these were read is newer.
        for (const photo of photos)
          if (this.photos.get(photo.uuid) === known.get(photo.uuid)) this.photos.set(photo.uuid, photo)
      },
      error => console.warn('The photos could not be read', error),
    )
  }

  /**
   * Watches the draft while its page is open: writes it again after a drop, at once when the page is hidden, and backs
   * unwritten rows up when it goes away. Returns the function that ends it.
   */
  guard(): () => void {
    this.readPhotos()
    const look = () => void this.check()
    const unwatch = whenDropped(look)
    const timer = setInterval(look, checkMs)
    const ask = (event: BeforeUnloadEvent) => {
      if (this.status.problem) event.preventDefault()
    }
    // A hidden page draws no frame after which it would be written.
    const hurry = () => void (this.hasPending() ? this.flush() : look())
    document.addEventListener('visibilitychange', hurry)
    addEventListener('beforeunload', ask)
    addEventListener('pagehide', this.rescue)
    return () => {
      unwatch()
      clearInterval(timer)
      this.rescue()
      document.removeEventListener('visibilitychange', hurry)
      removeEventListener('beforeunload', ask)
      removeEventListener('pagehide', this.rescue)
    }
  }

  /** Backs unwritten rows up in local storage, because the page is going away. */
  readonly rescue = (): void => {
    if (this.hasPending() && this.status.problem !== 'closed') this.backup.layDown()
  }

  /** Checks whether the draft is still on this device, and writes it again where it was dropped. */
  check(): Promise<void> {
    this.checking ??= this.look().finally(() => {
      this.checking = undefined
    })
    return this.checking
  }

  private async look(): Promise<void> {
    if (!this.wasKept || this.running || this.storage.isOver(this.latest)) return
    try {
      // A page that cannot load the code of the check uses its open database.
      await leaveOrphan(this.latest.user_id).catch(() => undefined)
      if (await this.storage.isKept(this.latest)) return
      this.countAsUnwritten()
      await this.flush()
    } catch (error) {
      this.failed(error)
    }
  }

  /** Notes all answers of a dropped draft for the backup: the device may have no room to write them again. */
  private noteAll(): void {
    for (const row of this.all.values())
      if (!this.backup.isReady(row)) void this.backup.note(row, () => this.storage.backupOf(row, this.photos))
  }

  /**
   * Completes the form. Tells whether it is in the outbox; where it had to be written again first, the status says why
   * not.
   */
  async complete(): Promise<boolean> {
    const { storage } = this
    try {
      this.latest = await storage.complete(this.latest, this.wasKept)
    } catch (error) {
      if (storage.errorKind(error) !== 'gone') throw error
      // Where the device has no room, nothing of it may count as saved.
      this.countAsUnwritten()
      if (this.all.size === 0) this.latest = await storage.restore(this.content())
      if (!(await this.flush())) return false
      this.latest = await storage.complete(this.latest, true)
    }
    return true
  }

  /** Makes all answers of a dropped draft pending again, with their backup. */
  private countAsUnwritten(): void {
    this.become({ savedAt: null })
    for (const row of this.all.values()) this.pending.set(row.question_id, row)
    this.noteAll()
  }

  private async run(): Promise<boolean> {
    clearTimeout(this.retryTimer)
    const isNews = this.hasPending()
    const slow = setTimeout(() => this.become({ isSlow: true }), slowMs)
    try {
      do {
        while (this.hasPending()) await this.keepBatch()
        await logIsSound()
        // An answer that was typed during the repair asked this very run to keep it.
      } while (this.hasPending())
      const isKept = isNews || this.status.problem !== null
      if (isKept) this.backup.clear()
      const savedAt = isKept ? sameMinute(this.status.savedAt, new Date()) : this.status.savedAt
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
      if (!isQuotaError(error) || !(await this.storage.makeRoom(this.latest))) throw error
      await this.keep(rows, photos)
    }
    this.wasKept = true
    for (const row of rows)
      if (this.pending.get(row.question_id) === row) {
        this.pending.delete(row.question_id)
        this.backup.forget(row)
      }
    for (const photo of photos) if (this.pendingPhotos.get(photo.uuid) === photo) this.pendingPhotos.delete(photo.uuid)
    this.onKept()
  }

  private async keep(rows: Row[], photos: Photo[]): Promise<void> {
    try {
      if (!this.wasKept) await this.storage.prepare()
      const { before, after } = await this.storage.write(this.latest, rows, photos, this.wasKept)
      this.own.wrote(before, after)
      this.latest = after
    } catch (error) {
      if (this.storage.errorKind(error) !== 'gone') throw error
      this.become({ savedAt: null })
      this.noteAll()
      this.latest = await this.storage.restore(this.content())
      this.own.read(this.latest)
    }
  }

  /** Says that something of this form is not kept, and tries again. */
  failed(error: unknown): void {
    console.error('Not kept yet', error)
    if (this.storage.errorKind(error) === 'closed') {
      this.become({ isSlow: false, problem: 'closed' })
      return
    }
    this.rescue()
    this.become({ isSlow: false, problem: isQuotaError(error) ? 'full' : 'failed' })
    clearTimeout(this.retryTimer)
    this.retryTimer = setTimeout(() => void this.flush(), retryMs)
  }

  private become(change: Partial<SaveStatus>): void {
    const next = { ...this.status, ...change }
    const isSame =
      next.savedAt === this.status.savedAt && next.isSlow === this.status.isSlow && next.problem === this.status.problem
    if (isSame) return
    this.status = next
    this.listeners.notify()
  }
}

/** The earlier moment where both are in the same minute: "saved 10:42" need not be drawn again at each key. */
const sameMinute = (before: Date | null, now: Date): Date =>
  before && Math.floor(before.getTime() / 60_000) === Math.floor(now.getTime() / 60_000) ? before : now
