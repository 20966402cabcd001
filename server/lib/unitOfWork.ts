/** The transaction of a request or of a job in a company, and what goes with its commit or its rollback. */

import { fairnessKey } from './concurrency/fairnessKey.ts'
import type { Context } from './context.ts'
import { type Database, inTurn, isRefusal, noTenant, tenantOf } from './db/pools.ts'

type Kind = { pool: 'isolated' | 'platform'; writes: boolean }

/**
 * Does work on a connection, in the company's turn. Where it writes, everything is committed together: what the work
 * writes, the deferred statements, and what browsers are told. What was done outside the database is undone where
 * nothing was committed for certain.
 */
export async function inUnitOfWork<T>(
  ctx: Context,
  { pool, writes }: Kind,
  work: (within: Context) => Promise<T>,
): Promise<T> {
  const { actor, services } = ctx
  const tenant = tenantOf(actor)
  let isCommitAsked = false
  const run = async (db: Database) => {
    const within = { ...ctx, db, writes }
    const result = await work(within)
    for (const act of ctx.beforeCommit) await act()
    isCommitAsked = true
    return result
  }
  try {
    return await inTurn(services.pools, pool, fairnessKey(actor, ctx.ip), tenant, writes, run, lastOf(ctx))
  } catch (error) {
    // A commit whose answer was lost may have happened; then what belongs to it must stay.
    if (!isCommitAsked || isRefusal(error)) await undo(ctx)
    throw error
  }
}

/** The statements that are sent with the commit: those that commands deferred, and the events for browsers. */
const lastOf =
  ({ deferred, outgoingEvents, services }: Context) =>
  (db: Database) => [
    // A query of Drizzle is sent when it is waited for.
    ...deferred.map(statement => statement().then(() => {})),
    services.realtime.publish(outgoingEvents, db),
  ]

/** Runs the writes of a reading call in a transaction of its own, after its answer has left. A failure is logged. */
export async function writeAfterAnswer(ctx: Context, pool: Kind['pool']): Promise<void> {
  const { afterAnswer, services } = ctx
  if (afterAnswer.length === 0) return
  // Notes are the person's own, also where they look at one site.
  const actor = { ...ctx.actor, site: null }
  const own = { ...ctx, actor, beforeCommit: [], deferred: [], outgoingEvents: [], afterRollback: [] }
  await inUnitOfWork(own, { pool, writes: true }, async within => {
    for (const note of afterAnswer) await note(within)
  }).catch(error => services.log.error({ err: error }, 'Work after a read failed'))
}

/** Undoes what was done outside the database. */
export async function undo({ afterRollback }: Context): Promise<void> {
  await Promise.allSettled(afterRollback.map(act => act()))
}

/** Writes what must stay although the call is refused, such as a refusal in the log, on a connection of its own. */
export function onOwnConnection<T>(ctx: Context, work: (own: Context) => Promise<T>): Promise<T> {
  const { actor, services, ip } = ctx
  const own = { ...ctx, writes: true, beforeCommit: [], deferred: [], outgoingEvents: [] }
  const run = (db: Database) => work({ ...own, db })
  return inTurn(services.pools, 'platform', fairnessKey(actor, ip), noTenant, true, run, lastOf(own))
}
