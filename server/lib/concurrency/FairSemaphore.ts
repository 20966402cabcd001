/**
 * Semaphore that is fair between companies: the one with least under way is next, networks of one provider count as one
 * party, and in a full queue the party with most entries gives way. It is our own because no library has a fair queue
 * per key.
 */
import { Problem } from '#shared/lib/problem.ts'
import { partyOf } from './fairnessKey.ts'

type Waiting = { start(): void; refuse(error: Problem): void }
type Line = { party: string; waiting: Waiting[] }

const retryAfter = 5
/** Parties whose last turn is remembered. */
const maxParties = 10_000

export class FairSemaphore {
  private readonly atOnce: number
  private readonly maxWaiting: number
  /** By caller; the one that was served last comes last. */
  private readonly lines = new Map<string, Line>()
  /** How many are under way, by whose they are. */
  private readonly busy = new Map<string, number>()
  /** When a turn was last given to each party, counted in turns, since nobody waited. */
  private readonly served = new Map<string, number>()
  private turns = 0
  private running = 0
  private waiting = 0
  private readonly ofOne: number

  /** At most `atOnce` run at once, and `ofOne` of one company. */
  constructor({ atOnce, maxWaiting, ofOne = 1 }: { atOnce: number; maxWaiting: number; ofOne?: number }) {
    this.atOnce = atOnce
    this.ofOne = ofOne
    this.maxWaiting = maxWaiting
  }

  /** Does the work when it is its turn. Throws `unavailable` where too much is waiting. */
  async take<T>(key: string, work: () => Promise<T>): Promise<T> {
    // A caller that need not wait gets no line, whose entries would outlive the call in memory.
    if (this.waiting === 0 && this.running < this.atOnce && this.busyOf(key) < this.ofOne) this.begin(key)
    else await this.turnOf(key)
    try {
      return await work()
    } finally {
      const left = this.busyOf(key) - 1
      if (left > 0) this.busy.set(key, left)
      else this.busy.delete(key)
      this.running--
      this.next()
    }
  }

  private turnOf(key: string): Promise<void> {
    return new Promise((start, refuse) => {
      if (this.waiting >= this.maxWaiting && !this.makeRoom(key)) return refuse(tooMuch())
      const line = this.lines.get(key) ?? { party: partyOf(key), waiting: [] }
      line.waiting.push({ start, refuse })
      this.lines.set(key, line)
      this.waiting++
      this.next()
    })
  }

  /** Sends away the last one of the longest line of the party with most, if that has more than this one would have. */
  private makeRoom(key: string): boolean {
    const counts = new Map<string, number>()
    for (const { party, waiting } of this.lines.values()) counts.set(party, (counts.get(party) ?? 0) + waiting.length)
    const [most, count] = [...counts].reduce((most, one) => (one[1] > most[1] ? one : most), ['', 0])
    if (count <= (counts.get(partyOf(key)) ?? 0) + 1) return false
    const longest = [...this.lines]
      .filter(([, { party }]) => party === most)
      .reduce((longest, one) => (one[1].waiting.length >= longest[1].waiting.length ? one : longest))
    longest[1].waiting.pop()?.refuse(tooMuch())
    if (longest[1].waiting.length === 0) this.lines.delete(longest[0])
    this.waiting--
    return true
  }

  private next(): void {
    if (this.running >= this.atOnce) return
    const key = this.nextOne()
    const line = this.lines.get(key ?? '')
    const first = line?.waiting.shift()
    if (key === undefined || !line || !first) return
    this.lines.delete(key)
    if (line.waiting.length > 0) this.lines.set(key, line)
    this.waiting--
    if (this.waiting === 0 || this.served.size > maxParties) this.served.clear()
    else this.served.set(line.party, ++this.turns)
    this.begin(key)
    first.start()
    this.next()
  }

  private begin(key: string): void {
    this.running++
    this.busy.set(key, this.busyOf(key) + 1)
  }

  /**
   * Of those who wait, the one with the least under way; of several, whose party, and then who, was served longest ago.
   */
  private nextOne(): string | undefined {
    let found: { key: string; busy: number; served: number } | undefined
    for (const [key, { party }] of this.lines) {
      const [busy, served] = [this.busyOf(key), this.served.get(party) ?? 0]
      if (busy >= this.ofOne) continue
      if (!found || busy < found.busy || (busy === found.busy && served < found.served)) found = { key, busy, served }
    }
    return found?.key
  }

  private readonly busyOf = (key: string): number => this.busy.get(key) ?? 0
}

const tooMuch = () => new Problem('unavailable', { retryAfter })
