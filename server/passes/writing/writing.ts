/**
 * What an inspector writes belongs to the company, as what a visitor of a form sends does: the transaction shows the
 * whole of it. Which records and locations can be named was asked before, within the pass.
 */
import { and, eq } from 'drizzle-orm'
import { userChannel } from '#shared/lib/contract.ts'
import { Problem } from '#shared/lib/problem.ts'
import { passEvents } from '#shared/passes/contract.ts'
import { whoMay } from '../../companies/roleQueries.ts'
import type { Context } from '../../lib/context.ts'
import { shownTo, tenantOf } from '../../lib/db/pools.ts'
import { broadcast } from '../../lib/ports.ts'
import type { OpenPass, PassRow } from '../door.ts'
import { passes } from '../table.ts'
import { passClosings } from './table.ts'

type Named = Pick<PassRow, 'companyId' | 'id'>

/**
 * Lets an inspector write, and tells the managers' screens. Throws `forbidden` in a preview and `share_taken_back` for
 * a pass that was revoked in between.
 */
export async function writing<T>(ctx: Context, open: OpenPass, work: (within: Context) => Promise<T>): Promise<T> {
  requireWriting(open)
  const { companyId, id } = open.pass
  const within: Context = { ...ctx, actor: { ...ctx.actor, reach: null }, cause: 'audit_pass' }
  const tenant = tenantOf(within.actor)
  // It stays so: what goes with the commit is the company's too.
  return shownTo(ctx.db, tenant, tenant, async () => {
    // One after the other, so that bounds hold and nothing follows the closing note.
    const [pass] = await ctx.db
      .select({ revokedAt: passes.revokedAt })
      .from(passes)
      .where(and(eq(passes.companyId, companyId), eq(passes.id, id)))
      .for('update')
    if (!pass || pass.revokedAt) throw new Problem('share_taken_back')
    const result = await work(within)
    await tellScreens(within, open.pass)
    return result
  })
}

/** Throws `forbidden` in a preview: a manager looks on and writes nothing. */
export function requireWriting({ isPreview }: OpenPass): void {
  if (isPreview) throw new Problem('forbidden')
}

/** Throws `pass_closed` after the closing note. What was written before may be sent again, so it is asked first. */
export async function requireUnclosed({ db }: Context, { companyId, id }: Named): Promise<void> {
  const [closing] = await db
    .select({ id: passClosings.id })
    .from(passClosings)
    .where(and(eq(passClosings.companyId, companyId), eq(passClosings.passId, id)))
  if (closing) throw new Problem('pass_closed')
}

/** Tells the screens of those who may read passes that something was written. */
export async function tellScreens(ctx: Context, { companyId, id }: Named): Promise<void> {
  const managers = await whoMay(ctx, 'read', 'Pass', { companyId })
  broadcast(ctx, passEvents, 'pass.changed', { company_id: companyId, id }, managers.map(userChannel))
}
