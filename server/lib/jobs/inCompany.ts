import { actorOf, type Cause } from '#shared/lib/actor.ts'
import { defaultLocale } from '#shared/lib/language.ts'
import { roles } from '#shared/lib/roles.ts'
import { buildAbility } from '#shared/lib/rules.ts'
import { Preparation } from '../concurrency/preparation.ts'
import type { Context, Services } from '../context.ts'
import { shortReads } from '../db/pools.ts'
import { inUnitOfWork } from '../unitOfWork.ts'

/**
 * Does in a company what no person asked for, by the same commands and broadcast to the same people as if one
 * had: with its tenant isolation, in a transaction of its own, and on record with its cause. Nobody is its actor. A job
 * that fails afterwards is repeated and must find what was done here as done.
 */
export async function inCompany<T>(
  services: Services,
  companyId: number,
  because: Cause,
  work: (ctx: Context) => Promise<T>,
): Promise<T> {
  const ctx = contextOf(services, companyId, because)
  const result = await inUnitOfWork(ctx, { pool: 'isolated', writes: true }, within => {
    ctx.preparation.beginHandler()
    return work(within)
  })
  for (const act of ctx.afterCommit) await act()
  return result
}

/** With every right, within the company. Before the transaction nothing is read, and heavy work is the job's own. */
function contextOf(services: Services, companyId: number, cause: Cause): Context {
  const actor = actorOf(0, companyId, roles.admin)
  const ability = buildAbility([], actor)
  const db = shortReads(() => Promise.reject(new Error('Jobs read in their transaction.')))
  const preparation = new Preparation()
  preparation.end()
  return contextFor({ actor, ability, cause, db, now: new Date(), locale: defaultLocale, preparation, services })
}

type Known = Pick<Context, 'actor' | 'ability' | 'db' | 'now' | 'locale' | 'preparation' | 'services'>

/** What a call would work with, for work that is done for somebody without one. */
export function contextFor(known: Known & Partial<Pick<Context, 'cause' | 'writes'>>): Context {
  return {
    ...{ session: null, upload: null, uploads: [], bearer: null, header: () => null, cause: null },
    ...{ ip: '', isPrefetch: false, userAgent: null, requestCookies: {}, cookies: new Map(), writes: false },
    ...{ beforeCommit: [], deferred: [], outgoingEvents: [], afterCommit: [], afterAnswer: [], afterRollback: [] },
    ...known,
  }
}
