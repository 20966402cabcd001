/**
 * Whoever wants what there is little of, heavy work or a connection of the database, waits for their turn: whoever has least of it under
 * way is next, companies one after the other, however much one of them wants. The queue is bounded. When it is full, whoever has most in it
 * gives way to whoever has less, so that nobody fills it for the others.
 */
import { Problem } from '#shared/lib/problem.ts'

type Waiting = { start(): void; refuse(error: Problem): void }

const retryAfter = 5

export class FairTurns {
  private readonly atOnce: number
  private readonly mostWaiting: number
  /** By who wants it; whoever was served last stands last. */
  private readonly lines = new Map<string, Waiting[]>()
  /** How many are under way, by whose they are. */
  private readonly busy = new Map<string, number>()
  private running = 0
  private waiting = 0
  private readonly ofOne: number

  /** So many at once, and of one company no more than `ofOne`. */
  constructor({ atOnce, mostWaiting, ofOne = 1 }: { atOnce: number; mostWaiting: number; ofOne?: number }) {
    this.atOnce = atOnce
    this.ofOne = ofOne
    this.mostWaiting = mostWaiting
  }

  /** Whether anybody waits for their turn. */
  get isCrowded(): boolean {
    return this.waiting > 0
  }

  /** Does the work when it is its turn. Throws `unavailable` where too much is waiting. */
  async take<T>(whose: string, work: () => Promise<T>): Promise<T> {
    // Whoever need not wait stands in no line: what is written down for each call, and struck out again, outlives it in memory.
    if (this.waiting === 0 && this.running < this.atOnce && this.busyOf(whose) < this.ofOne) this.begin(whose)
    else await this.turnOf(whose)
    try {
      return await work()
    } finally {
      const left = this.busyOf(whose) - 1
      if (left > 0) this.busy.set(whose, left)
      else this.busy.delete(whose)
      this.running--
      this.next()
    }
  }

  private turnOf(whose: string): Promise<void> {
    return new Promise((start, refuse) => {
      if (this.waiting >= this.mostWaiting && !this.makeRoom(whose)) return refuse(tooMuch())
      const line = this.lines.get(whose) ?? []
      line.push({ start, refuse })
      this.lines.set(whose, line)
      this.waiting++
      this.next()
    })
  }

  /** Sends away the last one of the longest line, if that is longer than this one would be. */
  private makeRoom(whose: string): boolean {
    const own = (this.lines.get(whose)?.length ?? 0) + 1
    const longest = [...this.lines.values()].reduce<Waiting[]>(
      (most, line) => (line.length > most.length ? line : most),
      [],
    )
    if (longest.length <= own) return false
    longest.pop()?.refuse(tooMuch())
    this.waiting--
    return true
  }

  private next(): void {
    if (this.running >= this.atOnce) return
    const whose = this.nextOne()
    const line = this.lines.get(whose ?? '')
    const first = line?.shift()
    if (whose === undefined || !line || !first) return
    this.lines.delete(whose)
    if (line.length > 0) this.lines.set(whose, line)
    this.waiting--
    this.begin(whose)
    first.start()
    this.next()
  }

  private begin(whose: string): void {
    this.running++
    this.busy.set(whose, this.busyOf(whose) + 1)
  }

  /** Of those who wait, the one with the least under way; of several, who was served longest ago. */
  private nextOne(): string | undefined {
    let found: string | undefined
    for (const whose of this.lines.keys()) {
      const busy = this.busyOf(whose)
      if (busy < this.ofOne && (found === undefined || busy < this.busyOf(found))) found = whose
    }
    return found
  }

  private readonly busyOf = (whose: string): number => this.busy.get(whose) ?? 0
}

const tooMuch = () => new Problem('unavailable', { retryAfter })
