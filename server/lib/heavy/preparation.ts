/**
 * Heavy work is prepared before the transaction, so no connection is held during it. A call's `prepare` hands its
 * result to the handler. Work deep within it (long evaluations of forms) is kept here, by all that it was made from:
 * the handler, which reads again under its locks, finds it only where that is unchanged.
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
