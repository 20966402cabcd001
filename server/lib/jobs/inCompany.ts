import type { AuditCause } from '#shared/audit/rules.ts'
import { actorOf } from '#shared/lib/actor.ts'
import { defaultLocale } from '#shared/lib/language.ts'
import { roles } from '#shared/lib/roles.ts'
import { buildAbility } from '#shared/lib/rules.ts'
import type { Context } from '../context.ts'
import { type Database, inTurn, isRolledBack, withCommit } from '../db/pools.ts'
import { inRounds, type Worked } from '../heavy/apart.ts'
import { fairnessKey } from '../heavy/companyOrPlace.ts'
import type { Services } from '../services.ts'

/**
 * Does in a company what no person asked for, by the same commands and told to the same people as if one had: behind the wall, in a
 * transaction of its own, and on record with its cause. Nobody is its actor. A job that fails afterwards is repeated and must find what
 * was done here as done.
 */
export async function inCompany<T>(
  services: Services,
  companyId: number,
  because: AuditCause,
  work: (ctx: Context) => Promise<T>,
): Promise<T> {
  const { pools } = services
  const worked: Worked = new Map()
  return inRounds(worked, async () => {
    let ctx: Context | undefined
    let finished = false
    const attempt = async (db: Database) => {
      ctx = contextOf(services, db, companyId, because, worked)
      const done = await work(ctx)
      const { beforeCommit, emissions } = ctx
      for (const act of beforeCommit) await act()
      await withCommit(db, () => services.realtime.publish(emissions, db))
      finished = true
      return done
    }
    const whose = fairnessKey({ companyId }, '')
    const tenant = { companyId, userId: null }
    const result = await inTurn(pools, 'walled', whose, tenant, true, attempt).catch(async error => {
      if (ctx && (!finished || isRolledBack(error))) await Promise.allSettled(ctx.afterRollback.map(undo => undo()))
      throw error
    })
    for (const act of ctx?.afterCommit ?? []) act()
    return result
  })
}

/** With every right, within the wall. */
function contextOf(services: Services, db: Database, companyId: number, cause: AuditCause, worked: Worked): Context {
  const actor = actorOf(0, companyId, roles.admin)
  const ability = buildAbility([], actor)
  return contextFor({ actor, ability, cause, db, now: new Date(), locale: defaultLocale, worked, services })
}

type Known = Pick<Context, 'actor' | 'ability' | 'db' | 'now' | 'locale' | 'worked' | 'services'>

/** What a call would work with, for work that is done for somebody without one. */
export function contextFor(known: Known & Partial<Pick<Context, 'cause'>>): Context {
  return {
    ...{ session: null, upload: null, uploads: [], bearer: null, formPin: null, caseCode: null, cause: null },
    ...{ ip: '', userAgent: null, sentCookies: {}, cookies: new Map() },
    ...{ beforeCommit: [], emissions: [], afterCommit: [], afterRollback: [] },
    ...known,
  }
}
