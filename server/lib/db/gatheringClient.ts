import { Client } from 'pg'

/** A connection that sends what is asked in one moment in one write: the setting of the wall with the first query, a list with its total. */
export class GatheringClient extends Client {
  private isGathering = false

  /** Takes all that a client's `query` takes; whoever calls it knows it by that type. */
  override query(...question: unknown[]): never {
    this.gather()
    return (super.query as (...question: unknown[]) => never).apply(this, question)
  }

  private gather(): void {
    if (this.isGathering) return
    this.isGathering = true
    const { stream } = this.connection
    stream.cork()
    process.nextTick(() => {
      this.isGathering = false
      stream.uncork()
    })
  }
}
