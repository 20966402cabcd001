/**
 * Sends the entries of this device until the server has them, one tab at a time. How an entry is delivered is for its
 * handler (`outboxHandler.ts`).
 */
import { RequestError } from '../requestError.ts'
import { unlessTaken } from '../tabLock.ts'
import { changeEntry, inDatabase, outboxStore, readEntries } from './database.ts'
import {
  type AnyOutboxHandler,
  dueAt,
  type EntryError,
  isUnderway,
  type OutboxEntry,
  type OutboxHandlers,
} from './outboxHandler.ts'

export type Sender = { id: number; company_id: number | null }

type Options = {
  handlers: () => Promise<OutboxHandlers>
  /** Whose work is sent; null while nobody is signed in. */
  sender: () => Sender | null
  /** Lets one tab at a time do the work; false when another is at it. */
  exclusively: (work: () => Promise<void>) => Promise<boolean>
}

const pauseMs = 2_000
const anotherTabMs = 5_000
const maxRounds = 3
const never = Number.POSITIVE_INFINITY

type Found = { entry: OutboxEntry; handler: AnyOutboxHandler }

export class Outbox {
  private readonly options: Options
  private timer: ReturnType<typeof setTimeout> | undefined
  private timerAt = never
  private failures = 0
  private waitsUntil = 0
  private running: Promise<void> | undefined

  constructor(options: Options) {
    this.options = options
  }

  /** Schedules a pass, because something was written. */
  readonly sendSoon = (afterMs = pauseMs): void => {
    const at = Date.now() + afterMs
    if (at >= this.timerAt) return
    this.timerAt = at
    clearTimeout(this.timer)
    this.timer = setTimeout(() => {
      // A pass that is under way does not set the clock back: a moment that has passed would refuse every later wish.
      this.timerAt = never
      void this.sendAll()
    }, afterMs)
  }

  /** Tries all entries now, also those whose retry is due later. */
  readonly sendNow = (): Promise<void> => this.sendAll(true)

  stop(): void {
    clearTimeout(this.timer)
    this.timerAt = never
  }

  /** Sends what is due. Resolves when that was tried. */
  async sendAll(isHurried = false): Promise<void> {
    if (this.running && isHurried) await this.running
    this.running ??= this.run(isHurried).finally(() => {
      this.running = undefined
    })
    return this.running
  }

  private async run(isHurried: boolean): Promise<void> {
    this.stop()
    if (!isHurried && Date.now() < this.waitsUntil) return this.sendSoon(this.waitsUntil - Date.now())
    try {
      const isDone = await this.options.exclusively(() => this.pass(isHurried))
      if (!isDone) {
        // Another tab is sending, or was and is gone; the wish to try at once is kept.
        if (isHurried) this.waitsUntil = 0
        return this.sendSoon(anotherTabMs)
      }
      await this.scheduleNext()
    } catch (error) {
      // The device's database does not open: nothing is lost, and nothing can be sent either.
      console.error('The outbox has to wait', error)
      this.sendSoon(backOff(++this.failures))
    }
  }

  private async pass(isHurried: boolean): Promise<void> {
    const tried = new Set<string>()
    for (;;) {
      const sender = this.options.sender()
      if (!sender) return
      const next = await this.nextOf(sender, isHurried, tried)
      if (!next) return
      const { entry, handler } = next
      tried.add(attemptOf(entry))
      try {
        const isDone = await this.deliver(next)
        this.failures = 0
        this.waitsUntil = 0
        if (isDone) handler.onDone?.(entry)
      } catch (error) {
        if (await this.failed(next, error)) return
      }
    }
  }

  /** The first entry that can be sent now: completed work before drafts, the oldest change first. */
  private async nextOf(sender: Sender, isHurried: boolean, tried: ReadonlySet<string>): Promise<Found | undefined> {
    const now = Date.now()
    const open = await this.openEntries(sender)
    const due = open.filter(
      ({ entry, handler }) => !tried.has(attemptOf(entry)) && isDue(handler, entry, now, isHurried),
    )
    for (const one of due.sort(byUrgency)) if (await canSend(one, open, sender.id)) return one
    return undefined
  }

  /** The unsent entries of this person in their present company; 0 is none, as for the platform's admins. */
  private async openEntries({ id, company_id }: Sender): Promise<Found[]> {
    const [handlers, all] = await Promise.all([this.options.handlers(), readEntries(id)])
    return all.flatMap(entry => {
      const handler = handlers.of(entry)
      return handler && entry.state !== 'done' && entry.company_id === (company_id ?? 0) ? [{ entry, handler }] : []
    })
  }

  private async deliver({ entry, handler }: Found): Promise<boolean> {
    for (let round = 1; ; round++) {
      const now = await inDatabase(entry.user_id, ({ entries }) => entries.get(entry.uuid))
      if (!now) return false
      try {
        return await handler.deliver(now, outboxStore)
      } catch (error) {
        const known = (await inDatabase(entry.user_id, ({ entries }) => entries.get(entry.uuid))) ?? now
        const canGoOn = error instanceof RequestError && (await handler.merge?.(known, error))
        if (!canGoOn || round === maxRounds) throw error
      }
    }
  }

