/**
 * A call that reads writes nothing. What it has to note (a task was seen, a case was read) is written when its answer
 * has left, so no failure of it reaches the client.
 */
import type { FastifyReply } from 'fastify'

/** Does something once when the answer has left, or its client has. */
export function onceAnswered({ raw }: FastifyReply, act: () => void): void {
  let isDone = false
  const once = () => {
    if (isDone) return
    isDone = true
    act()
  }
  raw.once('finish', once)
  raw.once('close', once)
}

export class ReadingNotes {
  private readonly underWay = new Map<Promise<void>, number>()

  /** Writes a note once the answer has left, or its client has. `write` must not fail. */
  after(reply: FastifyReply, userId: number, write: () => Promise<void>): void {
    onceAnswered(reply, () => {
      const writing = write().finally(() => this.underWay.delete(writing))
      this.underWay.set(writing, userId)
    })
  }

  /** Writes that the shutdown waits for, and no call. They must not fail. */
  keep(writing: Promise<void>): void {
    this.underWay.set(writing, 0)
    void writing.finally(() => this.underWay.delete(writing))
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
