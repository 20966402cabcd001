/** Setting single sign-on up, and switching passwords off where nobody is locked out by it. */
import { and, asc, eq, inArray, isNotNull, isNull, notInArray, type SQL, sql } from 'drizzle-orm'
import type { SsoConnection, SsoDomain, SsoSettings } from '#shared/accounts/sso.ts'
import { invalidField, Problem } from '#shared/lib/problem.ts'
import { isAdminRank } from '#shared/lib/roles.ts'
import { audit } from '../../audit/commands.ts'
import { lockCompany } from '../../companies/commands.ts'
import { requireMayGrant } from '../../companies/roleQueries.ts'
import { companies, isManagerIn, memberships } from '../../companies/table.ts'
import { type Context, permitted } from '../../lib/context.ts'
import { sealKept } from '../../lib/security/keptSettings.ts'
import { isNoKey, requireOwnAndRecent } from '../queries.ts'
import { endSessions } from '../sessions.ts'
import { sessions } from '../sessionTable.ts'
import { ssoConnections, ssoDomains, ssoLinks } from '../ssoTable.ts'
import { credentials, users } from '../table.ts'
import { type Connection, secretPurpose, whyUnusable } from './provider.ts'
import { findConnectionOf, isPasswordOff, keyOfConnection, redirectAddress } from './ssoQueries.ts'

/**
 * The company of a question: a manager's own, or the one that an administrator names; null means the platform. Throws
 * where the actor may not do this there.
 */
export function requireSettingsOf(ctx: Context, companyId: number | null | undefined, action: string): number | null {
  const wanted = companyId ?? (ctx.actor.isAdmin ? null : ctx.actor.companyId)
  permitted(ctx, action, 'SingleSignOn', { companyId: wanted })
  return wanted
}

/** Everything that the page shows. */
export async function describeSettings(ctx: Context, companyId: number | null): Promise<SsoSettings> {
  const key = keyOfConnection({ companyId })
  const connection = await findConnectionOf(ctx.db, companyId)
  return {
    redirect_address: redirectAddress(ctx, key),
    logout_address: ctx.services.address(`/api/auth/sso/logout/${key}`),
    connection: connection ? await presentConnection(ctx, connection) : null,
    is_own_session: connection !== undefined && ctx.session?.ssoConnectionId === connection.id,
    break_glass_choices: await keepersOf(ctx, companyId),
  }
}

/** How many people the page offers as who keeps a password. */
const maxKeepers = 200

/** Who may keep a password: managers of the whole company, or administrators, that have one. */
async function keepersOf({ db }: Context, companyId: number | null, userId?: number) {
  const manages: SQL | undefined =
    companyId === null
      ? isNotNull(users.adminSince)
      : sql`exists (select from ${memberships} where ${memberships.userId} = ${users.id}
          and ${memberships.companyId} = ${companyId} and ${memberships.endedAt} is null
          and ${memberships.frozenAt} is null and ${memberships.reachLocations} is null
          and ${isManagerIn(memberships.roleId)})`
  return db
    .select({ id: users.id, name: users.name })
    .from(users)
    .innerJoin(credentials, eq(credentials.userId, users.id))
    .where(and(isNull(users.archivedAt), isNoKey(db), manages, userId === undefined ? undefined : eq(users.id, userId)))
    .orderBy(asc(users.name))
    .limit(maxKeepers)
}

async function presentConnection({ db }: Context, connection: Connection): Promise<SsoConnection> {
  const domains = await db
    .select({ id: ssoDomains.id, domain: ssoDomains.domain, confirmedAt: ssoDomains.confirmedAt })
    .from(ssoDomains)
    .where(eq(ssoDomains.connectionId, connection.id))
    .orderBy(asc(ssoDomains.domain))
  const [state] = await db
    .select({ isOff: isPasswordOff, keeper: { id: users.id, name: users.name } })
    .from(ssoConnections)
    .leftJoin(users, eq(users.id, ssoConnections.breakGlassUserId))
    .where(eq(ssoConnections.id, connection.id))
  return {
    name: connection.name,
    issuer: connection.issuer,
    client_id: connection.clientId,
    has_secret: connection.secret !== null,
    domains: domains.map(({ confirmedAt, ...domain }) => ({ ...domain, is_confirmed: confirmedAt !== null })),
    join_claim: connection.joinClaim,
    join_value: connection.joinValue,
    default_role_id: connection.defaultRoleId,
    role_claim: connection.roleClaim,
    role_values: connection.roleValues,
    acr_values: connection.acrValues,
    ends_there: connection.endsThere,
    is_private: connection.isPrivate,
    password_off_at: connection.passwordOffAt?.toISOString() ?? null,
    is_password_off: state?.isOff ?? false,
    break_glass: state?.keeper ?? null,
    updated_at: connection.updatedAt.toISOString(),
  }
}

