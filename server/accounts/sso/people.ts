/** Whose account a provider's person is: by issuer and subject, and before that once by the password. */
import { and, eq, isNull, sql } from 'drizzle-orm'
import { actorOf } from '#shared/lib/actor.ts'
import { languageIdOf } from '#shared/lib/language.ts'
import { Problem } from '#shared/lib/problem.ts'
import { isAdminRank, isCommonRole, roles } from '#shared/lib/roles.ts'
import { audit } from '../../audit/commands.ts'
import { join, setRole } from '../../companies/commands.ts'
import { acceptInvite } from '../../companies/inviteCommands.ts'
import { findInvitesTo } from '../../companies/inviteQueries.ts'
import { findCompanyRole } from '../../companies/queries.ts'
import { memberships, ownRoles } from '../../companies/table.ts'
import type { Context } from '../../lib/context.ts'
import { setAdmin } from '../commands.ts'
import { ssoLinks } from '../ssoTable.ts'
import { credentials, users } from '../table.ts'
import type { Claims, Connection } from './provider.ts'
import { speaksFor } from './ssoQueries.ts'

/** The person of a claim, or the account whose password is asked for. */
export type Found = { userId: number } | { toLink: { userId: number; email: string } }

/**
 * The account of what a provider said; made where an invitation or the claim gives one. Throws where the address is
 * not checked, in no confirmed domain, or nobody asked for this person.
 */
export async function findOrMakeAccount(
  ctx: Context,
  connection: Connection,
  issuer: string,
  claims: Claims,
): Promise<Found> {
  const linked = await findLinked(ctx, connection, issuer, claims.sub)
  if (linked) return { userId: linked }
  const email = await verifiedAddress(ctx, connection, claims)
  const [known] = await ctx.db
    .select({
      id: users.id,
      archivedAt: users.archivedAt,
      adminSince: users.adminSince,
      hash: credentials.passwordHash,
    })
    .from(users)
    .leftJoin(credentials, eq(credentials.userId, users.id))
    .where(eq(sql`lower(${users.email})`, email))
  if (known?.archivedAt) throw new Problem('sso_not_invited')
  if (known && connection.companyId !== null && known.adminSince) throw new Problem('sso_administrator')
  if (known && !known.hash) throw new Problem('sso_no_password')
  if (known) return { toLink: { userId: known.id, email } }
  const invites = await findInvitesTo(ctx, email, connection.companyId)
  if (invites.length === 0 && !hasJoinClaim(connection, claims)) throw new Problem('sso_not_invited')
  return { userId: await makeAccount(ctx, connection, issuer, email, claims) }
}

/** The living account that is linked to a subject; the link's use is noted. */
async function findLinked(ctx: Context, connection: Connection, issuer: string, subject: string) {
  const [link] = await ctx.db
    .update(ssoLinks)
    .set({ lastUsedAt: ctx.now })
    .where(and(eq(ssoLinks.connectionId, connection.id), eq(ssoLinks.issuer, issuer), eq(ssoLinks.subject, subject)))
    .returning({ userId: ssoLinks.userId })
  if (!link) return null
  const [user] = await ctx.db.select().from(users).where(eq(users.id, link.userId))
  if (!user || user.archivedAt) throw new Problem('sso_not_invited')
  if (connection.companyId !== null && user.adminSince) throw new Problem('sso_administrator')
  return link.userId
}

/** The address of a person, checked by the provider and one that it may speak for. */
async function verifiedAddress(ctx: Context, connection: Connection, claims: Claims): Promise<string> {
  const { email, email_verified } = claims
  if (typeof email !== 'string' || !/^[^\s@]+@[^\s@]+$/.test(email) || email.length > 254)
    throw new Problem('sso_email_unverified')
  if (email_verified !== true) throw new Problem('sso_email_unverified')
  if (!(await speaksFor(ctx.db, connection, email))) throw new Problem('sso_other_domain')
  return email.toLowerCase()
}

const hasJoinClaim = ({ joinClaim, joinValue }: Connection, claims: Claims): boolean =>
  joinClaim !== null && joinValue !== null && valuesOf(claims, joinClaim).includes(joinValue)

/** A claim as a list of texts: providers write one value, or a list of groups. */
const valuesOf = (claims: Claims, name: string): string[] => {
  const value = Object.hasOwn(claims, name) ? claims[name] : undefined
  return [value ?? []].flat().map(String)
}

async function makeAccount(
  ctx: Context,
  connection: Connection,
  issuer: string,
  email: string,
  claims: Claims,
): Promise<number> {
  const name = typeof claims.name === 'string' && claims.name.trim() ? claims.name.trim().slice(0, 200) : email
  const [user] = await ctx.db
    .insert(users)
    .values({ name, email, emailConfirmedAt: ctx.now, languageId: languageIdOf(ctx.locale), createdAt: ctx.now })
    .onConflictDoNothing()
    .returning({ id: users.id })
  // Somebody took the address since it was looked up.
  if (!user) throw new Problem('sso_no_password')
  const as = { ...ctx, actor: actorOf(user.id, null, roles.guest) }
  await audit(as, 'account.registered', { type: 'User', id: user.id, companyId: connection.companyId })
  await linkAccount(ctx, connection, user.id, { issuer, subject: claims.sub, email })
  return user.id
}

