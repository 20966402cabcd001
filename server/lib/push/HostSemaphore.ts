/**
 * Calls to servers that others name: of one host a few at once, so that a slow one leaves places for the rest, and none
 * to one that keeps silent but for a look now and then.
 */
import { LRUCache } from 'lru-cache'
import { FairSemaphore } from '../concurrency/FairSemaphore.ts'

/** As many as deliveries are under way at once, and a part of them at one host. */
const bounds = { atOnce: 32, ofOne: 12, maxWaiting: 256 }
const timeoutsBeforeSilent = 3
/** Doubles with each look at a host that is still silent. */
const silence = { firstMs: 30_000, maxMs: 3_600_000 }
/** Hosts that did not answer, of which the least recently used makes room. */
const maxKnown = 1_000

type Trouble = { timeouts: number; until: number }

export class HostSilent extends Error {
  override readonly name = 'HostSilent'
}

export class HostSemaphore {
  private readonly turns = new FairSemaphore(bounds)
  private readonly troubled = new LRUCache<string, Trouble>({ max: maxKnown })
  private readonly now: () => number

  constructor(now: () => number = Date.now) {
    this.now = now
  }

  /**
   * Does the call when it is the host's turn. Throws `HostSilent` without it where the host answered nothing lately.
   */
  async call<T>(host: string, work: () => Promise<T>): Promise<T> {
    this.requireNotSilent(host)
    return this.turns.take(host, async () => {
      // What waited behind calls that came to nothing does not try the same.
      this.requireNotSilent(host)
      const isLook = this.noteLook(host)
      try {
        const answer = await work()
        this.troubled.delete(host)
        return answer
      } catch (error) {
        this.noteTimeout(host, isLook)
        throw error
      }
    })
  }

  private requireNotSilent(host: string): void {
    if ((this.troubled.get(host)?.until ?? 0) > this.now()) throw new HostSilent('The host did not answer lately')
  }

  /** Whether it is a look at a silent host. It is alone: the others are refused until it is answered. */
  private noteLook(host: string): boolean {
    const trouble = this.troubled.get(host)
    if (!trouble || trouble.timeouts < timeoutsBeforeSilent) return false
    trouble.until = this.now() + silence.firstMs
    return true
  }

  /**
   * Counts a call that came to nothing. Of those that were under way when the host fell silent none counts: together
   * they say it once.
   */
  private noteTimeout(host: string, isLook: boolean): void {
    const before = this.troubled.get(host)?.timeouts ?? 0
    if (before >= timeoutsBeforeSilent && !isLook) return
    const timeouts = before + 1
    const pause = Math.min(silence.maxMs, silence.firstMs * 2 ** (timeouts - timeoutsBeforeSilent))
    this.troubled.set(host, { timeouts, until: timeouts < timeoutsBeforeSilent ? 0 : this.now() + pause })
  }
}
