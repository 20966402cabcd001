import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres'
import { Pool, type PoolClient } from 'pg'
import { GatheringClient } from './gatheringClient.ts'
import { loginsOf, urlFor } from './roles.ts'

export type Database = NodePgDatabase

/** `walled` serves companies, `platform` sign-in, jobs and the platform's admins. */
export type Pools = { walled: Pool; platform: Pool; close(): Promise<void> }

/** Whose rows a connection shows. Without a company the wall shows none. */
export type Tenant = { companyId: number | null; userId: number | null }

/** Their role stands outside the wall: no rule of it reads whose company is set. */
const unwalled = new WeakSet<Pool>()

/** Two cores are kept busy by four connections; more only lengthen the tail. */
const poolSize = 4

export function openPools(ownerUrl: string, onError: (error: Error) => void): Pools {
  const { app, system } = loginsOf(ownerUrl)
  const [walled, platform] = [app, system].map(login => {
    const pool = new Pool({
      connectionString: urlFor(ownerUrl, login),
      max: poolSize,
      Client: GatheringClient,
      pipeline: true,
      connectionTimeoutMillis: 10_000,
      statement_timeout: 60_000,
    })
    pool.on('error', onError)
    outliveLosses(pool)
    return pool
  }) as [Pool, Pool]
  unwalled.add(platform)
  return {
    walled,
    platform,
    close: async () => {
      await Promise.all([walled.end(), platform.end()])
    },
  }
}

/**
 * A connection that is lost between two queries of somebody who has it says so by an event, and an event that nobody hears ends the
 * process. Whoever has it learns of the loss by their next query.
 */
export function outliveLosses(pool: Pool): void {
  pool.on('connect', client => client.on('error', () => {}))
}

/**
 * Takes a connection with the tenant set, does the work on it and gives it back; a writing one is a transaction that is
 * committed when the work is done and rolled back when it throws. The setting is always overwritten before the first query and
 * travels with it, so it costs no round trip and nothing is left over from whoever had the connection before.
 */
export async function withDatabase<T>(
  pool: Pool,
  tenant: Tenant,
  writes: boolean,
  work: (db: Database) => Promise<T>,
): Promise<T> {
  const client = await pool.connect()
  let broken: Error | undefined
  try {
    const ready = [
      ...(unwalled.has(pool) ? [] : [setTenant(client, tenant)]),
      ...(writes ? [client.query('begin')] : []),
    ]
    const [result] = await Promise.all([work(databaseOn(client)), ...ready])
    if (writes) await commit(client)
    return result
  } catch (error) {
    if (writes)
      await client.query('rollback').catch(cause => {
        broken = cause
      })
    throw error
  } finally {
    client.release(broken)
  }
}

const databases = new WeakMap<PoolClient, Database>()

/** Made once for each connection, since it keeps the names of columns that it has worked out. */
function databaseOn(client: PoolClient): Database {
  const known = databases.get(client)
  if (known) return known
  const database = drizzle(client, { casing: 'snake_case' })
  databases.set(client, database)
  return database
}

const setTenant = (client: PoolClient, { companyId, userId }: Tenant) =>
  client.query({
    name: 'tenant',
    text: "select set_config('app.company_id', $1, false), set_config('app.user_id', $2, false)",
    values: [companyId?.toString() ?? '', userId?.toString() ?? ''],
  })

/** The connection under a Drizzle database: what is said to it happens in the same transaction. */
export const clientOf = (db: Database) => (db as unknown as { $client: PoolClient }).$client

/** A transaction in which a statement failed ends as a rollback, whatever is asked. */
async function commit(client: PoolClient): Promise<void> {
  const { command } = await client.query('commit')
  if (command !== 'COMMIT') throw new Error('The transaction had failed and was rolled back.')
}
