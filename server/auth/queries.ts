import { and, desc, eq, gt, isNull, or, sql } from 'drizzle-orm'
import { abilityOf } from '#shared/ability.ts'
import { actorOf } from '#shared/lib/actor.ts'
import { Problem } from '#shared/lib/problem.ts'
import { roles } from '#shared/lib/roles.ts'
import type { OwnRule } from '#shared/lib/rules.ts'
import { actionLinks } from '../actions/table.ts'
import { findPlace, isAtWork, ofMembership } from '../companies/queries.ts'
import { companies, memberships } from '../companies/table.ts'
import type { Context } from '../lib/context.ts'
import type { Database } from '../lib/db/pools.ts'
import { preparedOn } from '../lib/db/prepared.ts'
import type { Identity } from '../lib/security/identity.ts'
import { hashToken } from '../lib/security/secrets.ts'
import { isPlanOver, planDays } from '../plans/queries.ts'
import { roles as ownRoles } from '../roles/table.ts'
import { isTwoFactorDue } from '../two-factor/queries.ts'
import { credentials, users } from '../users/table.ts'
import { sessions } from './table.ts'

export type SessionRow = typeof sessions.$inferSelect

/** The session of a token, the one before the last refresh included for its last minute. */
export async function findSession(db: Database, token: string): Promise<SessionRow | undefined> {
  const hash = hashToken(token)
  const [session] = await db
    .select()
    .from(sessions)
    .where(or(eq(sessions.tokenHash, hash), eq(sessions.previousTokenHash, hash)))
  return session
}

/**
 * Who a token belongs to, with the role in the company that the session works in. Whoever is about to write is asked for with the plan of
 * the company, in the same statement.
 */
export async function identifyByToken(
  db: Database,
  bearer: string | null,
  now: Date,
  { toWrite = false } = {},
): Promise<Identity> {
  if (!bearer) throw new Problem('unauthenticated')
  const hash = hashToken(bearer)
  return identityAt(await findStanding(db, toWrite ? 'token to write' : 'token', hash), bearer, hash, now)
}

/** What is true of a standing now: tokens and plans end by the clock. */
function identityAt(standing: Standing, bearer: string, hash: string, now: Date): Identity {
  requireFresh(standing.session, hash, now)
  const { planDays: days, timeZone } = standing
  const isPlanKnown = days && timeZone !== null
  return { ...identityOf(standing, bearer, hash), ...(isPlanKnown && { isPlanOver: isPlanOver(days, timeZone, now) }) }
}

/** Who a session belongs to; for the cookie of /storage. */
export async function identifyBySession(db: Database, sessionId: number, now: Date): Promise<Identity> {
  const standing = await findStanding(db, 'session', sessionId)
  if (standing.session.refreshableUntil <= now) throw new Problem('unauthenticated')
  return identityOf(standing, '', hashToken(''))
}

/** As much of a session as it takes to know who asks: it is read with every call. */
const asking = {
  id: sessions.id,
  userId: sessions.userId,
  companyId: sessions.companyId,
  actingUserId: sessions.actingUserId,
  enrolmentId: sessions.enrolmentId,
  tokenHash: sessions.tokenHash,
  tokenExpiresAt: sessions.tokenExpiresAt,
  previousTokenExpiresAt: sessions.previousTokenExpiresAt,
  refreshableUntil: sessions.refreshableUntil,
  reauthenticatedAt: sessions.reauthenticatedAt,
}
type AskingSession = Pick<SessionRow, keyof typeof asking>

type Standing = {
  session: AskingSession
  adminSince: Date | null
  archivedAt: Date | null
  roleId: number | null
  companyId: number | null
  ownRules: OwnRule[] | null
  isTwoFactorDue: boolean
  timeZone: string | null
  /** Of those who are about to write alone. */
  planDays?: [string, string | null][]
}

type Named = keyof typeof sessionBy

const asked = sql.placeholder('asked')
const ofToken = or(eq(sessions.tokenHash, asked), eq(sessions.previousTokenHash, asked))
const sessionBy = { token: ofToken, 'token to write': ofToken, session: eq(sessions.id, asked) }

const prepareStanding = (by: Named) => (db: Database, name: string) =>
  db
    .select({
      session: asking,
      adminSince: users.adminSince,
      archivedAt: users.archivedAt,
      roleId: memberships.roleId,
      companyId: companies.id,
      ownRules: ownRoles.rules,
      isTwoFactorDue: isTwoFactorDue(sessions.userId),
      timeZone: companies.timeZone,
      ...(by === 'token to write' && { planDays }),
    })
    .from(sessions)
    .innerJoin(users, eq(users.id, sessions.userId))
    .leftJoin(
      memberships,
      and(eq(memberships.companyId, sessions.companyId), eq(memberships.userId, sessions.userId), isAtWork),
    )
    .leftJoin(companies, and(eq(companies.id, memberships.companyId), isNull(companies.archivedAt)))
    .leftJoin(ownRoles, ofMembership)
    .where(sessionBy[by])
    .prepare(name)

async function findStanding(db: Database, by: Named, value: string | number): Promise<Standing> {
  const [found] = await preparedOn(db, `standing by ${by}`, prepareStanding(by)).execute({ asked: value })
  if (!found || found.archivedAt) throw new Problem('unauthenticated')
  return found
}

function requireFresh(session: AskingSession, hash: string, now: Date): void {
  const expiresAt = session.tokenHash === hash ? session.tokenExpiresAt : session.previousTokenExpiresAt
  if (expiresAt && expiresAt > now) return
  throw new Problem(session.refreshableUntil > now ? 'token_expired' : 'unauthenticated')
}

function identityOf({ session, adminSince, ...place }: Standing, token: string, hash: string): Identity {
  const isMember = place.companyId !== null
  const rank = adminSince ? roles.admin : ((isMember ? place.roleId : null) ?? roles.employee)
  const companyId = adminSince ? session.companyId : place.companyId
  const ownRules = isMember && !adminSince ? place.ownRules : null
  const actor = actorOf(session.userId, companyId, rank, session.actingUserId !== null, ownRules)
  const isPresentToken = session.tokenHash === hash
  return {
    actor,
    ability: abilityOf(actor),
    session: {
      id: session.id,
      token,
      actingUserId: session.actingUserId,
      reauthenticatedAt: isPresentToken ? session.reauthenticatedAt : null,
      enrolmentId: session.enrolmentId,
    },
    held: place.isTwoFactorDue && session.actingUserId === null ? 'two_factor_required' : null,
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

/** The company in which somebody worked last, or any of theirs: where a new session begins. */
export async function findStartCompany(db: Database, userId: number): Promise<number | null> {
  const [last] = await db
    .select({ companyId: memberships.companyId })
    .from(memberships)
    .innerJoin(companies, and(eq(companies.id, memberships.companyId), isNull(companies.archivedAt)))
    .leftJoin(sessions, and(eq(sessions.userId, userId), eq(sessions.companyId, memberships.companyId)))
    .where(and(eq(memberships.userId, userId), isAtWork))
    .orderBy(sql`${sessions.lastSeenAt} desc nulls last`, desc(memberships.joinedAt))
    .limit(1)
  return last?.companyId ?? null
}

/** Whether somebody can work in the company: a member who is not frozen, of a company that is not archived. */
export const isMember = async (db: Database, userId: number, companyId: number): Promise<boolean> =>
  (await findPlace(db, userId, companyId)) !== undefined

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
