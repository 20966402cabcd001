import { and, count, desc, eq, gt, isNotNull, isNull, ne, not, notExists, type SQL, sql } from 'drizzle-orm'
import { type AnyPgColumn, alias } from 'drizzle-orm/pg-core'
import { abilityOf } from '#shared/ability.ts'
import type { CurrentUser, Factor } from '#shared/accounts/fields.ts'
import type { Settings } from '#shared/accounts/me.ts'
import { mailTopics } from '#shared/accounts/rules.ts'
import { actorOf } from '#shared/lib/actor.ts'
import { Problem } from '#shared/lib/problem.ts'
import { roles } from '#shared/lib/roles.ts'
import { wireRules } from '#shared/lib/rules.ts'
import { actionLinks } from '../actions/table.ts'
import { findCurrentPlan, plansAreSold, presentCurrentPlan } from '../companies/planQueries.ts'
import { findCompanyRole, isAtWork } from '../companies/queries.ts'
import { companies, isManagerIn, memberships } from '../companies/table.ts'
import type { Context } from '../lib/context.ts'
import type { Database } from '../lib/db/pools.ts'
import { referenceCondition } from '../lib/db/searchIds.ts'
import { findLegalVersion } from './legalQueries.ts'
import { passkeys } from './passkeyTable.ts'
import { apiKeys, recoveryCodes, sessions, twoFactors, workerAccounts } from './sessionTable.ts'
import { opensByPassword } from './sso/ssoQueries.ts'
import { ssoConnections } from './ssoTable.ts'
import { credentials, users } from './table.ts'

/** Time zone in which a person sees days and times; UTC for visitors. */
export async function zoneOfPerson(db: Database, id: number): Promise<string> {
  const [person] = await db.select({ timeZone: users.timeZone }).from(users).where(eq(users.id, id))
  return person?.timeZone ?? 'UTC'
}

/**
 * The user object of the contract: the person, in the company that the session works in, and the admin who acts as
 * them.
 */
export async function presentCurrentUser(
  { db, services }: Pick<Context, 'db' | 'services'>,
  userId: number,
  companyId: number | null,
  actingUserId: number | null = null,
  sessionId: number | null = null,
): Promise<CurrentUser> {
  const [found] = await db
    .select({
      user: users,
      userName: workerAccounts.userName,
      isTwoFactorDue: isTwoFactorDue(users.id),
      isKey: sql<boolean>`${apiKeys.userId} is not null`,
      sellsPlans: plansAreSold,
      session: sessions,
      sso: ssoConnections,
      hasPassword: sql<boolean>`${credentials.userId} is not null`,
    })
    .from(users)
    .leftJoin(credentials, eq(credentials.userId, users.id))
    .leftJoin(sessions, eq(sessions.id, sessionId ?? 0))
    .leftJoin(ssoConnections, eq(ssoConnections.id, sessions.ssoConnectionId))
    .leftJoin(workerAccounts, eq(workerAccounts.userId, users.id))
    .leftJoin(apiKeys, eq(apiKeys.userId, users.id))
    .leftJoin(memberships, and(eq(memberships.userId, users.id), eq(memberships.companyId, companyId ?? 0), isAtWork))
    .leftJoin(companies, eq(companies.id, memberships.companyId))
    .where(eq(users.id, userId))
  if (!found) throw new Problem('unauthenticated')
  const { sso, session } = found
  const user = session?.onlyCompanyId ? { ...found.user, adminSince: null } : found.user
  const place = companyId === null ? undefined : await findCompanyRole(db, userId, companyId)
  const roleId = user.adminSince ? roles.admin : (place?.roleId ?? roles.employee)
  const company = place || user.adminSince ? companyId : null
  const ownRules = user.adminSince ? null : (place?.ownRules ?? null)
  const now = new Date()
  const plan = company === null ? undefined : await findCurrentPlan(db, company, now)
  return {
    id: user.id,
    name: user.name,
    email: user.email,
    email_confirmed_at: user.emailConfirmedAt?.toISOString() ?? null,
    user_name: found.userName,
    avatar: user.avatar,
    company_id: company,
    role_id: roleId,
    plan: plan ? presentCurrentPlan(plan, now) : null,
    privacy_accepted_at:
      user.privacyVersion === (await findLegalVersion(db)) ? (user.privacyAcceptedAt?.toISOString() ?? null) : null,
    language_id: user.languageId,
    hasCompany: company !== null,
    time_zone: user.timeZone,
    week_start: user.weekStartsOn,
    two_factor_due: found.isTwoFactorDue && actingUserId === null && !found.isKey && !session?.hasSecondFactor,
    has_mail: hasMail(services),
    sells_plans: found.sellsPlans,
    ability_rules: wireRules(
      abilityOf(
        actorOf(user.id, company, roleId, {
          isActing: actingUserId !== null,
          ownRules,
          reach: place?.reach ?? null,
          isKey: found.isKey,
        }),
      ),
    ),
    ...(sso && { sso: { name: sso.name, has_password: found.hasPassword } }),
    ...(actingUserId !== null && {
      acting_for: { id: user.id, name: user.name, by: await findNamed(db, actingUserId) },
    }),
  }
}

