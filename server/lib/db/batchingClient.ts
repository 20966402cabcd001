import { Client } from 'pg'
import { StatementNames } from './statementNames.ts'

/** How PostgreSQL plans what has a name: for the values at hand, or after some times once for all. */
export type PlanMode = 'force_custom_plan' | 'auto'

/** Whose rows a connection shows from now on, and how what comes next is planned: lists for them, lookups and inserts once for all. */
export const tenantStatement = {
  name: 'tenant',
  text: "select set_config('app.company_id', $1, false), set_config('app.user_id', $2, false), set_config('plan_cache_mode', $3, false)",
}

type Asked = { name?: string; text: string; values?: unknown[]; isPlannedOnce?: boolean }

/**
 * A connection that sends what is asked in one moment in one write: the setting of the wall with the first query, a list with its total. What is
 * asked often gets a name, so that PostgreSQL reads it, and puts the wall's rules into it, once; it plans it each time for the company at hand,
 * unless it writes given values. What comes with a name of its own is good for one plan (`prepared.ts`).
 */
export class BatchingClient extends Client {
  /** How many statements it has sent so far. */
  sent = 0
  private isBatching = false
  private readonly names = new StatementNames()
  /** Unknown after a transaction that failed, with which a setting is taken back. */
  private planMode: PlanMode | undefined
  private hearsErrors = false

  /** Takes all that a client's `query` takes; whoever calls it knows it by that type. */
  override query(...parameters: unknown[]): never {
    this.batch()
    const [asked, values] = parameters as [Asked | string, unknown]
    if (typeof asked === 'string' || !asked.text) {
      if (typeof asked === 'string' && asked.startsWith('rollback')) this.planMode = undefined
      return this.send(parameters)
    }
    if (asked.text.startsWith(tenantStatement.text)) this.planMode = asked.values?.[2] as PlanMode
    else if (asked.name) this.planAs('auto')
    else if (Array.isArray(values) && values.length > 0) {
      const often = this.names.of(asked.text, asked.isPlannedOnce)
      if (often) {
        this.planAs(often.isPlannedOnce ? 'auto' : 'force_custom_plan')
        return this.send([{ ...asked, name: often.name }, values])
      }
    } else if (asked.text.startsWith('rollback')) this.planMode = undefined
    return this.send(parameters)
  }

  private send(parameters: unknown[]): never {
    this.sent++
    return (super.query as (...parameters: unknown[]) => never).apply(this, parameters)
  }

  /** Where it fails, the transaction has failed already, and with it all that would have been planned. */
  private planAs(mode: PlanMode): void {
    if (this.planMode === mode) return
    if (!this.hearsErrors) {
      this.hearsErrors = true
      this.connection.on('errorMessage', () => {
        this.planMode = undefined
      })
    }
    this.planMode = mode
    const set = { name: 'plan mode', text: "select set_config('plan_cache_mode', $1, false)", values: [mode] }
    ;(this.send([set]) as Promise<unknown>).catch(() => {})
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
