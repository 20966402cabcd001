import { and, eq, isNotNull, isNull, or, sql } from 'drizzle-orm'
import { abilityOf } from '#shared/ability.ts'
import { actorOf } from '#shared/lib/actor.ts'
import { Problem } from '#shared/lib/problem.ts'
import { type Reach, reachAtSite } from '#shared/lib/reach.ts'
import type { OwnRule } from '#shared/lib/roles.ts'
import { roles } from '#shared/lib/roles.ts'
import { buildAbility } from '#shared/lib/rules.ts'
import { provisionerRules } from '#shared/provisioning/rules.ts'
import { isPlanOver, planDays } from '../companies/planQueries.ts'
import { closedReach, givesAccess, ofMembership } from '../companies/queries.ts'
import { companies, memberships, ownRoles } from '../companies/table.ts'
import type { Cookie } from '../lib/context.ts'
import type { Database } from '../lib/db/pools.ts'
import { preparedOn } from '../lib/db/prepared.ts'
import type { Identity, ToDo } from '../lib/security/identity.ts'
import { derive, hashToken, sameSecret } from '../lib/security/secrets.ts'
import { isTwoFactorDue } from './queries.ts'
import { sessions } from './sessionTable.ts'
import { opensByPassword } from './sso/ssoQueries.ts'
import { users } from './table.ts'

export type SessionRow = typeof sessions.$inferSelect

/** A person's session by its token, the one before the last refresh included for its last minute. */
export async function findSession(db: Database, token: string): Promise<SessionRow | undefined> {
  const hash = hashToken(token)
  const [session] = await db
    .select()
    .from(sessions)
    .where(and(or(eq(sessions.tokenHash, hash), eq(sessions.previousTokenHash, hash)), isNull(sessions.keyAccess)))
  return session
}

/**
 * Returns the identity of a token, with the role in the session's company. For writes the same statement reads the
 * company's plan, and for somebody who looks at one site what lies below it.
 */
export async function identifyByToken(
  db: Database,
  bearer: string | null,
  now: Date,
  { toWrite = false, site = null }: ToDo = {},
): Promise<Identity> {
  if (!bearer) throw new Problem('unauthenticated')
  const hash = hashToken(bearer)
  const by = site === null ? (toWrite ? 'token to write' : 'token') : 'token at a site'
  return identityAt(await findSnapshot(db, by, hash, site), bearer, hash, now)
}

/** Checks what ends by the clock: tokens and plans. */
function identityAt(snapshot: AuthSnapshot, bearer: string, hash: string, now: Date): Identity {
  requireFresh(snapshot.session, hash, now)
  const { planDays: days, timeZone } = snapshot
  const isPlanKnown = days && timeZone !== null
  return { ...identityOf(snapshot, bearer, hash), ...(isPlanKnown && { isPlanOver: isPlanOver(days, timeZone, now) }) }
}

/** Returns the identity of a session, for the cookie of /storage. */
export async function identifyBySession(db: Database, sessionId: number, now: Date): Promise<Identity> {
  const snapshot = await findSnapshot(db, 'session', sessionId)
  if (snapshot.session.refreshableUntil <= now) throw new Problem('unauthenticated')
  return identityOf(snapshot, '', hashToken(''))
}

/** Returns the identity of an API key without its secret. Throws `unauthenticated` for one that has ended. */
export async function identifyKey(db: Database, keyId: number, now: Date): Promise<Identity> {
  const [session] = await db
    .select({ id: sessions.id })
    .from(sessions)
    .where(and(eq(sessions.userId, keyId), isNotNull(sessions.keyAccess)))
  if (!session) throw new Problem('unauthenticated')
  return identifyBySession(db, session.id, now)
}

/** The columns of a session that authentication reads, with every call. */
const sessionColumns = {
  id: sessions.id,
  userId: sessions.userId,
  companyId: sessions.companyId,
  actingUserId: sessions.actingUserId,
  enrolmentId: sessions.enrolmentId,
  keyAccess: sessions.keyAccess,
  ssoConnectionId: sessions.ssoConnectionId,
  onlyCompanyId: sessions.onlyCompanyId,
  hasSecondFactor: sessions.hasSecondFactor,
  tokenHash: sessions.tokenHash,
  tokenExpiresAt: sessions.tokenExpiresAt,
  previousTokenExpiresAt: sessions.previousTokenExpiresAt,
  refreshableUntil: sessions.refreshableUntil,
  reauthenticatedAt: sessions.reauthenticatedAt,
}
type IdentitySession = Pick<SessionRow, keyof typeof sessionColumns>

type AuthSnapshot = {
  session: IdentitySession
  adminSince: Date | null
  archivedAt: Date | null
  roleId: number | null
  companyId: number | null
  ownRules: OwnRule[] | null
  isTwoFactorDue: boolean
  timeZone: string | null
  hasWebhooks: boolean | null
  reach: Reach | null
  /** Only for writes. */
  planDays?: [string, string | null][]
  /** Only at a site: it and all locations below it, none where the company has no such location. */
  siteLocations?: number[] | null
}

type Named = keyof typeof sessionBy

const asked = sql.placeholder('asked')
const ofToken = or(eq(sessions.tokenHash, asked), eq(sessions.previousTokenHash, asked))
const sessionBy = {
  ...{ token: ofToken, 'token to write': ofToken, 'token at a site': ofToken },
  session: eq(sessions.id, asked),
}
const siteLocations = sql<number[] | null>`locations_below(${companies.id}, array[${sql.placeholder('site')}::int])`

