import { Client } from 'pg'

/** Whose rows a connection shows from now on, or with the third value true until the end of the transaction. */
export const tenantStatement = {
  name: 'tenant',
  text: "select set_config('app.company_id', $1, $3::bool), set_config('app.user_id', $2, $3::bool)",
}

/**
 * A connection that sends the statements of one moment in one write: the tenant with the first statement, a list with
 * its total. An unnamed statement is planned for its company each time; a named one (`prepared.ts`) is planned once.
 */
export class BatchingClient extends Client {
  private isBatching = false

  /** Takes all that a client's `query` takes; callers know it by that type. */
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

/**
 * The same behind a pooler that shares connections between transactions: a statement that one connection keeps by a
 * name is unknown to the next, so all are unnamed.
 */
export class SharedClient extends BatchingClient {
  override query(...parameters: unknown[]): never {
    const [asked, ...others] = parameters
    const isNamed = typeof asked === 'object' && asked !== null && 'name' in asked && !('submit' in asked)
    return (super.query as (...parameters: unknown[]) => never).apply(
      this,
      isNamed ? [{ ...asked, name: undefined }, ...others] : parameters,
    )
  }
}