  /**
   * Notes a failed delivery, and returns whether the rest has to wait as well: it does without an answer and after a
   * 401. A status of 408, 425, 429 or 5xx delays this entry; any other refuses it, or blocks a draft until its next
   * change.
   */
  private async failed({ entry, handler }: Found, error: unknown): Promise<boolean> {
    if (!(error instanceof RequestError)) throw error
    const last_error: EntryError = {
      status: error.status,
      code: error.code,
      message: [error.message, ...Object.values(error.errors).flat()].filter(Boolean).join(' '),
      at: new Date().toISOString(),
      ...(error.during && { during: error.during }),
    }
    const isTemporary = error.status === 401 || error.isPassing
    let isRefused = false
    await changeEntry(entry.user_id, entry.uuid, now => {
      if (now.state === 'done') return undefined
      const attempts = now.attempts + 1
      if (error.status === 0 || error.status === 401) return { ...now, state: waitingAgain(now), last_error }
      if (isTemporary)
        return {
          ...now,
          state: waitingAgain(now),
          attempts,
          next_attempt_at: Date.now() + backOff(attempts),
          last_error,
        }
      isRefused = isUnderway(now)
      return { ...now, state: isRefused ? 'refused' : now.state, is_blocked: now.change === entry.change, last_error }
    })
    if (isRefused) handler.onRefused?.(entry, error)
    if (error.status !== 0) return error.status === 401
    this.waitsUntil = Date.now() + backOff(++this.failures)
    return true
  }

  /** Sets the timer for the next due entry. */
  private async scheduleNext(): Promise<void> {
    const sender = this.options.sender()
    if (!sender) return
    const open = await this.openEntries(sender)
    // Entries that wait for others are checked again when those have arrived or changed.
    const ready = await Promise.all(open.map(async one => ((await canSend(one, open, sender.id)) ? one : undefined)))
    const next = Math.min(...ready.map(one => (one ? dueAt(one.handler, one.entry) : never)))
    if (next === never) return
    this.sendSoon(Math.max(200, next - Date.now(), this.waitsUntil - Date.now()))
  }
}

const attemptOf = ({ uuid, change }: OutboxEntry) => `${uuid} ${change}`

const waitingAgain = (entry: OutboxEntry) => (entry.state === 'sending' ? 'waiting' : entry.state)

const byUrgency = ({ entry: one }: Found, { entry: other }: Found) =>
  Number(isUnderway(other)) - Number(isUnderway(one)) ||
  (one.position ?? 0) - (other.position ?? 0) ||
  (one.updated_at < other.updated_at ? -1 : 1)

function isDue(handler: AnyOutboxHandler, entry: OutboxEntry, now: number, isHurried: boolean): boolean {
  const at = dueAt(handler, entry)
  return isHurried && !handler.keepsTime?.(entry) ? at !== never : at <= now
}

/**
 * Whether an entry may go: what was made before it in its queue has arrived, and what it depends on has an id of the
 * server's, which then replaces the temporary one.
 */
async function canSend({ entry, handler }: Found, open: Found[], userId: number): Promise<boolean> {
  return !isBehind({ entry, handler }, open) && (await hasAllIds({ entry, handler }, userId))
}

/** `open` is in the order in which entries were made. */
function isBehind({ entry, handler }: Found, open: Found[]): boolean {
  const queue = handler.queueOf?.(entry)
  if (queue === undefined) return false
  const first = open.find(one => one.handler === handler && one.handler.queueOf?.(one.entry) === queue)
  return first?.entry.uuid !== entry.uuid
}

async function hasAllIds({ entry, handler }: Found, userId: number): Promise<boolean> {
  const wanted = new Set((await handler.dependsOn?.(entry)) ?? [])
  if (wanted.size === 0) return true
  const before = (await readEntries(userId)).filter(({ temporary_id }) => wanted.has(temporary_id ?? 0))
  const ids = new Map(
    before.flatMap(({ temporary_id, server_id }) => (server_id === null ? [] : [[temporary_id ?? 0, server_id]])),
  )
  if (ids.size > 0) await handler.resolve?.(entry, ids)
  if (ids.size === wanted.size) return true
  const isLost = [...wanted].some(id => !before.some(one => one.temporary_id === id && one.state !== 'discarded'))
  if (isLost) await refuse(entry, handler)
  return false
}

/** An entry on which it depends was removed here, so it can never be sent as it is. */
async function refuse(entry: OutboxEntry, handler: AnyOutboxHandler): Promise<void> {
  const { status, code, message } = gone
  const last_error = { status, code, message, at: new Date().toISOString() }
  const isNews = await changeEntry(entry.user_id, entry.uuid, now =>
    now.state === 'refused' ? undefined : { ...now, state: 'refused', is_blocked: true, last_error },
  )
  if (isNews) handler.onRefused?.(entry, gone)
}
const gone = new RequestError({ status: 410, code: 'not_found' })

const firstMs = 2_000
const maxMs = 5 * 60_000

/**
 * Time to wait after a number of failures in a row: doubled up to five minutes, without an end. Random, so that devices
 * do not all return at once when a server does.
 */
export function backOff(failures: number, random = Math.random()): number {
  const full = Math.min(maxMs, firstMs * 2 ** Math.max(0, failures - 1))
  return Math.round(full * (0.5 + random / 2))
}

/** A tab that the system put to sleep keeps its lock for this long. */
const patienceMs = 2 * 60_000

/**
 * Lets one tab at a time do something. After `patienceMs` a tab that a person looks at takes the lock over, so what
 * both then do must be harmless when it is done twice.
 */
export function withTabLock(name: string): (work: () => Promise<void>) => Promise<boolean> {
  let refusedSince: number | null = null
  return async work => {
    const isOverdue = refusedSince !== null && Date.now() - refusedSince > patienceMs
    const steal = isOverdue && document.visibilityState === 'visible'
    const isMine = await unlessTaken(name, work, { steal })
    refusedSince = isMine ? null : (refusedSince ?? Date.now())
    return isMine
  }
}