/** A company may take no password, and a company's provider opens that company alone. */
const mayBeEntered = sql`(${sessions.onlyCompanyId} is null or ${sessions.onlyCompanyId} = ${companies.id})
  and (${sessions.ssoConnectionId} is not null or ${sessions.enrolmentId} is not null
    or ${sessions.keyAccess} is not null or ${sessions.actingUserId} is not null
    or ${opensByPassword(sql`${sessions.userId}`)})`

const prepareSnapshot = (by: Named) => (db: Database, name: string) =>
  db
    .select({
      session: sessionColumns,
      // Nobody administers the platform by a company's provider.
      adminSince: sql<Date | null>`case when ${sessions.onlyCompanyId} is null then ${users.adminSince} end`,
      archivedAt: users.archivedAt,
      roleId: memberships.roleId,
      companyId: companies.id,
      ownRules: ownRoles.rules,
      isTwoFactorDue: isTwoFactorDue(sessions.userId),
      timeZone: companies.timeZone,
      hasWebhooks: companies.hasWebhooks,
      reach: closedReach,
      ...(by === 'token to write' && { planDays }),
      ...(by === 'token at a site' && { siteLocations }),
    })
    .from(sessions)
    .innerJoin(users, eq(users.id, sessions.userId))
    .leftJoin(
      memberships,
      and(eq(memberships.companyId, sessions.companyId), eq(memberships.userId, sessions.userId), givesAccess),
    )
    .leftJoin(companies, and(eq(companies.id, memberships.companyId), isNull(companies.archivedAt), mayBeEntered))
    .leftJoin(ownRoles, ofMembership)
    .where(sessionBy[by])
    .prepare(name)

async function findSnapshot(
  db: Database,
  by: Named,
  value: string | number,
  site: number | null = null,
): Promise<AuthSnapshot> {
  const [found] = await preparedOn(db, `auth snapshot by ${by}`, prepareSnapshot(by)).execute({ asked: value, site })
  if (!found || found.archivedAt) throw new Problem('unauthenticated')
  return found
}

function requireFresh(session: IdentitySession, hash: string, now: Date): void {
  const expiresAt = session.tokenHash === hash ? session.tokenExpiresAt : session.previousTokenExpiresAt
  if (expiresAt && expiresAt > now) return
  throw new Problem(session.refreshableUntil > now && !session.keyAccess ? 'token_expired' : 'unauthenticated')
}

function identityOf({ session, adminSince, ...membership }: AuthSnapshot, token: string, hash: string): Identity {
  const isMember = membership.companyId !== null
  const rank = adminSince ? roles.admin : ((isMember ? membership.roleId : null) ?? roles.employee)
  const companyId = adminSince ? session.companyId : membership.companyId
  const ownRules = isMember && !adminSince ? membership.ownRules : null
  const actor = actorOf(session.userId, companyId, rank, {
    ownRules,
    reach: membership.reach,
    // A site of which nothing is seen is as if none had been named.
    site: reachAtSite(membership.reach, membership.siteLocations ?? []),
    isActing: session.actingUserId !== null,
    isKey: session.keyAccess !== null,
  })
  const isPresentToken = session.tokenHash === hash
  return {
    actor,
    // A key that provisions has this one right, and its role is given to people.
    ability: session.keyAccess === 'scim' ? buildAbility([provisionerRules], actor) : abilityOf(actor),
    session: {
      id: session.id,
      token,
      actingUserId: session.actingUserId,
      reauthenticatedAt: isPresentToken ? session.reauthenticatedAt : null,
      enrolmentId: session.enrolmentId,
      key: session.keyAccess,
      ssoConnectionId: session.ssoConnectionId,
      onlyCompanyId: session.onlyCompanyId,
      hasSecondFactor: session.hasSecondFactor,
    },
    blockedReason: isFactorMissing(membership.isTwoFactorDue, session) ? 'two_factor_required' : null,
    ...(membership.hasWebhooks !== null && { hasWebhooks: membership.hasWebhooks }),
  }
}

/** A key has no second factor, who acts has given their own, and a provider may have asked for one. */
const isFactorMissing = (isDue: boolean, { keyAccess, actingUserId, hasSecondFactor }: IdentitySession): boolean =>
  isDue && !keyAccess && actingUserId === null && !hasSecondFactor

/** Lets <img> and links read /storage, where no Authorization header is sent. It opens nothing else. */
export const storageCookie = 'tend_storage'

/** The cookie for a session, or what clears it. */
export const storageCookieFor = (serverKey: Buffer, sessionId: number | null): Cookie => ({
  value: sessionId === null ? null : storageCookieValue(serverKey, sessionId),
  path: '/storage',
  days: 30,
})

export const storageCookieValue = (serverKey: Buffer, sessionId: number) =>
  `${sessionId}.${derive(serverKey, storageCookie, sessionId)}`

/** The session that a cookie speaks for, or null for one that we did not make. */
export function sessionOfCookie(serverKey: Buffer, cookie: string | undefined): number | null {
  const [id] = cookie?.split('.') ?? []
  const sessionId = Number(id)
  if (!cookie || !Number.isInteger(sessionId)) return null
  return sameSecret(cookie, storageCookieValue(serverKey, sessionId)) ? sessionId : null
}