/** Without a mail server, links are shown to be handed over. */
export const hasMail = ({ config }: Pick<Context['services'], 'config'>): boolean => config.smtpUrl !== undefined

async function findNamed(db: Database, userId: number): Promise<{ id: number; name: string }> {
  const [found] = await db.select({ id: users.id, name: users.name }).from(users).where(eq(users.id, userId))
  if (!found) throw new Problem('unauthenticated')
  return found
}

/** The condition that a user is a person, and no API key. */
export const isNoKey = (db: Database): SQL =>
  notExists(db.select({ one: sql`1` }).from(apiKeys).where(eq(apiKeys.userId, users.id)))

/** The companies that would have no manager at work without this person. */
export async function findSoleManagements(db: Database, userId: number): Promise<{ id: number; name: string }[]> {
  const other = alias(memberships, 'other')
  const otherUser = alias(users, 'other_user')
  return db
    .select({ id: companies.id, name: companies.name })
    .from(memberships)
    .innerJoin(companies, and(eq(companies.id, memberships.companyId), isNull(companies.archivedAt)))
    .where(
      and(
        eq(memberships.userId, userId),
        isNull(memberships.endedAt),
        isManagerIn(memberships.roleId),
        notExists(
          db
            .select({ one: sql`1` })
            .from(other)
            .innerJoin(otherUser, and(eq(otherUser.id, other.userId), isNull(otherUser.archivedAt)))
            .where(
              and(
                eq(other.companyId, memberships.companyId),
                ne(other.userId, userId),
                isNull(other.endedAt),
                eq(other.isKey, false),
                isNull(other.frozenAt),
                isManagerIn(other.roleId),
              ),
            ),
        ),
      ),
    )
}

/** The condition that `column` points at somebody whose name holds the words. */
export const ofPeopleNamed = (db: Database, column: AnyPgColumn, words: string | undefined) =>
  referenceCondition(db, 'person', words, column, { table: users, id: users.id, text: sql`fold(${users.name})` })

/**
 * Whether the company of a query asks its user for a second factor that is not there yet. A worker's phone and its PIN
 * are two factors already.
 */
export const isTwoFactorDue = (userId: AnyPgColumn): SQL<boolean> => sql<boolean>`(
  coalesce(${companies.twoFactorRequired}, false)
  and not ${hasFactor(userId)}
  and not exists (select from ${workerAccounts} where ${workerAccounts.userId} = ${userId})
)`

/** The condition that a user of a query has a second factor: an authenticator that is set up, or a passkey. */
export const hasFactor = (userId: AnyPgColumn): SQL<boolean> => sql<boolean>`(
  exists (select from ${twoFactors} where ${twoFactors.userId} = ${userId} and ${twoFactors.confirmedAt} is not null)
  or exists (select from ${passkeys} where ${passkeys.userId} = ${userId})
)`

/** Whether somebody signs in with a second factor. */
export async function hasTwoFactor(db: Database, userId: number): Promise<boolean> {
  const found = await db
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.id, userId), hasFactor(users.id)))
  return found.length > 0
}

/** Whether somebody has set up an authenticator app. */
export async function hasAuthenticator(db: Database, userId: number): Promise<boolean> {
  const found = await db
    .select({ userId: twoFactors.userId })
    .from(twoFactors)
    .where(and(eq(twoFactors.userId, userId), isNotNull(twoFactors.confirmedAt)))
  return found.length > 0
}

/** What somebody signs in with after the password, beside recovery codes; empty without a second factor. */
export async function findFactors(db: Database, userId: number): Promise<Factor[]> {
  const [first] = await db.select({ id: passkeys.id }).from(passkeys).where(eq(passkeys.userId, userId)).limit(1)
  return [
    ...(first ? (['passkey'] as const) : []),
    ...((await hasAuthenticator(db, userId)) ? (['code'] as const) : []),
  ]
}

/**
 * Throws `two_factor_required` where a company asks for a second factor and the actor, a member of it, has none. For
 * calls that do something in a company in which the session does not work: of the one in which it does, `listWithholds`
 * says it before any call.
 */
export async function requireTwoFactorIn(
  { db, actor, session }: Pick<Context, 'db' | 'actor' | 'session'>,
  { twoFactorRequired }: { twoFactorRequired: boolean },
): Promise<void> {
  if (session?.hasSecondFactor) return
  if (!twoFactorRequired || actor.isAdmin || actor.isActing || (await hasTwoFactor(db, actor.id))) return
  const [worker] = await db.select().from(workerAccounts).where(eq(workerAccounts.userId, actor.id))
  if (!worker) throw new Problem('two_factor_required')
}

