/** Which provider speaks for whom: its connection, its domains, and whether passwords are switched off for it. */
import { and, eq, isNotNull, isNull, ne, type SQL, sql } from 'drizzle-orm'
import type { SsoChoice } from '#shared/accounts/sso.ts'
import { Problem } from '#shared/lib/problem.ts'
import { companies, isManagerIn, memberships } from '../../companies/table.ts'
import type { Context } from '../../lib/context.ts'
import type { Database } from '../../lib/db/pools.ts'
import { ssoConnections, ssoDomains } from '../ssoTable.ts'
import { credentials, users } from '../table.ts'
import type { Connection } from './provider.ts'

/** The last part of a redirect address: a provider of its own for each company, so that no other answers for it. */
export const keyOfConnection = ({ companyId }: Pick<Connection, 'companyId'>): string =>
  companyId === null ? 'platform' : `company-${companyId}`

/** Where a provider sends people back. */
export const redirectAddress = ({ services }: Pick<Context, 'services'>, key: string): string =>
  services.address(`/auth/sso/${key}`)

const ofKey = (key: string): SQL =>
  key === 'platform'
    ? isNull(ssoConnections.companyId)
    : eq(ssoConnections.companyId, Number(key.slice('company-'.length)))

/** The connection of a company that is not archived, or of the platform. */
async function findConnection(db: Database, where: SQL): Promise<Connection | undefined> {
  const [found] = await db
    .select({ connection: ssoConnections })
    .from(ssoConnections)
    .leftJoin(companies, eq(companies.id, ssoConnections.companyId))
    .where(and(where, isNull(companies.archivedAt)))
  return found?.connection
}

/** The connection of a key. Throws 404. */
export async function accessConnection(db: Database, key: string): Promise<Connection> {
  const found = await findConnection(db, ofKey(key))
  if (!found) throw new Problem('not_found')
  return found
}

/** The connection with this number, while there is one. */
export const findConnectionById = (db: Database, id: number) => findConnection(db, eq(ssoConnections.id, id))

/** The connection of a company, or for null of the platform. */
export const findConnectionOf = (db: Database, companyId: number | null) =>
  findConnection(db, companyId === null ? isNull(ssoConnections.companyId) : eq(ssoConnections.companyId, companyId))

/** The provider of the platform, as the sign-in page offers it. */
export async function platformChoice(db: Database): Promise<SsoChoice | null> {
  const found = await findConnection(db, isNull(ssoConnections.companyId))
  return found ? { key: 'platform', name: found.name } : null
}

/** Whether a company has a provider of its own, so that the sign-in page asks for the address first. */
export async function hasDomains(db: Database): Promise<boolean> {
  const found = await db
    .select({ id: ssoDomains.id })
    .from(ssoDomains)
    .where(isNotNull(ssoDomains.confirmedAt))
    .limit(1)
  return found.length > 0
}

/** The domain of an address, in small letters. */
export const domainOf = (email: string): string => email.slice(email.lastIndexOf('@') + 1).toLowerCase()

/** The provider that speaks for an address, by its domain alone. */
export async function choiceFor(db: Database, email: string): Promise<SsoChoice | null> {
  const [found] = await db
    .select({ companyId: ssoConnections.companyId, name: ssoConnections.name })
    .from(ssoDomains)
    .innerJoin(ssoConnections, eq(ssoConnections.id, ssoDomains.connectionId))
    .innerJoin(companies, and(eq(companies.id, ssoConnections.companyId), isNull(companies.archivedAt)))
    .where(and(eq(ssoDomains.domain, domainOf(email)), isNotNull(ssoDomains.confirmedAt)))
  return found ? { key: keyOfConnection(found), name: found.name } : null
}

/** Whether a connection may speak for an address: the platform's for each, a company's in its confirmed domains. */
export async function speaksFor(db: Database, connection: Connection, email: string): Promise<boolean> {
  if (connection.companyId === null) return true
  const found = await db
    .select({ id: ssoDomains.id })
    .from(ssoDomains)
    .where(
      and(
        eq(ssoDomains.connectionId, connection.id),
        eq(ssoDomains.domain, domainOf(email)),
        isNotNull(ssoDomains.confirmedAt),
      ),
    )
  return found.length > 0
}

/**
 * Condition of a row of `sso_connections`: passwords are off. They are on again by themselves when nobody is left who
 * may use one, so that no change of people locks everybody out.
 */
