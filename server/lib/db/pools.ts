import { channel } from 'node:diagnostics_channel'
import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres'
import { DatabaseError, Pool, type PoolClient, type QueryConfig } from 'pg'
import type { Actor } from '#shared/lib/actor.ts'
import { placeKeys, type Reach } from '#shared/lib/reach.ts'
import { guardingConnection, requireNoConnection } from '../concurrency/connectionGuard.ts'
import { FairSemaphore } from '../concurrency/FairSemaphore.ts'
import { isAnonymousKey } from '../concurrency/fairnessKey.ts'
import type { Config } from '../config/config.ts'
import { BatchingClient, SharedClient, tenantStatement } from './batchingClient.ts'
import { loginsOf, urlFor } from './roles.ts'

export type Database = NodePgDatabase

/**
 * `isolated` serves companies, `platform` sign-in and the platform's admins. `jobs` and `deliveries` to people have
 * pools of their own, because nobody waits for them and they must never keep requests waiting.
 */
export type Pools = {
  isolated: Pool
  platform: Pool
  jobs: Pool
  deliveries: Pool
  turns: Record<'isolated' | 'platform' | 'strangers' | 'long', FairSemaphore>
  close(): Promise<void>
}

/**
 * A connection that nobody has used for so long is closed. A new one has to sign in, and reads plans, tables and
 * dictionaries before its first message: people who write to each other pause for longer than the ten seconds after
 * which it would be closed otherwise.
 */
const idleMs = 60_000

/** How many connections each may open. */
export type PoolSizes = Config['pools']

/**
 * Whose rows a connection shows. Without a company it shows none, and with one those of a reach, null for the whole
 * company.
 */
export type Tenant =
  | { companyId: null; userId: number | null }
  | { companyId: number | null; userId: number | null; reach: Reach | null }

/** A connection that shows no company's rows: for the platform's own reads and writes. */
export const noTenant: Tenant = { companyId: null, userId: null }

/** The person of a connection that shows a site, beside which own records of other sites are not shown. */
const nobody = 0

/** What a connection shows to an actor, by default in the company of their session. */
export const tenantOf = (
  actor: Pick<Actor, 'id' | 'companyId' | 'reach'> & Partial<Pick<Actor, 'site'>>,
  companyId = actor.companyId,
): Tenant =>
  actor.site
    ? { companyId, userId: nobody, reach: actor.site }
    : { companyId, userId: actor.id || null, reach: actor.reach }

/** For how long a connection was held, where somebody measures it. */
export type Held = { pool: Pool; seconds: number }
export const databaseHeld = channel('tend:database-held')

/** A statement that takes longer is broken off. */
const statementMs = 60_000

/**
 * Pools behind a pooler. A setting there ends with its transaction, so that reading is a transaction too.
 */
const shared = new WeakSet<Pool>()

/** Pools of the system role: no policy for it reads which company is set. */
const unisolated = new WeakSet<Pool>()

/** Calls that wait for a connection; more are refused at once. */
const maxWaiting = 1_000