/** Links an account to a subject for good, until the person or the connection ends it. */
export async function linkAccount(
  ctx: Context,
  { id: connectionId, companyId }: Connection,
  userId: number,
  { issuer, subject, email }: { issuer: string; subject: string; email: string },
): Promise<void> {
  const values = { connectionId, userId, issuer, subject, email, createdAt: ctx.now, lastUsedAt: ctx.now }
  const [made] = await ctx.db.insert(ssoLinks).values(values).onConflictDoNothing().returning({ id: ssoLinks.id })
  if (!made) throw new Problem('link_expired')
  const as = { ...ctx, actor: actorOf(userId, null, roles.guest) }
  await audit(as, 'sso.linked', { type: 'User', id: userId, companyId })
}

/**
 * Gives a person their place: in the company of the connection by an invitation or by the claim, and the role that a
 * claim names. Throws `sso_not_invited` for who has no place there.
 */
export async function takePlace(ctx: Context, connection: Connection, userId: number, claims: Claims): Promise<void> {
  if (connection.companyId === null) return takeRank(ctx, connection, userId, claims)
  const { companyId } = connection
  const roleId = await roleByClaim(ctx, connection, claims)
  const place = await findCompanyRole(ctx.db, userId, companyId)
  if (!place) return enter(ctx, connection, userId, claims, roleId)
  if (roleId === null || roleId === place.roleId) return
  // The last manager stays one, and a plan without room keeps nobody out.
  const kept = ['last_manager', 'plan_limit_reached']
  const as = { ...ctx, actor: actorOf(userId, companyId, place.roleId) }
  await setRole(as, companyId, userId, roleId).catch(error => {
    if (!(error instanceof Problem && kept.includes(error.code))) throw error
  })
}

async function enter(
  ctx: Context,
  connection: Connection,
  userId: number,
  claims: Claims,
  roleId: number | null,
): Promise<void> {
  const companyId = connection.companyId ?? 0
  const [user] = await ctx.db.select({ email: users.email }).from(users).where(eq(users.id, userId))
  const [invite] = user?.email ? await findInvitesTo(ctx, user.email, companyId) : []
  if (invite) return acceptInvite(ctx, invite.invite, userId)
  // Somebody who has left or is frozen comes back by an invitation, never by a claim that still says so.
  const [before] = await ctx.db
    .select({ userId: memberships.userId })
    .from(memberships)
    .where(and(eq(memberships.companyId, companyId), eq(memberships.userId, userId)))
  if (before || !hasJoinClaim(connection, claims)) throw new Problem('sso_not_invited')
  const wanted =
    roleId ?? ((await isRoleThere(ctx, companyId, connection.defaultRoleId)) ? connection.defaultRoleId : roles.guest)
  await join({ ...ctx, actor: actorOf(userId, companyId, wanted) }, companyId, userId, wanted, null)
}

/** The first role of the list whose value the claim has; null where none is set or none fits. */
async function roleByClaim(ctx: Context, connection: Connection, claims: Claims): Promise<number | null> {
  const { roleClaim, roleValues, companyId } = connection
  if (roleClaim === null || companyId === null) return null
  const said = valuesOf(claims, roleClaim)
  const wanted = roleValues.find(({ value }) => said.includes(value))
  return wanted && (await isRoleThere(ctx, companyId, wanted.role_id)) ? wanted.role_id : null
}

/** A company's own role may have been archived since it was set. */
async function isRoleThere(ctx: Context, companyId: number, roleId: number): Promise<boolean> {
  if (isCommonRole(roleId)) return true
  const [role] = await ctx.db
    .select({ id: ownRoles.id })
    .from(ownRoles)
    .where(and(eq(ownRoles.companyId, companyId), eq(ownRoles.id, roleId), isNull(ownRoles.archivedAt)))
  return role !== undefined
}

/** Of the platform's provider a claim may make administrators; who was made so is none any more without it. */
async function takeRank(ctx: Context, connection: Connection, userId: number, claims: Claims): Promise<void> {
  const { roleClaim, roleValues } = connection
  const said = roleClaim === null ? [] : valuesOf(claims, roleClaim)
  const isAdmin = roleValues.some(({ value, role_id }) => isAdminRank(role_id) && said.includes(value))
  const [link] = await ctx.db
    .select({ id: ssoLinks.id, isByClaim: ssoLinks.isAdminByClaim, user: users })
    .from(ssoLinks)
    .innerJoin(users, eq(users.id, ssoLinks.userId))
    .where(and(eq(ssoLinks.connectionId, connection.id), eq(ssoLinks.subject, claims.sub), eq(ssoLinks.userId, userId)))
  if (!link || isAdmin === (link.user.adminSince !== null) || (!isAdmin && !link.isByClaim)) return
  if (!isAdmin && connection.breakGlassUserId === userId) return
  await setAdmin(ctx, link.user, isAdmin).catch(error => {
    // The last administrator stays one.
    if (!(error instanceof Problem && error.code === 'last_admin')) throw error
  })
  await ctx.db.update(ssoLinks).set({ isAdminByClaim: isAdmin }).where(eq(ssoLinks.id, link.id))
  const as = { ...ctx, actor: actorOf(userId, null, roles.guest) }
  await audit(as, 'user.updated', { type: 'User', id: userId, companyId: null }, { is_admin: isAdmin })
}

/** Methods of RFC 8176 that are a second factor by themselves or say that there was one. */
const strongMethods = ['mfa', 'otp', 'hwk', 'swk', 'sc', 'fpt', 'face', 'iris', 'retina', 'vbm', 'sms', 'tel']

/** Whether the provider says that it asked for more than one factor. */
export function hasSecondFactor({ acrValues }: Connection, claims: Claims): boolean {
  if (typeof claims.acr === 'string' && acrValues.includes(claims.acr)) return true
  return valuesOf(claims, 'amr').some(method => strongMethods.includes(method))
}
