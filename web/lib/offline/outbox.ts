/**
 * Sends what is kept on this device, for ever. One tab at a time does it; it goes through what is due, and comes back when the next
 * one is. Without an answer from the server everything waits, longer each time; the network's return, the page's return and the
 * person's wish make it try at once.
 *
 *   answered                  → done, or the draft is in step
 *   no answer                 → the whole outbox waits
 *   401                       → everything waits for the person to sign in
 *   408, 425, 429, 5xx        → this entry waits
 *   any other refusal         → a completed entry is refused, with the server's words, and can be changed; a draft waits for the
 *                               next change
 */
import { RequestError } from '../requestError.ts'
import { backOff } from './backOff.ts'
import { inDatabase } from './database.ts'
import { deliver } from './deliver.ts'
import { type Entry, type EntryError, isUnderway } from './entry.ts'
import { change } from './journal.ts'
import type { SubmissionServer } from './submissionServer.ts'

export type Sender = { id: number; company_id: number | null }

type Options = {
  server: SubmissionServer
  /** Whose work is sent; null while nobody is signed in. */
  sender: () => Sender | null
  /** Lets one tab at a time do the work; false when another is at it. */
  exclusively: (work: () => Promise<void>) => Promise<boolean>
  /** The server has a completed entry. */
  onDone: (uuid: string) => void
}

/** A draft is sent when the person pauses this long, or has not paused for the longer time. */
const pauseMs = 2_000
const longestUnsentMs = 10_000
/** A discarded draft can be brought back for so long. */
const undoMs = 10_000
const anotherTabMs = 5_000
const never = Number.POSITIVE_INFINITY

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

  /** Something was written: look after it soon. */
  readonly nudge = (afterMs = pauseMs): void => {
    const at = Date.now() + afterMs
    if (at >= this.timerAt) return
    this.timerAt = at
    clearTimeout(this.timer)
    this.timer = setTimeout(() => void this.sendAll(), afterMs)
  }

  /** Tries everything now, whatever it was waiting for. */
  readonly hurry = (): Promise<void> => this.sendAll(true)

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
    if (!isHurried && Date.now() < this.waitsUntil) return this.nudge(this.waitsUntil - Date.now())
    try {
      const isDone = await this.options.exclusively(() => this.pass(isHurried))
      if (!isDone) {
        // Another tab is at it, or was and is gone: the wish to try at once outlives that.
        if (isHurried) this.waitsUntil = 0
        return this.nudge(anotherTabMs)
      }
      await this.comeBack()
    } catch (error) {
      // The device's database does not open: nothing is lost, and nothing can be sent either.
      console.error('The outbox has to wait', error)
      this.nudge(backOff(++this.failures))
    }
  }

  private async pass(isHurried: boolean): Promise<void> {
    const tried = new Set<string>()
    for (;;) {
      const sender = this.options.sender()
      if (!sender) return
      const now = Date.now()
      const entries = await openEntries(sender)
      const entry = entries.find(
        one => !tried.has(`${one.uuid} ${one.change}`) && (isHurried ? canGoNow(one, now) : dueAt(one) <= now),
      )
      if (!entry) return
      tried.add(`${entry.uuid} ${entry.change}`)
      try {
        const isDone = await deliver(this.options.server, sender.id, entry.uuid)
        this.failures = 0
        this.waitsUntil = 0
        if (isDone) this.options.onDone(entry.uuid)
      } catch (error) {
        if (await this.failed(entry, error)) return
      }
    }
  }

  /** Notes what went wrong. Whether the rest has to wait as well. */
  private async failed(entry: Entry, error: unknown): Promise<boolean> {
    if (!(error instanceof RequestError)) throw error
    const last_error: EntryError = {
      status: error.status,
      code: error.code,
      message: [error.message, ...Object.values(error.errors).flat()].filter(Boolean).join(' '),
      at: new Date().toISOString(),
    }
    const isTemporary = [0, 401, 408, 425, 429].includes(error.status) || error.status >= 500
    await change(entry.user_id, entry.uuid, now => {
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
      const isStill = now.change === entry.change
      return { ...now, state: isUnderway(now) ? 'refused' : now.state, is_blocked: isStill, last_error }
    })
    if (error.status !== 0) return error.status === 401
    this.waitsUntil = Date.now() + backOff(++this.failures)
    return true
  }

  /** Sets the clock for what is due next. */
  private async comeBack(): Promise<void> {
    const sender = this.options.sender()
    if (!sender) return
    const next = Math.min(...(await openEntries(sender)).map(dueAt))
    if (next === never) return
    this.nudge(Math.max(200, next - Date.now(), this.waitsUntil - Date.now()))
  }
}

const waitingAgain = (entry: Entry) => (entry.state === 'sending' ? 'waiting' : entry.state)

/** What this person has not sent yet in the company that they work in now, completed work first. */
async function openEntries({ id, company_id }: Sender): Promise<Entry[]> {
  const all = await inDatabase(id, ({ entries }) => entries.toArray())
  return all
    .filter(entry => entry.state !== 'done' && entry.company_id === company_id)
    .sort(
      (one, other) =>
        Number(isUnderway(other)) - Number(isUnderway(one)) || (one.updated_at < other.updated_at ? -1 : 1),
    )
}

/** When an entry is to be sent; never, where there is nothing to send or the person must do something first. */
function dueAt(entry: Entry): number {
  if (isUnderway(entry)) return entry.next_attempt_at
  const updatedAt = Date.parse(entry.updated_at)
  if (entry.state === 'discarded') return Math.max(entry.next_attempt_at, updatedAt + undoMs)
  const hasNews = entry.state === 'draft' && entry.change > entry.sent_change
  if (!hasNews || entry.is_blocked || entry.conflict) return never
  return Math.max(entry.next_attempt_at, Math.min(updatedAt + pauseMs, entry.synced_at + longestUnsentMs))
}

/** Whether it may be sent ahead of its time. */
const canGoNow = (entry: Entry, now: number): boolean =>
  entry.state === 'discarded' ? dueAt(entry) <= now : dueAt(entry) !== never
