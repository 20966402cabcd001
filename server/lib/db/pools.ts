import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres'
import { Pool, type PoolClient } from 'pg'
import type { Config } from '../config/config.ts'
import { isAnonymousKey } from '../heavy/companyOrPlace.ts'
import { FairSemaphore } from '../heavy/FairTurns.ts'
import { guardingConnection, requireNotHeld } from '../heavy/holding.ts'
import { BatchingClient, type PlanMode, tenantStatement } from './batchingClient.ts'
import { loginsOf, urlFor } from './roles.ts'
import { confirming, type Standing } from './standing.ts'

export type Database = NodePgDatabase

/**
 * `walled` serves companies, `platform` sign-in and the platform's admins. What nobody waits for has pools of its own, so that it can never
 * keep requests waiting: `jobs`, and `deliveries` to people.
 */
export type Pools = {
  walled: Pool
  platform: Pool
  jobs: Pool
  deliveries: Pool
  turns: Record<'walled' | 'platform' | 'strangers', FairSemaphore>
  close(): Promise<void>
}

/**
 * A connection that nobody has used for so long is closed. A new one has to sign in, and reads plans, tables and dictionaries before its first
 * message: people who write to each other pause for longer than the ten seconds after which it would be closed otherwise.
 */
const idleMs = 60_000

/** How many connections each may open. */
export type PoolSizes = Config['pools']

/** Whose rows a connection shows. Without a company the wall shows none. `standing`: by what that is known, where it is to be confirmed. */
export type Tenant = { companyId: number | null; userId: number | null; standing?: Standing | undefined }

/** Their role stands outside the wall: no rule of it reads whose company is set. */
const unisolated = new WeakSet<Pool>()

/** Calls that wait for a connection; more are refused at once. */
const maxWaiting = 1_000

