/**
 * API keys: accounts of their own with one session each, whose token is the key. Rules, isolation, audit log and limits
 * treat them like people (docs/decisions/0123-api-keys.md).
 */
import { and, count, eq, gt, isNotNull, isNull, lte, or, type SQL, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { ApiKey } from '#shared/accounts/keys.ts'
import { type KeyAccess, maxKeys } from '#shared/accounts/rules.ts'
import type { ReachInput } from '#shared/companies/contract.ts'
import { invalidField, Problem } from '#shared/lib/problem.ts'
import { isGuest, roles } from '#shared/lib/roles.ts'
import { audit } from '../audit/commands.ts'
import { lockCompany } from '../companies/commands.ts'
import { findCompany } from '../companies/queries.ts'
import { presentReach, reachColumnsOf, requireMayReach } from '../companies/reachQueries.ts'
import { requireMayGrant } from '../companies/roleQueries.ts'
import { memberships, ownRoles } from '../companies/table.ts'
import { type Context, permitted } from '../lib/context.ts'
import type { Database } from '../lib/db/pools.ts'
import { contains, counted, one, orderBy, pageOf, slice } from '../lib/registers/listing.ts'
import { hashToken } from '../lib/security/secrets.ts'
import { newKey } from '../lib/security/sessionToken.ts'
import { requireOwnAndRecent } from './queries.ts'
import { endSessionsOf } from './sessions.ts'
import { apiKeys, sessions } from './sessionTable.ts'
import { users } from './table.ts'

type KeyRow = typeof apiKeys.$inferSelect

/** The end of a key without one, as far as the database's calendar is read by people. */
const never = new Date('9999-12-31T00:00:00Z')

/** Characters of a secret by which people tell keys apart. */
const hintLength = 4

const maker = alias(users, 'maker')

const selectKeys = (db: Database) =>
  db
    .select({
      key: apiKeys,
      name: users.name,
      roleId: memberships.roleId,
      roleName: ownRoles.name,
      reachLocations: memberships.reachLocations,
      reachGroups: memberships.reachGroups,
      reachVehicles: memberships.reachVehicles,
      madeBy: maker.name,
      previousUntil: sessions.previousTokenExpiresAt,
    })
    .from(apiKeys)
    .innerJoin(users, eq(users.id, apiKeys.userId))
    .leftJoin(maker, eq(maker.id, apiKeys.madeBy))
    .leftJoin(memberships, and(eq(memberships.companyId, apiKeys.companyId), eq(memberships.userId, apiKeys.userId)))
    .leftJoin(ownRoles, and(eq(ownRoles.companyId, apiKeys.companyId), eq(ownRoles.id, memberships.roleId)))
    .leftJoin(sessions, eq(sessions.userId, apiKeys.userId))

type FoundKey = Awaited<ReturnType<typeof findKeys>>[number]
const findKeys = (db: Database, where: SQL | undefined) => selectKeys(db).where(where)

const presentKey = ({ key, name, roleId, roleName, madeBy, previousUntil, ...of }: FoundKey): ApiKey => ({
  id: key.userId,
  company_id: key.companyId,
  name,
  access: key.access,
  role_id: roleId ?? roles.admin,
  role_name: roleName,
  reach: presentReach(of),
  hint: key.hint,
  made_by: madeBy,
  created_at: key.createdAt.toISOString(),
  ends_at: key.endsAt?.toISOString() ?? null,
  previous_until: previousUntil?.toISOString() ?? null,
  last_used_at: key.lastUsedAt?.toISOString() ?? null,
  last_ip: key.lastIp,
  revoked_at: key.revokedAt?.toISOString() ?? null,
})

async function showKey(db: Database, id: number): Promise<ApiKey> {
  const [found] = await findKeys(db, eq(apiKeys.userId, id))
  if (!found) throw new Problem('not_found')
  return presentKey(found)
}

/** A key, locked, if the actor may do this with it. Throws 404 otherwise. */
export async function accessKey(ctx: Context, id: number, action: string): Promise<KeyRow> {
  const [key] = await ctx.db.select().from(apiKeys).where(eq(apiKeys.userId, id)).for('update')
  return permitted(ctx, action, 'ApiKey', key)
}

/**
 * The company of a question: a manager's own, or the one that an administrator names; null means the platform. Throws
 * where the actor may not do this there.
 */
function requireKeysOf(ctx: Context, companyId: number | null | undefined, action: string): number | null {
  const wanted = companyId ?? (ctx.actor.isAdmin ? null : ctx.actor.companyId)
  permitted(ctx, action, 'ApiKey', { companyId: wanted })
  return wanted
}

type KeyQuery = {
  page: number
  perPage: number
  archived: boolean
  search?: string | undefined
  sort?: string | undefined
  companyId?: number | undefined
}

/** Keys of a company, or for null of the platform. */
const ofCompany = (companyId: number | null) =>
  companyId === null ? isNull(apiKeys.companyId) : eq(apiKeys.companyId, companyId)

/** One page of a company's keys, or of the platform's; `archived` lists those that were revoked or have ended. */
export function listKeys(query: KeyQuery, ctx: Context) {
  const { db, now, locale } = ctx
  const companyId = requireKeysOf(ctx, query.companyId, 'read')
  const lives = and(isNull(apiKeys.revokedAt), or(isNull(apiKeys.endsAt), gt(apiKeys.endsAt, now)))
  const where = and(
    ofCompany(companyId),
    query.archived ? or(isNotNull(apiKeys.revokedAt), lte(apiKeys.endsAt, now)) : lives,
    contains(query.search, users.name),
  )
  const { limit, offset } = slice(query)
  return pageOf(query, {
    rows: selectKeys(db)
      .where(where)
      .orderBy(...orderBy(users, query.sort, 'name', locale))
      .limit(limit)
      .offset(offset),
    totals: counted(db, db.select(one).from(apiKeys).innerJoin(users, eq(users.id, apiKeys.userId)).where(where)),
    present: presentKey,
  })
}

type NewKey = {
  companyId?: number | null | undefined
  name: string
  roleId?: number | undefined
  access: KeyAccess
  reach?: ReachInput | null | undefined
  endsAt?: string | null | undefined
}

/**
 * Makes a key with a role that its maker may give, for the company or a part of it. Throws `role_above_own`, 422 for
 * an end that is over or too many keys, and `reauthentication_required`.
 */
export async function createKey(ctx: Context, { name, roleId, access, reach = null, endsAt = null, ...whose }: NewKey) {
  const companyId = requireKeysOf(ctx, whose.companyId, 'create')
  const end = endsAt === null ? null : new Date(endsAt)
  if (end && end <= ctx.now) throw invalidField('ends_at', 'not_an_option')
  const company = companyId === null ? null : await findCompany(ctx.db, companyId)
  if (company === undefined || company?.archivedAt) throw new Problem('not_found')
  if (company) await requireMayReach(ctx, company.id, reach)
  if (company === null && access === 'scim') throw invalidField('access', 'not_an_option')
  if ((company === null) !== (roleId === undefined))
    throw invalidField('role_id', company ? 'required' : 'not_an_option')
  if (roleId !== undefined && isGuest(roleId) && access !== 'scim') throw invalidField('role_id', 'not_an_option')
  if (company && roleId !== undefined) {
    await lockCompany(ctx.db, company.id)
    await requireMayGrant(ctx, company.id, roleId)
  }
  await requireRoomForKey(ctx.db, companyId)
  // Last, so that a password does not tell which roles another company has.
  requireOwnAndRecent(ctx)
  const [user] = await ctx.db
    .insert(users)
    .values({
      name,
      ...(company && { languageId: company.languageId, timeZone: company.timeZone }),
      ...(company === null && { adminSince: ctx.now }),
    })
    .returning({ id: users.id })
  if (!user) throw new Error('The key was not stored.')
  if (company && roleId !== undefined)
    await ctx.db.insert(memberships).values({
      companyId: company.id,
      userId: user.id,
      roleId,
      isKey: true,
      joinedAt: ctx.now,
      ...reachColumnsOf(reach),
    })
  const secret = newKey(ctx.services.serverKey, user.id)
  await ctx.db.insert(apiKeys).values({
    ...{ userId: user.id, companyId, access, endsAt: end, hint: secret.slice(-hintLength) },
    ...{ madeBy: ctx.actor.id, createdAt: ctx.now },
  })
  await ctx.db.insert(sessions).values({
    ...{ userId: user.id, companyId, keyAccess: access, tokenHash: hashToken(secret) },
    ...{ tokenExpiresAt: end ?? never, refreshableUntil: end ?? never, createdAt: ctx.now, lastSeenAt: ctx.now },
  })
  await audit(ctx, 'key.created', { type: 'ApiKey', id: user.id, companyId })
  return { ...(await showKey(ctx.db, user.id)), secret }
}

/** Throws 422 where as many keys live as a company may have. */
async function requireRoomForKey(db: Database, companyId: number | null): Promise<void> {
  const [found] = await db
    .select({ total: count() })
    .from(apiKeys)
    .where(and(ofCompany(companyId), isNull(apiKeys.revokedAt)))
  if ((found?.total ?? 0) >= maxKeys) throw invalidField('name', 'too_many', { maximum: maxKeys })
}

/** Gives a living key another secret; the one before works for some hours more. Throws 404 for a key that has ended. */
export async function renewKey(ctx: Context, key: KeyRow, overlapHours: number) {
  const until = new Date(ctx.now.getTime() + overlapHours * 3600_000)
  const secret = newKey(ctx.services.serverKey, key.userId)
  const [renewed] = await ctx.db
    .update(sessions)
    .set({
      tokenHash: hashToken(secret),
      previousTokenHash: sql`${sessions.tokenHash}`,
      previousTokenExpiresAt: key.endsAt && key.endsAt < until ? key.endsAt : until,
    })
    .where(and(eq(sessions.userId, key.userId), gt(sessions.tokenExpiresAt, ctx.now)))
    .returning({ id: sessions.id })
  if (!renewed) throw new Problem('not_found')
  await ctx.db
    .update(apiKeys)
    .set({ hint: secret.slice(-hintLength) })
    .where(eq(apiKeys.userId, key.userId))
  await audit(ctx, 'key.renewed', { type: 'ApiKey', id: key.userId, companyId: key.companyId })
  return { ...(await showKey(ctx.db, key.userId)), secret }
}

/** Ends a key on REST, files and all sockets. Its name stays with what it did. */
export async function revokeKey(ctx: Context, key: KeyRow): Promise<null> {
  if (!key.revokedAt) {
    await endKey(ctx, key)
    await audit(ctx, 'key.revoked', { type: 'ApiKey', id: key.userId, companyId: key.companyId })
  }
  return null
}

/** What ending a key needs: the context of a request or of a job. */
type Ending = Pick<Context, 'db' | 'now'> & { services: Pick<Context['services'], 'realtime'> }

async function endKey(ctx: Ending, { userId }: Pick<KeyRow, 'userId'>): Promise<void> {
  await endSessionsOf(ctx, userId)
  await ctx.db
    .update(memberships)
    .set({ endedAt: ctx.now })
    .where(and(eq(memberships.userId, userId), isNull(memberships.endedAt)))
  await ctx.db.update(users).set({ adminSince: null }).where(eq(users.id, userId))
  await ctx.db.update(apiKeys).set({ revokedAt: ctx.now }).where(eq(apiKeys.userId, userId))
}

/** Ends the keys whose day has come, some at a time: their sockets, and their roles' use. Returns how many. */
export async function endKeysOverdue(ctx: Ending, atMost: number): Promise<number> {
  const over = await ctx.db
    .select({ userId: apiKeys.userId })
    .from(apiKeys)
    .where(and(isNull(apiKeys.revokedAt), lte(apiKeys.endsAt, ctx.now)))
    .limit(atMost)
  for (const key of over) await endKey(ctx, key)
  return over.length
}
