/**
 * Writes that no answer waits for. A call that reads writes nothing: what it has to note (a task was seen, a case was
 * read) is written when its answer has left, so no failure of it reaches the client.
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

export class BackgroundWrites {
  private readonly underWay = new Map<Promise<void>, number>()

  /** Writes for a person once the answer has left, or its client has. `write` must not fail. */
  afterAnswer(reply: FastifyReply, userId: number, write: () => Promise<void>): void {
    onceAnswered(reply, () => {
      const writing = write().finally(() => this.underWay.delete(writing))
      this.underWay.set(writing, userId)
    })
  }

  /** Has the shutdown wait for a write, and no call. It must not fail. */
  track(writing: Promise<void>): void {
    this.underWay.set(writing, 0)
    void writing.finally(() => this.underWay.delete(writing))
  }

  /** Waits for the writes of a person's earlier calls, so that their next call finds them. */
  async waitFor(userId: number): Promise<void> {
    for (const [writing, owner] of this.underWay) if (userId !== 0 && owner === userId) await writing
  }

  /** Waits for everything that is under way. */
  async drain(): Promise<void> {
    await Promise.all(this.underWay.keys())
  }
}
