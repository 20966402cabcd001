import { Client } from 'pg'

/**
 * Whose rows a connection shows from now on, and in which role: that of members whose reach is part of the company has
 * policies of its own, so that nobody else pays for them (docs/decisions/0110).
 */
export const tenantStatement = {
  name: 'tenant',
  text: `select set_config('role', $3, false), set_config('app.company_id', $1, false),
    set_config('app.user_id', $2, false), set_config('app.reach_locations', $4, false),
    set_config('app.reach_groups', $5, false), set_config('app.reach_vehicles', $6, false),
    set_config('app.reach_places', $7, false)`,
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
