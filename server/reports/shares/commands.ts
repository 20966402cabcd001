import { and, eq, sql } from 'drizzle-orm'
import { userChannel } from '#shared/lib/contract.ts'
import { invalidField, Problem } from '#shared/lib/problem.ts'
import { allows } from '#shared/lib/rules.ts'
import { reportEvents } from '#shared/reports/contract.ts'
import { maxShareDays, maxShares, type Share } from '#shared/shares/contract.ts'
import { isReadable, type ReadableKind, type ShareKind } from '#shared/shares/rules.ts'
import { users } from '../../accounts/table.ts'
import { audit } from '../../audit/commands.ts'
import { findCompanyRole } from '../../companies/queries.ts'
import { whoMay } from '../../companies/roleQueries.ts'
import { accessForm } from '../../forms/queries.ts'
import { publicLinks } from '../../forms/table.ts'
import { type Context, companyOf } from '../../lib/context.ts'
import { broadcast } from '../../lib/ports.ts'
import { revokeLink } from '../../public-links/commands.ts'
import { revokeHelper } from '../../tasks/external-helpers/commands.ts'
import { helpers } from '../../tasks/external-helpers/table.ts'
import { endFeedOf } from '../../tasks/feed/commands.ts'
import { sentTasks } from '../../tasks/table.ts'
import { accessThing, isLiving, isOf, naming, presentShare, readThing, type Thing, thingOf } from './queries.ts'
import { shares } from './table.ts'

type Settings = { expiresAt: string; pinHash: string | null }

/** A new link to something that the actor may share. */
export async function share(ctx: Context, thing: Thing, { expiresAt, pinHash }: Settings): Promise<Share> {
  const { kind, companyId, id } = thing
  // The link shows what its maker may see: somebody who has no place in the company shows nothing.
  if (!(await findCompanyRole(ctx.db, ctx.actor.id, companyId))) throw new Problem('forbidden')
  await readThing(ctx, thing)
  const end = new Date(expiresAt)
  if (end <= ctx.now) throw invalidField('expires_at', 'in_the_past')
  if (end.getTime() > ctx.now.getTime() + maxShareDays * 24 * 3600_000)
    throw invalidField('expires_at', 'too_far_ahead', { days: maxShareDays })
  const living = and(eq(shares.companyId, companyId), isOf(thing), isLiving(ctx.now))
  // Two at once count each other.
  await ctx.db.execute(sql`select pg_advisory_xact_lock(${companyId}, hashtext('shares'))`)
  if ((await ctx.db.$count(shares, living)) >= maxShares)
    throw invalidField('expires_at', 'too_many', { maximum: maxShares })
  const [made] = await ctx.db
    .insert(shares)
    .values({ companyId, ...naming(thing), expiresAt: end, pinHash, createdBy: ctx.actor.id, createdAt: ctx.now })
    .returning()
  if (!made) throw new Error('The share was not stored.')
  await audit(ctx, `${kind}.shared`, { type: subjects[kind], id }, { share: made.id })
  await broadcastList(ctx)
  const [maker] = await ctx.db.select({ name: users.name }).from(users).where(eq(users.id, ctx.actor.id))
  return presentShare(ctx, made, maker?.name ?? null)
}

const subjects = { report: 'Report', guide: 'Guide', submission: 'Submission' } as const

/**
 * Revokes a link by the same command as where it was made. A repeated call is harmless. Throws 404 for another
 * company's link, and for people who may neither manage shares nor share this.
 */
export async function takeBack({ kind, id }: { kind: ShareKind; id: number }, ctx: Context): Promise<null> {
  const companyId = companyOf(ctx)
  if (isReadable(kind)) await endShare(ctx, { companyId, kind, id })
  else {
    if (!allows(ctx.ability, 'delete', 'Share', { companyId })) throw new Problem('not_found')
    await takingBack[kind](ctx, companyId, id)
  }
  await broadcastList(ctx)
  return null
}

async function endShare(
  ctx: Context,
  { companyId, kind, id }: { companyId: number; kind: ReadableKind; id: number },
): Promise<void> {
  const one = and(eq(shares.companyId, companyId), eq(shares.id, id))
  const [ended] = await ctx.db.select().from(shares).where(one).for('update')
  const thing = ended && thingOf(ended)
  if (thing?.kind !== kind) throw new Problem('not_found')
  if (!allows(ctx.ability, 'delete', 'Share', { companyId })) await accessThing(ctx, kind, thing.id)
  if (ended?.revokedAt) return
  await ctx.db.update(shares).set({ revokedAt: ctx.now }).where(one)
  await audit(ctx, `${kind}.share_ended`, { type: subjects[kind], id: thing.id }, { share: id })
}

type Taking = (ctx: Context, companyId: number, id: number) => Promise<unknown>
const takingBack: Record<Exclude<ShareKind, ReadableKind>, Taking> = {
  form: async (ctx, companyId, id) => {
    const [link] = await ctx.db
      .select({ formId: publicLinks.formId })
      .from(publicLinks)
      .where(and(eq(publicLinks.companyId, companyId), eq(publicLinks.id, id)))
    if (!link) throw new Problem('not_found')
    return revokeLink(ctx, await accessForm(ctx, link.formId, 'update'), id)
  },
  calendar: endFeedOf,
  helper: async (ctx, companyId, id) => {
    const [sent] = await ctx.db
      .select({ id: sentTasks.id, taskId: sentTasks.taskId, companyId: sentTasks.companyId })
      .from(helpers)
      .innerJoin(sentTasks, and(eq(sentTasks.companyId, helpers.companyId), eq(sentTasks.id, helpers.sentTaskId)))
      .where(and(eq(helpers.companyId, companyId), eq(helpers.id, id)))
    if (!sent) throw new Problem('not_found')
    return revokeHelper(ctx, sent, id)
  },
}

/** The list of those who may see what is shared is another now. */
async function broadcastList(ctx: Context): Promise<void> {
  const companyId = companyOf(ctx)
  const people = await whoMay(ctx, 'read', 'Share', { companyId })
  broadcast(ctx, reportEvents, 'share.changed', { company_id: companyId }, people.map(userChannel))
}
