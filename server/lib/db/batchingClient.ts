import { Client } from 'pg'

/** A connection that sends what is asked in one moment in one write: the setting of the wall with the first query, a list with its total. */
export class BatchingClient extends Client {
  private isBatching = false

  /** Takes all that a client's `query` takes; whoever calls it knows it by that type. */
  override query(...parameters: unknown[]): never {
    this.batch()
    return (super.query as (...parameters: unknown[]) => never).apply(this, parameters)
  }

  private batch(): void {
    if (this.isBatching) return
    this.isBatching = true
    const { stream } = this.connection
    stream.cork()
    process.nextTick(() => {
      this.isBatching = false
      stream.uncork()
    })
  }
}