/** The members of a company who would be held if it asked for a second factor; read across companies. */
export async function membersWithoutTwoFactor(db: Database, companyId: number): Promise<number[]> {
  const one = { one: sql`1` }
  const found = await db
    .select({ id: memberships.userId })
    .from(memberships)
    .where(
      and(
        eq(memberships.companyId, companyId),
        isAtWork,
        not(hasFactor(memberships.userId)),
        notExists(db.select(one).from(workerAccounts).where(eq(workerAccounts.userId, memberships.userId))),
      ),
    )
  return found.map(({ id }) => id)
}

/** Describes the second factor for the profile. */
async function describeTwoFactor(db: Database, userId: number) {
  const [factor] = await db.select().from(twoFactors).where(eq(twoFactors.userId, userId))
  const [codes] = await db
    .select({ left: count() })
    .from(recoveryCodes)
    .where(and(eq(recoveryCodes.userId, userId), isNull(recoveryCodes.usedAt)))
  return {
    enabled_at: factor?.confirmedAt?.toISOString() ?? null,
    recovery_codes_left: codes?.left ?? 0,
    is_required: await isTwoFactorRequired(db, userId),
  }
}

/** Whether a company in which somebody works asks for a second factor. */
export async function isTwoFactorRequired(db: Database, userId: number): Promise<boolean> {
  const found = await db
    .select({ id: companies.id })
    .from(memberships)
    .innerJoin(companies, and(eq(companies.id, memberships.companyId), isNull(companies.archivedAt)))
    .where(and(eq(memberships.userId, userId), isAtWork, eq(companies.twoFactorRequired, true)))
    .limit(1)
  return found.length > 0
}

/** Returns the settings that the profile shows beside the user object. */
export async function findSettings({ db, actor, now }: Context): Promise<Settings> {
  const [user] = await db.select().from(users).where(eq(users.id, actor.id))
  if (!user) throw new Problem('unauthenticated')
  const notifications = Object.fromEntries(mailTopics.map(topic => [topic, !user.mutedTopics.includes(topic)]))
  return {
    notifications: notifications as Settings['notifications'],
    pending_email: await findPendingEmail(db, actor.id, now),
    two_factor: await describeTwoFactor(db, actor.id),
  }
}

/** The living user of an address, with the password's hash. */
export async function findLogin(db: Database, email: string) {
  const [user] = await db
    .select({ id: users.id, archivedAt: users.archivedAt, passwordHash: credentials.passwordHash })
    .from(users)
    .leftJoin(credentials, eq(credentials.userId, users.id))
    .where(eq(sql`lower(${users.email})`, email))
  return user?.archivedAt ? undefined : user
}

/**
 * Returns the company where a new session begins: the one of the latest session, or any other membership.
 * `isByPassword` leaves out companies that take no password.
 */
export async function findStartCompany(
  db: Database,
  userId: number,
  { isByPassword = false } = {},
): Promise<number | null> {
  const [last] = await db
    .select({ companyId: memberships.companyId })
    .from(memberships)
    .innerJoin(companies, and(eq(companies.id, memberships.companyId), isNull(companies.archivedAt)))
    .leftJoin(sessions, and(eq(sessions.userId, userId), eq(sessions.companyId, memberships.companyId)))
    .where(and(eq(memberships.userId, userId), isAtWork, isByPassword ? opensByPassword(userId) : undefined))
    .orderBy(sql`${sessions.lastSeenAt} desc nulls last`, desc(memberships.joinedAt))
    .limit(1)
  return last?.companyId ?? null
}

/** The address that somebody wants and has not confirmed yet. */
export async function findPendingEmail(db: Database, userId: number, now: Date): Promise<string | null> {
  const [link] = await db
    .select({ details: actionLinks.details })
    .from(actionLinks)
    .where(
      and(
        eq(actionLinks.userId, userId),
        eq(actionLinks.kind, 'change_email'),
        isNull(actionLinks.usedAt),
        gt(actionLinks.expiresAt, now),
      ),
    )
    .orderBy(desc(actionLinks.id))
    .limit(1)
  return link ? String(link.details.email) : null
}

const recentlyAuthenticated = 10 * 60_000

/** Throws `reauthentication_required` unless the password was asked for again within ten minutes. */
export function requireRecent({ session, now }: Pick<Context, 'session' | 'now'>): void {
  const at = session?.reauthenticatedAt?.getTime() ?? 0
  if (now.getTime() - at > recentlyAuthenticated) throw new Problem('reauthentication_required')
}

/** Throws `not_while_acting` where an admin acts as somebody else. */
export function refuseWhileActing({ actor }: Pick<Context, 'actor'>): void {
  if (actor.isActing) throw new Problem('not_while_acting')
}

/** Refuses actions that only the person may take: not while acting, and only soon after the password was entered. */
export function requireOwnAndRecent(ctx: Context): void {
  refuseWhileActing(ctx)
  requireRecent(ctx)
}
