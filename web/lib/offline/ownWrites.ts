import type { OutboxEntry } from './outboxHandler.ts'

type Entry = Pick<OutboxEntry, 'change' | 'updated_at'> & { server_revision: number | null }

/**
 * Tells the answers that this page wrote from others without reading them: each change of them gives their entry
 * another stamp, and a write here leads from one stamp to the next.
 */
export class OwnWrites {
  private known: string
  private readonly next = new Map<string, string>()

  /** `entry` is as it was when its answers were read. */
  constructor(entry: Entry) {
    this.known = stampOf(entry)
  }

  /** What was read again is known from now on. */
  read(entry: Entry): void {
    this.known = stampOf(entry)
  }

  wrote(before: Entry, after: Entry): void {
    this.next.set(stampOf(before), stampOf(after))
  }

  /** Whether an entry's answers are those that are known, and what was written here since. */
  covers(entry: Entry): boolean {
    const wanted = stampOf(entry)
    const passed: string[] = []
    for (let at: string | undefined = this.known; at !== undefined; at = this.next.get(at)) {
      if (at === wanted) {
        for (const stamp of passed) this.next.delete(stamp)
        this.known = wanted
        return true
      }
      passed.push(at)
    }
    return false
  }
}

/** What the server gives comes with a revision of its own, and need not count as a change made here. */
const stampOf = ({ change, updated_at, server_revision }: Entry) => `${change} ${updated_at} ${server_revision}`