type Draft = {
  name: string
  issuer: string
  clientId: string
  secret?: string | null | undefined
  domains: string[]
  joinClaim: string | null
  joinValue: string | null
  defaultRoleId: number
  roleClaim: string | null
  roleValues: { value: string; role_id: number }[]
  acrValues: string[]
  endsThere: boolean
  isPrivate: boolean
}

/** Asks the provider for its description, with no connection held. Throws 422 at `issuer` where it cannot be used. */
export async function tryProvider(ctx: Context, companyId: number | null, issuer: string, isPrivate: boolean) {
  const before = await findConnectionOf(ctx.db, companyId)
  const mayBePrivate = ctx.actor.isAdmin ? isPrivate : (before?.isPrivate ?? false)
  return whyUnusable(issuer, mayBePrivate)
}

/**
 * Stores the connection that was tried. Throws 403 `role_above_own` for roles that its person may not give, and 422 for
 * others.
 */
export async function saveSettings(ctx: Context, companyId: number | null, draft: Draft): Promise<SsoConnection> {
  requireOwnAndRecent(ctx)
  const before = await findConnectionOf(ctx.db, companyId)
  await requireRoles(ctx, companyId, draft)
  if ((draft.joinClaim === null) !== (draft.joinValue === null)) throw invalidField('join_value', 'required')
  if (companyId === null && draft.domains.length > 0) throw invalidField('domains', 'not_an_option')
  const { domains, secret, ...fields } = draft
  const config = ctx.services.config
  const sealed = secret ? sealKept(config, secretPurpose, companyId ?? 0, secret) : null
  const values = {
    ...fields,
    isPrivate: ctx.actor.isAdmin ? draft.isPrivate : (before?.isPrivate ?? false),
    secret: secret === undefined ? (before?.secret ?? null) : sealed,
    // The key under which this provider's keys are kept.
    updatedAt: ctx.now,
  }
  // A secret is for the provider that it was made with, and goes to no other.
  if (secret === undefined && before && before.issuer !== draft.issuer) values.secret = null
  const [saved] = await ctx.db
    .insert(ssoConnections)
    .values({ companyId, ...values })
    .onConflictDoUpdate({ target: ssoConnections.companyId, set: values })
    .returning()
  if (!saved) throw new Error('The provider was not stored.')
  await setDomains(ctx, saved.id, domains)
  if (before && before.issuer !== draft.issuer) await forgetPeople(ctx, saved.id)
  await audit(ctx, 'sso.saved', { type: 'Company', id: companyId, companyId })
  return presentConnection(ctx, saved)
}

/** Roles that a claim gives are ones that who sets it may give; the platform's make administrators and nothing else. */
async function requireRoles(ctx: Context, companyId: number | null, { defaultRoleId, roleValues }: Draft) {
  if (companyId === null) {
    if (roleValues.some(({ role_id }) => !isAdminRank(role_id))) throw invalidField('role_values', 'not_an_option')
    return
  }
  await lockCompany(ctx.db, companyId)
  for (const roleId of new Set([defaultRoleId, ...roleValues.map(({ role_id }) => role_id)])) {
    if (isAdminRank(roleId)) throw invalidField('role_values', 'not_an_option')
    await requireMayGrant(ctx, companyId, roleId)
  }
}

/** Domains that stay keep their confirmation; a new one waits for it. */
async function setDomains({ db, now }: Context, connectionId: number, domains: string[]): Promise<void> {
  const wanted = [...new Set(domains)]
  const others = wanted.length > 0 ? notInArray(ssoDomains.domain, wanted) : undefined
  await db.delete(ssoDomains).where(and(eq(ssoDomains.connectionId, connectionId), others))
  if (wanted.length === 0) return
  await db
    .insert(ssoDomains)
    .values(wanted.map(domain => ({ connectionId, domain, createdAt: now })))
    .onConflictDoNothing()
}

/** Another provider knows nobody of the one before. */
async function forgetPeople(ctx: Context, connectionId: number): Promise<void> {
  await ctx.db.delete(ssoLinks).where(eq(ssoLinks.connectionId, connectionId))
  await endWhere(ctx, eq(sessions.ssoConnectionId, connectionId), ctx.session?.id)
}

async function endWhere(ctx: Context, where: SQL | undefined, except = 0): Promise<void> {
  const found = await ctx.db.select({ id: sessions.id }).from(sessions).where(where)
  await endSessions(
    ctx,
    found.map(({ id }) => id).filter(id => id !== except),
  )
}

/** Ends single sign-on with the sessions that began by it; passwords open everything again. */
export async function removeSettings(ctx: Context, companyId: number | null): Promise<null> {
  requireOwnAndRecent(ctx)
  const connection = await findConnectionOf(ctx.db, companyId)
  if (!connection) throw new Problem('not_found')
  await endWhere(ctx, eq(sessions.ssoConnectionId, connection.id))
  await ctx.db.delete(ssoConnections).where(eq(ssoConnections.id, connection.id))
  await audit(ctx, 'sso.removed', { type: 'Company', id: companyId, companyId })
  return null
}

