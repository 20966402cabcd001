/**
 * Keeps results of heavy work that a call's `prepare` did before the transaction, by all that they were made from. The
 * handler, which reads again under its locks, finds a result only if its input is unchanged.
 */
import { Problem } from '#shared/lib/problem.ts'

export class Preparation {
  private readonly results = new Map<string, unknown>()
  private isOver = false
  private isUsed = false
  private isHandled = false

  /** Ends the part of a call that holds no connection. */
  end(): void {
    this.isOver = true
  }

  /** Begins the handler or a job's work. Throws where it began before: nothing runs twice. */
  beginHandler(): void {
    if (this.isHandled) throw new Error('A handler runs once.')
    this.isHandled = true
  }

  /** Throws where work begins with the transaction that no `prepare` has done before. */
  requirePrepared(): void {
    if (this.isOver && !this.isUsed) throw new Error('Heavy work is done in the prepare of a call.')
    this.isUsed = true
  }

  /**
   * Does work, or answers what it came to before the transaction. Throws `unavailable` where its input has changed
   * since.
   */
  async of<T>(key: string, work: () => Promise<T>): Promise<T> {
    this.requirePrepared()
    if (this.results.has(key)) return this.results.get(key) as T
    if (this.isOver) throw new Problem('unavailable', { retryAfter: 1 })
    const result = await work()
    this.results.set(key, result)
    return result
  }
}
