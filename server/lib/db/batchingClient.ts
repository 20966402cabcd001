import { Client } from 'pg'

/**
 * Whose rows a connection shows from now on, or with the last value true until the end of the transaction, and in which
 * role: that of members whose reach is part of the company has policies of its own, so that nobody else pays for them
 * (docs/decisions/0120).
 */
export const tenantStatement = {
  name: 'tenant',
  text: `select set_config('role', $3, $8::bool), set_config('app.company_id', $1, $8::bool),
    set_config('app.user_id', $2, $8::bool), set_config('app.reach_locations', $4, $8::bool),
    set_config('app.reach_groups', $5, $8::bool), set_config('app.reach_vehicles', $6, $8::bool),
    set_config('app.reach_places', $7, $8::bool)`,
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