/** Opens the pools, through a pooler that shares connections between transactions where `poolerUrl` names one. */
export function openPools(
  ownerUrl: string,
  sizes: PoolSizes,
  onError: (error: Error) => void,
  poolerUrl?: string | undefined,
): Pools {
  const { app, narrowed, system } = loginsOf(ownerUrl)
  const open = (login: string, max: number) => {
    const pool = new Pool({
      connectionString: urlFor(ownerUrl, login, poolerUrl),
      max,
      pipeline: true,
      connectionTimeoutMillis: 10_000,
      idleTimeoutMillis: idleMs,
      ...(poolerUrl
        ? { Client: SharedClient }
        : {
            Client: BatchingClient,
            statement_timeout: statementMs,
            // What writes begins its transaction as one that may.
            options: '-c default_transaction_read_only=on',
          }),
    })
    if (poolerUrl) shared.add(pool)
    pool.on('error', onError)
    ignoreLostConnections(pool)
    return pool
  }
  const pools = {
    isolated: open(app, sizes.requests),
    platform: open(system, sizes.requests),
    jobs: open(system, sizes.jobs),
    deliveries: open(system, sizes.deliveries),
  }
  for (const pool of [pools.platform, pools.jobs, pools.deliveries]) unisolated.add(pool)
  narrowedLogins.set(pools.isolated, narrowed)
  return {
    ...pools,
    turns: {
      isolated: turnsAtConnections(sizes.requests, sizes.requests),
      platform: turnsAtConnections(sizes.requests, sizes.requests),
      // Anonymous callers take turns among themselves first, because they may come from any number of addresses.
      strangers: turnsAtConnections(Math.max(1, sizes.requests - 1), sizes.requests),
      // Long transactions of several companies leave half of the connections to everybody else.
      long: new FairSemaphore({ atOnce: Math.max(1, Math.floor(sizes.requests / 2)), maxWaiting }),
    },
    close: async () => {
      await Promise.all(Object.values(pools).map(pool => pool.end()))
    },
  }
}

/** Alone, a company has all but one: what takes long there, up to a minute a statement, leaves the others a way. */
const turnsAtConnections = (atOnce: number, size: number) =>
  new FairSemaphore({ atOnce, maxWaiting, ofOne: Math.max(1, size - 1) })

/**
 * Handles the event of a connection lost between two queries, because an unhandled event ends the process. The next
 * query of its user fails.
 */
export function ignoreLostConnections(pool: Pool): void {
  pool.on('connect', client => client.on('error', () => {}))
}

/**
 * Takes a connection with the tenant set, does the work on it and returns it. A writing one is a transaction that is
 * committed when the work is done and rolled back when it throws; on a reading one PostgreSQL refuses every write. The
 * tenant is always set before the first statement and travels with it. The statements of `last` travel with the commit:
 * where one fails, nothing is committed.
 */
export async function withDatabase<T>(
  pool: Pool,
  tenant: Tenant,
  writes: boolean,
  work: (db: Database) => Promise<T>,
  last: (db: Database) => PromiseLike<unknown>[] = () => [],
): Promise<T> {
  requireNoConnection(pool)
  const client = await pool.connect()
  poolOfClient.set(client, pool)
  const since = performance.now()
  let broken: Error | undefined
  // Sent in one packet with the first statement of the work.
  const isShared = shared.has(pool)
  const hasTransaction = writes || isShared
  const ready = [
    ...(hasTransaction ? [client.query(`begin read ${writes ? 'write' : 'only'}`)] : []),
    ...(isShared ? [client.query(`set local statement_timeout = ${statementMs}`)] : []),
    ...(unisolated.has(pool) ? [] : [client.query({ ...tenantStatement, values: tenantValues(pool, tenant) })]),
  ]
  const working = guardingConnection(pool, async () => work(databaseOn(client)))
  try {
    const [result] = await Promise.all([working, ...ready])
    if (hasTransaction) await commit(client, last(databaseOn(client)))
    return result
  } catch (error) {
    // A connection is returned only when nothing is asked of it any more.
    await Promise.allSettled([working, ...ready])
    if (hasTransaction)
      await client.query('rollback').catch(reason => {
        broken = reason
      })
    throw error
  } finally {
    client.release(broken)
    if (databaseHeld.hasSubscribers)
      databaseHeld.publish({ pool, seconds: (performance.now() - since) / 1000 } satisfies Held)
  }
}

/**
 * A database for reading around heavy work: each statement takes a connection by `run` and returns it. It has no
 * transactions and writes nothing.
 */