export const isPasswordOff: SQL<boolean> = sql<boolean>`(${ssoConnections.passwordOffAt} is not null and exists (
  select from ${users} keeper join ${credentials} on ${credentials.userId} = keeper.id
  where keeper.id = ${ssoConnections.breakGlassUserId} and keeper.archived_at is null
    and case when ${ssoConnections.companyId} is null then keeper.admin_since is not null
      else exists (select from ${memberships} where ${memberships.userId} = keeper.id
        and ${memberships.companyId} = ${ssoConnections.companyId} and ${memberships.endedAt} is null
        and ${memberships.frozenAt} is null and ${memberships.reachLocations} is null
        and ${isManagerIn(memberships.roleId)}) end))`

/** Whether somebody's password signs in to this tend at all. */
export async function isPasswordRefused(db: Database, userId: number | null): Promise<boolean> {
  const [found] = await db
    .select({ keeper: ssoConnections.breakGlassUserId })
    .from(ssoConnections)
    .where(and(isNull(ssoConnections.companyId), isPasswordOff))
  return found !== undefined && found.keeper !== userId
}

/** Condition on a company of `memberships`: it lets somebody in who gave a password. Guests have none to give. */
export const opensByPassword = (userId: SQL | number): SQL => sql`(not exists (select from ${ssoConnections}
  where ${ssoConnections.companyId} = ${memberships.companyId} and ${isPasswordOff}
    and ${ssoConnections.breakGlassUserId} is distinct from ${userId})
  or exists (select from ${users} guest where guest.id = ${userId} and guest.guest_until is not null))`

type Entering = Pick<Context, 'db' | 'actor' | 'session'>

/** Whether a session began by a password: not by a provider, on a worker's phone, by a key or for an administrator. */
export const isByPassword = ({ session }: Pick<Context, 'session'>): boolean =>
  session !== null &&
  session.ssoConnectionId === null &&
  session.enrolmentId === null &&
  session.key === null &&
  session.actingUserId === null

/**
 * Throws 404 for another company than that of the provider by which the session began, and `sso_required` where the
 * company takes no password.
 */
export async function requireMayEnter({ db, actor, session }: Entering, companyId: number): Promise<void> {
  requireOnly({ session }, companyId)
  if (actor.isAdmin || !isByPassword({ session })) return
  const [open] = await db
    .select({ id: memberships.userId })
    .from(memberships)
    .where(and(eq(memberships.companyId, companyId), eq(memberships.userId, actor.id), opensByPassword(actor.id)))
  if (!open) throw new Problem('sso_required')
}

/**
 * In a session of a company's provider: throws 404 for another company, as if there were none, and `sso_session` for a
 * new one.
 */
export function requireOnly({ session }: Pick<Context, 'session'>, companyId: number | null): void {
  if (!session?.onlyCompanyId || session.onlyCompanyId === companyId) return
  throw new Problem(companyId === null ? 'sso_session' : 'not_found')
}

/** Condition on `memberships`: the session of a call may enter the company. */
export const mayEnter = ({ actor, session }: Pick<Context, 'actor' | 'session'>): SQL | undefined =>
  and(
    session?.onlyCompanyId ? eq(memberships.companyId, session.onlyCompanyId) : undefined,
    isByPassword({ session }) ? opensByPassword(actor.id) : undefined,
  )

/**
 * Throws `sso_session` in a session of a company's provider, for another way into the account: an address, a passkey.
 * Who runs the provider could otherwise keep it for the day on which the person works elsewhere too.
 */
export function refuseInSsoOfCompany({ session }: Pick<Context, 'session'>): void {
  if (session?.onlyCompanyId) throw new Problem('sso_session')
}

/**
 * Throws `sso_session` where a session of a company's provider would change the account of somebody who works in other
 * companies too: who runs that provider could otherwise reach these.
 */
export async function requireWholeAccount({ db, actor, session }: Entering): Promise<void> {
  if (!session?.onlyCompanyId) return
  const elsewhere = await db
    .select({ id: memberships.companyId })
    .from(memberships)
    .where(
      and(
        eq(memberships.userId, actor.id),
        ne(memberships.companyId, session.onlyCompanyId),
        isNull(memberships.endedAt),
      ),
    )
    .limit(1)
  if (elsewhere.length > 0) throw new Problem('sso_session')
}
