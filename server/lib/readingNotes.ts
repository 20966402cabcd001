/**
 * A call that reads writes nothing. What it has to note (a task was seen, a case was read) is written when its answer
 * has left, so no failure of it reaches the client.
 */
import type { FastifyReply } from 'fastify'

export class ReadingNotes {
  private readonly underWay = new Map<Promise<void>, number>()

  /** Writes a note once the answer has left, or its client has. `write` must not fail. */
  after({ raw }: FastifyReply, userId: number, write: () => Promise<void>): void {
    let isBegun = false
    const begin = () => {
      if (isBegun) return
      isBegun = true
      const writing = write().finally(() => this.underWay.delete(writing))
      this.underWay.set(writing, userId)
    }
    raw.once('finish', begin)
    raw.once('close', begin)
  }

  /** Waits for what a person's calls before noted, so that their next call finds it. */
  async of(userId: number): Promise<void> {
    for (const [writing, whose] of this.underWay) if (userId !== 0 && whose === userId) await writing
  }

  /** Waits for everything that is under way. */
  async settled(): Promise<void> {
    await Promise.all(this.underWay.keys())
  }
}
