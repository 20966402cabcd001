import { isMembership } from './channels.ts'
import type { Emission } from './messages.ts'

/** What is older than this is as good as forever: a page that took longer to connect reads again. */
const KEPT_MS = 60_000
const KEPT_CHANNELS = 10_000

/**
 * When something was last said in each channel. A page that has just connected asks for it: where nothing was said since it was
 * opened, what it has read is true, and it need not read all of it a second time.
 */
export class Quiet {
  private readonly channels: number
  /** the channels of the last minute, the latest last */
  private readonly saidAt = new Map<string, number>()
  /** from here on nothing was missed */
  private knownFrom = performance.now()

  constructor(channels = KEPT_CHANNELS) {
    this.channels = channels
  }

  /** Notes an event. Typing, and who comes and goes, changes nothing that could be read. */
  note({ channels, event }: Emission): void {
    if (isMembership(event) || event.startsWith('client-')) return
    const now = performance.now()
    for (const channel of channels) {
      this.saidAt.delete(channel)
      this.saidAt.set(channel, now)
    }
    for (const [channel, saidAt] of this.saidAt) {
      if (saidAt > now - KEPT_MS && this.saidAt.size <= this.channels) break
      this.saidAt.delete(channel)
      this.knownFrom = Math.max(this.knownFrom, saidAt)
    }
  }

  /** Events may have been missed: nothing is known of the time before. */
  begin(): void {
    this.saidAt.clear()
    this.knownFrom = performance.now()
  }

  /** For how many milliseconds nothing was said in any of these channels, as far as this node knows; at most a minute. */
  lasts(channels: Iterable<string>): number {
    const now = performance.now()
    let last = Math.max(this.knownFrom, now - KEPT_MS)
    for (const channel of channels) last = Math.max(last, this.saidAt.get(channel) ?? 0)
    return now - last
  }
}