/**
 * Switches passwords off or on. Off needs that this session began by the provider, so that it is proven to work, and
 * somebody who manages and has a password.
 */
export async function setPasswordSignIn(
  ctx: Context,
  companyId: number | null,
  isOff: boolean,
  keeperId: number | null,
): Promise<SsoConnection> {
  requireOwnAndRecent(ctx)
  const connection = await findConnectionOf(ctx.db, companyId)
  if (!connection) throw new Problem('not_found')
  if (isOff) {
    if (ctx.session?.ssoConnectionId !== connection.id) throw new Problem('sso_try_first')
    if (keeperId === null) throw invalidField('break_glass_user_id', 'required')
    const [keeper] = await keepersOf(ctx, companyId, keeperId)
    if (!keeper) throw invalidField('break_glass_user_id', 'not_an_option')
  }
  const [saved] = await ctx.db
    .update(ssoConnections)
    .set({ passwordOffAt: isOff ? ctx.now : null, breakGlassUserId: isOff ? keeperId : connection.breakGlassUserId })
    .where(eq(ssoConnections.id, connection.id))
    .returning()
  if (!saved) throw new Problem('not_found')
  if (isOff) await endPasswordSessions(ctx, companyId, keeperId ?? 0)
  await audit(ctx, isOff ? 'sso.password_off' : 'sso.password_on', { type: 'Company', id: companyId, companyId })
  return presentConnection(ctx, saved)
}

/** Ends what began by a password: not workers on their phones, keys, guests, and who acts as somebody. */
const endPasswordSessions = (ctx: Context, companyId: number | null, keeperId: number) =>
  endWhere(
    ctx,
    and(
      companyId === null ? undefined : eq(sessions.companyId, companyId),
      isNull(sessions.ssoConnectionId),
      isNull(sessions.enrolmentId),
      isNull(sessions.keyAccess),
      isNull(sessions.actingUserId),
      sql`${sessions.userId} <> ${keeperId}`,
      sql`not exists (select from ${users} guest where guest.id = ${sessions.userId} and (guest.guest_until is not null
        ${companyId === null ? sql`` : sql`or guest.admin_since is not null`}))`,
    ),
  )

/** How many domains an administrator is shown at once. */
const maxListed = 500

/** The domains that companies want, those that wait first. */
export async function listDomains({ db }: Context): Promise<SsoDomain[]> {
  const found = await db
    .select({ domain: ssoDomains, company: { id: companies.id, name: companies.name } })
    .from(ssoDomains)
    .innerJoin(ssoConnections, eq(ssoConnections.id, ssoDomains.connectionId))
    .innerJoin(companies, and(eq(companies.id, ssoConnections.companyId), isNull(companies.archivedAt)))
    .orderBy(sql`${ssoDomains.confirmedAt} is not null`, asc(ssoDomains.domain), asc(ssoDomains.id))
    .limit(maxListed)
  return found.map(({ domain, company }) => ({
    ...{ id: domain.id, domain: domain.domain, company },
    asked_at: domain.createdAt.toISOString(),
    confirmed_at: domain.confirmedAt?.toISOString() ?? null,
  }))
}

/** Confirms a domain, or takes that back. Throws 422 where it is confirmed for another company. */
export async function confirmDomain(ctx: Context, id: number, isConfirmed: boolean): Promise<null> {
  const [found] = await ctx.db
    .select({ domain: ssoDomains.domain, companyId: ssoConnections.companyId })
    .from(ssoDomains)
    .innerJoin(ssoConnections, eq(ssoConnections.id, ssoDomains.connectionId))
    .where(eq(ssoDomains.id, id))
    .for('update', { of: ssoDomains })
  if (!found) throw new Problem('not_found')
  const others = await ctx.db
    .select({ id: ssoDomains.id })
    .from(ssoDomains)
    .where(and(eq(ssoDomains.domain, found.domain), isNotNull(ssoDomains.confirmedAt)))
  if (isConfirmed && others.some(other => other.id !== id)) throw invalidField('is_confirmed', 'taken')
  await ctx.db
    .update(ssoDomains)
    .set({ confirmedAt: isConfirmed ? ctx.now : null, confirmedBy: isConfirmed ? ctx.actor.id : null })
    .where(inArray(ssoDomains.id, [id]))
  const action = isConfirmed ? 'sso.domain_confirmed' : 'sso.domain_refused'
  await audit(
    ctx,
    action,
    { type: 'Company', id: found.companyId, companyId: found.companyId },
    { fields: found.domain },
  )
  return null
}
