/** The kinds of unexpected errors since this process started, for the health page; each is in the log too. */
import { describeError } from './log.ts'

const maxKinds = 50
const maxLength = 200

export type RecentError = { kind: string; times: number; at: Date }

export class RecentErrors {
  readonly #found = new Map<string, RecentError>()

  /** Counts an error; the kind that has been quiet for the longest gives way to a new one. */
  note(where: string, error: unknown): void {
    const { type, message } = describeError(error instanceof Error ? error : new Error(String(error)))
    const kind = `${where}: ${type}: ${message}`.slice(0, maxLength)
    const times = (this.#found.get(kind)?.times ?? 0) + 1
    this.#found.delete(kind)
    this.#found.set(kind, { kind, times, at: new Date() })
    const [oldest] = this.#found.keys()
    if (this.#found.size > maxKinds && oldest !== undefined) this.#found.delete(oldest)
  }

  /** Lists them, the latest first. */
  list(): RecentError[] {
    return [...this.#found.values()].reverse()
  }
}