export function openPools(ownerUrl: string, sizes: PoolSizes, onError: (error: Error) => void): Pools {
  const { app, system } = loginsOf(ownerUrl)
  const open = (login: string, max: number) => {
    const pool = new Pool({
      connectionString: urlFor(ownerUrl, login),
      max,
      Client: BatchingClient,
      pipeline: true,
      connectionTimeoutMillis: 10_000,
      idleTimeoutMillis: idleMs,
      statement_timeout: 60_000,
    })
    pool.on('error', onError)
    ignoreLostConnections(pool)
    return pool
  }
  const pools = {
    walled: open(app, sizes.requests),
    platform: open(system, sizes.requests),
    jobs: open(system, sizes.jobs),
    deliveries: open(system, sizes.deliveries),
  }
  for (const pool of [pools.platform, pools.jobs, pools.deliveries]) unisolated.add(pool)
  return {
    ...pools,
    turns: {
      walled: turnsAtConnections(sizes.requests, sizes.requests),
      platform: turnsAtConnections(sizes.requests, sizes.requests),
      // Whoever is not signed in has a turn among themselves first: they may come from any number of places, and each is one of many.
      strangers: turnsAtConnections(Math.max(1, sizes.requests - 1), sizes.requests),
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
 * A connection that is lost between two queries of somebody who has it says so by an event, and an event that nobody hears ends the
 * process. Whoever has it learns of the loss by their next query.
 */
export function ignoreLostConnections(pool: Pool): void {
  pool.on('connect', client => client.on('error', () => {}))
}

/**
 * Takes a connection with the tenant set, does the work on it and gives it back; a writing one is a transaction that is
 * committed when the work is done and rolled back when it throws. The setting is always overwritten before the first query and
 * travels with it, so it costs no round trip and nothing is left over from whoever had the connection before.
 * @throws StandingChanged where the tenant has a standing that is not true any more: then nothing was done
 */
export async function withDatabase<T>(
  pool: Pool,
  tenant: Tenant,
  writes: boolean,
  work: (db: Database) => Promise<T>,
): Promise<T> {
  requireNotHeld(pool)
  const client = await pool.connect()
  const db = databaseOn(client)
  const late: Promise<unknown>[] = []
  answeredLate.set(db, late)
  let broken: Error | undefined
  // Where who asks is not who they were, the transaction has begun and fails.
  const ready: Promise<unknown>[] = [
    ...(writes ? [client.query('begin')] : []),
    ...(unisolated.has(pool) && !tenant.standing ? [] : [setTenant(client, tenant, writes)]),
  ]
  const working = guardingConnection(pool, async () => work(db))
  try {
    const [result] = await Promise.all([working, ...ready])
    await Promise.all([...late, ...(writes ? [commit(client)] : [])])
    return result
  } catch (error) {
    // The work may not have heard yet of what has failed before it.
    await working.catch(() => {})
    const cause = await firstFailure([...ready, ...late])
    if (cause) neverCommitted.add(cause)
    if (writes)
      await client.query('rollback').catch(reason => {
        broken = reason
      })
    throw cause ?? error
  } finally {
    answeredLate.delete(db)
    client.release(broken)
  }
}

/** What was said to a connection and is answered with the end of its transaction. */
const answeredLate = new WeakMap<Database, Promise<unknown>[]>()

/**
 * Sends a statement whose answer nobody waits for: it goes out with what follows it and is answered with the commit, which does not happen
 * where it fails. Inside a transaction of a transaction it is waited for.
 */
export async function withCommit(db: Database, statement: () => PromiseLike<unknown>): Promise<void> {
  const late = answeredLate.get(db)
  const sent = () => (late ? (clientOf(db) as unknown as BatchingClient).sent : 0)
  const before = sent()
  const answer = statement().then(() => {}) as Promise<void>
  // What is not on its way yet could come after the commit.
  if (!late || sent() === before) return answer
  answer.catch(() => {})
  late.push(answer)
}

/**
 * Waits for two that are asked of a connection in one moment, also where one of them fails: nothing may be asked of it any more once it
 * is given back.
 * @throws what the first of them fails with, or else the second
 */
export async function together<One, Other>(one: Promise<One>, other: Promise<Other>): Promise<[One, Other]> {
  await Promise.allSettled([one, other])
  return [await one, await other]
}

const neverCommitted = new WeakSet<Error>()

/** Whether it is certain that nothing was committed, though the work was done: what it had sent failed. */
export const isRolledBack = (error: unknown): boolean => error instanceof Error && neverCommitted.has(error)

/** What failed by itself, and not because something had failed before it. */
async function firstFailure(late: Promise<unknown>[]): Promise<Error | undefined> {
  const answers = await Promise.allSettled(late)
  return answers.flatMap(answer =>
    answer.status === 'rejected' && codeOf(answer.reason) !== afterFailure ? [answer.reason as Error] : [],
  )[0]
}

/** What PostgreSQL says to all that follows a failure in a transaction. */
const afterFailure = '25P02'
const codeOf = (error: { code?: unknown; cause?: { code?: unknown } }) => error.cause?.code ?? error.code

/** The same for whoever comes from outside: when it is the turn of `whose`, so that the many calls of one keep no other waiting. */
export function inTurn<T>(
  { turns, ...pools }: Pools,
  name: 'walled' | 'platform',
  whose: string,
  tenant: Tenant,
  writes: boolean,
  work: (db: Database) => Promise<T>,
): Promise<T> {
  const turn = () => turns[name].take(whose, () => withDatabase(pools[name], tenant, writes, work))
  return isAnonymousKey(whose) ? turns.strangers.take(whose, turn) : turn()
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

function setTenant(client: PoolClient, tenant: Tenant, writes: boolean): Promise<unknown> {
  const { companyId, userId, standing } = tenant
  const planMode: PlanMode = writes ? 'auto' : 'force_custom_plan'
  const values = [companyId?.toString() ?? '', userId?.toString() ?? '', planMode]
  return standing ? confirming(client, standing, values, writes) : client.query({ ...tenantStatement, values })
}

/** The connection under a Drizzle database: what is said to it happens in the same transaction. */
export const clientOf = (db: Database) => (db as unknown as { $client: PoolClient }).$client

/** A transaction in which a statement failed ends as a rollback, whatever is asked. */
async function commit(client: PoolClient): Promise<void> {
  const { command } = await client.query('commit')
  if (command !== 'COMMIT') throw new Error('The transaction had failed and was rolled back.')
}
