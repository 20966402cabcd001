/** The people one can write to, their presence, and when they were last present. */
import { and, asc, eq, inArray, ne, notInArray } from 'drizzle-orm'
import { presenceChannel } from '#shared/lib/contract.ts'
import { Problem } from '#shared/lib/problem.ts'
import { maxOffered } from '#shared/messaging/rules.ts'
import type { AvailableUser } from '#shared/messaging/shapes.ts'
import { users } from '../accounts/table.ts'
import { isAtWork } from '../companies/queries.ts'
import { rolesThatMay } from '../companies/roleQueries.ts'
import { memberships } from '../companies/table.ts'
import type { Context, Services } from '../lib/context.ts'
import { alphabetical } from '../lib/db/naturalOrder.ts'
import { noTenant, withDatabase } from '../lib/db/pools.ts'
import { contains } from '../lib/registers/listing.ts'
import { messagingPreferences, personBlocks } from './table.ts'

/** Colleagues whose role writes and reads here, by name; nobody is offered to themselves. */
export async function listAvailable(
  ctx: Context,
  { companyId, exclude = [], search }: { companyId: number | null; exclude?: number[]; search?: string | undefined },
): Promise<AvailableUser[]> {
  if (companyId === null) return []
  if (companyId !== ctx.actor.companyId) throw new Problem('not_found')
  const rows = await ctx.db
    .select({
      id: users.id,
      name: users.name,
      avatar: users.avatar,
      hidesPresence: messagingPreferences.hidesPresence,
      lastSeenAt: messagingPreferences.lastSeenAt,
      blocked: personBlocks.blockedUserId,
    })
    .from(memberships)
    .innerJoin(users, eq(users.id, memberships.userId))
    .leftJoin(
      messagingPreferences,
      and(eq(messagingPreferences.companyId, companyId), eq(messagingPreferences.userId, users.id)),
    )
    .leftJoin(
      personBlocks,
      and(
        eq(personBlocks.companyId, companyId),
        eq(personBlocks.userId, ctx.actor.id),
        eq(personBlocks.blockedUserId, users.id),
      ),
    )
    .where(
      and(
        eq(memberships.companyId, companyId),
        isAtWork,
        inArray(memberships.roleId, await rolesThatMay(ctx.db, companyId, 'create', 'Conversation')),
        ne(users.id, ctx.actor.id),
        exclude.length > 0 ? notInArray(users.id, exclude) : undefined,
        contains(search, users.name),
      ),
    )
    .orderBy(asc(alphabetical(users.name, ctx.locale)), asc(users.id))
    .limit(maxOffered)
  const channel = presenceChannel(companyId)
  const present = new Set((await ctx.services.realtime.members([channel])).get(channel))
  return rows.map(({ hidesPresence, lastSeenAt, blocked, ...user }) => ({
    ...user,
    online: !hidesPresence && present.has(String(user.id)),
    last_seen_at: hidesPresence ? null : (lastSeenAt?.toISOString() ?? null),
    is_blocked: blocked !== null,
  }))
}

/** Notes when somebody's last socket went from a company; called on one node only. */
export async function noteLastSeen({ pools }: Services, channel: string, user: string): Promise<void> {
  const [, company] = /^presence-company\.(\d+)$/.exec(channel) ?? []
  if (!company) return
  const [companyId, userId, lastSeenAt] = [Number(company), Number(user), new Date()]
  await withDatabase(pools.jobs, noTenant, true, db =>
    db
      .insert(messagingPreferences)
      .values({ companyId, userId, lastSeenAt })
      .onConflictDoUpdate({
        target: [messagingPreferences.companyId, messagingPreferences.userId],
        set: { lastSeenAt },
      }),
  )
}
