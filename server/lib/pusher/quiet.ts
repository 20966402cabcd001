import type { OutgoingEvent } from './adapter.ts'
import { isMembership } from './channels.ts'

/** Older events are forgotten: a page that took longer to connect fetches again. */
const KEPT_MS = 60_000
const KEPT_CHANNELS = 10_000

/** A period of time: when each channel last had an event, when it began, when it had its last event. */
type Period = { saidAt: Map<string, number>; begun: number; last: number }

const begun = (now: number): Period => ({ saidAt: new Map(), begun: now, last: 0 })

/**
 * The time of the last event in each channel. A page that has just connected asks for it: without an event since it was
 * opened, what it has fetched is current and is not fetched again. Two periods are kept and the earlier is dropped
 * whole, which costs the garbage collector less than an LRU map that is changed by each event.
 */
export class Quiet {
  private readonly channels: number
  private latest = begun(performance.now())
  private before = this.latest
  /** from here on nothing was missed */
  private knownFrom = performance.now()

  constructor(channels = KEPT_CHANNELS) {
    this.channels = channels
  }

  /** Notes an event. Typing, and who comes and goes, changes nothing that could be read. */
  note({ channels, event }: OutgoingEvent): void {
    if (isMembership(event) || event.startsWith('client-')) return
    const now = performance.now()
    if (this.latest.saidAt.size >= this.channels / 2 || this.latest.begun <= now - KEPT_MS) this.forget(now)
    for (const channel of channels) this.latest.saidAt.set(channel, now)
    this.latest.last = now
  }

  /** What was said before the latest period counts as said at its end. */
  private forget(now: number): void {
    if (this.before !== this.latest) this.knownFrom = Math.max(this.knownFrom, this.before.last)
    this.before = this.latest
    this.latest = begun(now)
  }

  /** Events may have been missed: nothing is known of the time before. */
  begin(): void {
    this.knownFrom = performance.now()
    this.latest = begun(this.knownFrom)
    this.before = this.latest
  }

  /**
   * For how many milliseconds nothing was said in any of these channels, as far as this node knows; at most a minute.
   */
  lasts(channels: Iterable<string>): number {
    const now = performance.now()
    let last = Math.max(this.knownFrom, now - KEPT_MS)
    for (const channel of channels)
      last = Math.max(last, this.latest.saidAt.get(channel) ?? this.before.saidAt.get(channel) ?? 0)
    return now - last
  }
}
