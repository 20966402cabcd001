import { and, eq } from 'drizzle-orm'
import { Problem } from '#shared/lib/problem.ts'
import { refuseWhileActing } from '../../accounts/queries.ts'
import { audit } from '../../audit/commands.ts'
import { type Context, companyOf } from '../../lib/context.ts'
import { calendarFeeds, feedAddress } from './table.ts'

const own = (ctx: Context) => and(eq(calendarFeeds.companyId, companyOf(ctx)), eq(calendarFeeds.userId, ctx.actor.id))

/** Returns the address of the own calendar, or null. */
export async function findFeed(ctx: Context) {
  // It opens the calendar without signing in, until it is revoked.
  refuseWhileActing(ctx)
  const [feed] = await ctx.db.select().from(calendarFeeds).where(own(ctx))
  return feed ? present(ctx, feed) : null
}

/** Creates a new address; the earlier one ends. */
export async function renewFeed(ctx: Context) {
  refuseWhileActing(ctx)
  await ctx.db.delete(calendarFeeds).where(own(ctx))
  const [feed] = await ctx.db
    .insert(calendarFeeds)
    .values({ companyId: companyOf(ctx), userId: ctx.actor.id, createdAt: ctx.now })
    .onConflictDoNothing()
    .returning()
  await audit(ctx, 'calendar.feed_made', { type: 'User', id: ctx.actor.id })
  // Of two at once one made it.
  const [made] = feed ? [feed] : await ctx.db.select().from(calendarFeeds).where(own(ctx))
  if (!made) throw new Error('The address of the calendar was not stored.')
  return present(ctx, made)
}

/** Ends the address; repeating it changes nothing. */
export async function endFeed(ctx: Context): Promise<null> {
  refuseWhileActing(ctx)
  const ended = await ctx.db.delete(calendarFeeds).where(own(ctx)).returning({ id: calendarFeeds.id })
  if (ended.length > 0) await audit(ctx, 'calendar.feed_ended', { type: 'User', id: ctx.actor.id })
  return null
}

/** Ends the address of another person. Throws `not_found`. */
export async function endFeedOf(ctx: Context, companyId: number, id: number): Promise<null> {
  const [ended] = await ctx.db
    .delete(calendarFeeds)
    .where(and(eq(calendarFeeds.companyId, companyId), eq(calendarFeeds.id, id)))
    .returning({ userId: calendarFeeds.userId })
  if (!ended) throw new Problem('not_found')
  await audit(ctx, 'calendar.feed_ended', { type: 'User', id: ended.userId })
  return null
}

const present = ({ services }: Context, feed: typeof calendarFeeds.$inferSelect) => ({
  address: feedAddress(services, feed),
  created_at: feed.createdAt.toISOString(),
  read_at: feed.readAt?.toISOString() ?? null,
})
