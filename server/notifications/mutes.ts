/** Mutes of a person: of a thing, or of another person, whose urgent notifications still come. */
import { and, desc, eq, gt, inArray, isNotNull, isNull, notInArray, or, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { invalidField, Problem } from '#shared/lib/problem.ts'
import type { Mute } from '#shared/notifications/contract.ts'
import { maxMuted } from '#shared/notifications/rules.ts'
import { users } from '../accounts/table.ts'
import { type Context, companyOf } from '../lib/context.ts'
import type { Database } from '../lib/db/pools.ts'
import { nameIn } from './queries.ts'
import { notices, notificationMutes } from './table.ts'

const isLive = or(isNull(notificationMutes.until), gt(notificationMutes.until, sql`now()`))
const people = alias(users, 'people')

const own = (companyId: number, userId: number) =>
  and(eq(notificationMutes.companyId, companyId), eq(notificationMutes.userId, userId))

type Muted = { about: string; byId: number | null; isUrgent: boolean }

/** Returns the people who have muted this. */
export async function mutedBy(db: Database, companyId: number, ids: number[], { about, byId, isUrgent }: Muted) {
  if (ids.length === 0) return new Set<number>()
  const ofPerson = byId === null || isUrgent ? undefined : eq(notificationMutes.personId, byId)
  const rows = await db
    .select({ userId: notificationMutes.userId })
    .from(notificationMutes)
    .where(
      and(
        ...[eq(notificationMutes.companyId, companyId), inArray(notificationMutes.userId, ids), isLive],
        or(eq(notificationMutes.about, about), ofPerson),
      ),
    )
  return new Set(rows.map(({ userId }) => userId))
}

/** Lists the caller's mutes, the latest first. */
export async function listMutes(ctx: Context): Promise<Mute[]> {
  const rows = await ctx.db
    .select({ mute: notificationMutes, personName: people.name })
    .from(notificationMutes)
    .leftJoin(people, eq(people.id, notificationMutes.personId))
    .where(and(own(companyOf(ctx), ctx.actor.id), isLive))
    .orderBy(desc(notificationMutes.createdAt), desc(notificationMutes.id))
    .limit(maxMuted)
  return rows.map(({ mute: { id, about, personId, name, until, createdAt }, personName }) => ({
    ...{ id, about, user_id: personId, name: personName ?? name ?? about ?? '' },
    ...{ until: until?.toISOString() ?? null, created_at: createdAt.toISOString() },
  }))
}

type Muting = { noticeId: string; what: 'thing' | 'person'; until?: string | null | undefined }

/** Mutes the thing or the author of one of the caller's notifications. Throws 404 for those of others. */
export async function mute({ noticeId, what, until }: Muting, ctx: Context): Promise<Mute[]> {
  const companyId = companyOf(ctx)
  const { id: userId } = ctx.actor
  const mine = and(eq(notices.id, noticeId), eq(notices.userId, userId), eq(notices.companyId, companyId))
  const [notice] = await ctx.db.select().from(notices).where(mine)
  const isPerson = what === 'person'
  if (!notice || (isPerson ? notice.byId === null : notice.about === null)) throw new Problem('not_found')
  if (until && new Date(until) <= ctx.now) throw invalidField('until', 'not_an_option')
  await forgetOver(ctx, companyId)
  // Two at once count each other.
  await ctx.db.execute(sql`select pg_advisory_xact_lock(${userId}, hashtext('notice_mutes'))`)
  if ((await ctx.db.$count(notificationMutes, own(companyId, userId))) >= maxMuted)
    throw invalidField('what', 'not_an_option')
  const end = until ? new Date(until) : null
  const { about, byId, said } = notice
  const called = isPerson ? undefined : (said?.title ?? said?.form)
  const name = called === undefined ? null : nameIn(called, ctx.locale)
  await ctx.db
    .insert(notificationMutes)
    .values({ companyId, userId, name, until: end, ...(isPerson ? { personId: byId } : { about }) })
    .onConflictDoUpdate({
      target: [
        notificationMutes.companyId,
        notificationMutes.userId,
        notificationMutes.about,
        notificationMutes.personId,
      ],
      set: { until: end, name },
    })
  return listMutes(ctx)
}

/** Lets the caller hear of it again. Throws 404 where it is not theirs. */
export async function unmute(ctx: Context, id: number): Promise<Mute[]> {
  const mine = and(own(companyOf(ctx), ctx.actor.id), eq(notificationMutes.id, id))
  const gone = await ctx.db.delete(notificationMutes).where(mine).returning({ id: notificationMutes.id })
  if (gone.length === 0) throw new Problem('not_found')
  return listMutes(ctx)
}

/** Expired mutes make room. */
const forgetOver = (ctx: Context, companyId: number) =>
  ctx.db.delete(notificationMutes).where(and(own(companyId, ctx.actor.id), sql`${notificationMutes.until} <= now()`))

/** The things that the caller hears nothing of now, as the preferences name them. */
export async function mutedThings(db: Database, companyId: number, userId: number): Promise<string[]> {
  const rows = await db
    .select({ about: notificationMutes.about })
    .from(notificationMutes)
    .where(and(own(companyId, userId), isNotNull(notificationMutes.about), isLive))
    .orderBy(notificationMutes.id)
    .limit(maxMuted)
  return rows.map(({ about }) => about ?? '')
}

/** Mutes these things for good, and no others. */
export async function setMutedThings(ctx: Context, abouts: string[]): Promise<void> {
  const companyId = companyOf(ctx)
  const others = and(
    isNotNull(notificationMutes.about),
    abouts.length > 0 ? notInArray(notificationMutes.about, abouts) : undefined,
  )
  await ctx.db.delete(notificationMutes).where(and(own(companyId, ctx.actor.id), others))
  const rows = [...new Set(abouts)].map(about => ({ companyId, userId: ctx.actor.id, about }))
  if (rows.length > 0) await ctx.db.insert(notificationMutes).values(rows).onConflictDoNothing()
}