export function shortReads(run: <T>(work: (db: Database) => Promise<T>) => Promise<T>): Database {
  const client = {
    query: (asked: QueryConfig, values: unknown[]) =>
      run(async db => {
        if (/^begin/i.test(asked.text)) throw new Error('What is prepared has no transaction.')
        return clientOf(db).query(asked, values)
      }),
  }
  return drizzle(client as unknown as PoolClient, { casing: 'snake_case' })
}

/** The same in the turn of a fairness key, so that many calls of one company or network keep no other waiting. */
export function inTurn<T>(
  { turns, ...pools }: Pools,
  name: 'isolated' | 'platform',
  key: string,
  tenant: Tenant,
  writes: boolean,
  work: (db: Database) => Promise<T>,
  last?: (db: Database) => PromiseLike<unknown>[],
): Promise<T> {
  const turn = () => turns[name].take(key, () => withDatabase(pools[name], tenant, writes, work, last))
  return isAnonymousKey(key) ? turns.strangers.take(key, turn) : turn()
}

const poolOfClient = new WeakMap<PoolClient, Pool>()

/** PostgreSQL's code for a statement after one that failed. */
const failedTransaction = '25P02'

/**
 * Reads or writes for somebody within work that is done for their company: the connection shows what it shows them, and
 * afterwards what it did before. Nothing else may be asked of the connection in the meantime.
 */
export async function shownTo<T>(db: Database, tenant: Tenant, before: Tenant, work: () => Promise<T>): Promise<T> {
  const client = clientOf(db)
  const pool = poolOfClient.get(client)
  if (!pool) throw new Error('This database is no connection of its own.')
  const show = (to: Tenant) => client.query({ ...tenantStatement, values: tenantValues(pool, to) })
  await show(tenant)
  try {
    return await work()
  } finally {
    // A transaction that failed takes no more statements, and is rolled back with everything.
    await show(before).catch(error => {
      if (error.code !== failedTransaction) throw error
    })
  }
}

const databases = new WeakMap<PoolClient, Database>()

/** Made once for each connection, because it keeps the names of columns that it has derived. */
function databaseOn(client: PoolClient): Database {
  const known = databases.get(client)
  if (known) return known
  const made = drizzle(client, { casing: 'snake_case' })
  databases.set(client, made)
  return made
}

/** The role of members whose reach is part of the company, by the pool on which they are served. */
const narrowedLogins = new WeakMap<Pool, string>()

/** Values of the tenant's statement. The arrays are written as PostgreSQL reads them. */
export function tenantValues(pool: Pool, tenant: Tenant): string[] {
  const { companyId, userId } = tenant
  const reach = 'reach' in tenant ? tenant.reach : null
  const owner = [companyId?.toString() ?? '', userId?.toString() ?? '']
  // A connection that is shared between transactions keeps nothing beyond its own.
  const isLocal = String(shared.has(pool))
  if (!reach) return [...owner, 'none', '', '', '', '', isLocal]
  const role = narrowedLogins.get(pool)
  if (!role) throw new Error('This pool serves nobody whose reach is part of a company.')
  const { locations, groups, vehicles } = reach
  const ids = [locations, groups, vehicles, placeKeys(reach)].map(list => `{${list.join(',')}}`)
  return [...owner, role, ...ids, isLocal]
}

/** Whether PostgreSQL itself refused a statement. Of a connection that was lost it is not known what happened. */
export const isRefusal = (error: unknown): boolean =>
  error instanceof DatabaseError || (error instanceof Error && error.cause instanceof DatabaseError)

/** The connection under a Drizzle database: what is said to it happens in the same transaction. */
export const clientOf = (db: Database) => (db as unknown as { $client: PoolClient }).$client

/** Commits. A transaction in which a statement failed ends as a rollback, also when asked to commit. */
async function commit(client: PoolClient, last: PromiseLike<unknown>[]): Promise<void> {
  const [{ command }] = await Promise.all([client.query('commit'), ...last])
  if (command !== 'COMMIT') throw new Error('The transaction had failed and was rolled back.')
}
