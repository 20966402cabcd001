/** Sessions end where the provider's session ends: here by its logout tokens, and there by the browser. */
import { and, eq, inArray, isNull, or } from 'drizzle-orm'
import { Problem } from '#shared/lib/problem.ts'
import type { Context } from '../../lib/context.ts'
import { hashToken } from '../../lib/security/secrets.ts'
import { endSessions } from '../sessions.ts'
import { sessions } from '../sessionTable.ts'
import { ssoLinks, ssoProofs } from '../ssoTable.ts'
import { type Connection, logoutTokenSeconds, readLogoutToken, signOutAddress } from './provider.ts'
import { accessConnection, findConnectionById } from './ssoQueries.ts'

export type LoggedOut = Awaited<ReturnType<typeof readLogoutToken>> & { connection: Connection }

/** Checks a logout token, with no connection held. Throws 400 for one that is not the provider's or too old. */
export async function checkLogoutToken(ctx: Context, key: string, token: string): Promise<LoggedOut> {
  const connection = await accessConnection(ctx.db, key)
  return { connection, ...(await readLogoutToken(ctx.services, connection, token)) }
}

/** Ends the sessions that a logout token names; one that came before is refused. */
export async function endNamed(ctx: Context, { connection, subject, session, jti }: LoggedOut): Promise<null> {
  const [taken] = await ctx.db
    .insert(ssoProofs)
    .values({
      ...{ connectionId: connection.id, kind: 'logout', tokenHash: hashToken(jti) },
      expiresAt: new Date(ctx.now.getTime() + 2 * logoutTokenSeconds * 1000),
    })
    .onConflictDoNothing()
    .returning({ id: ssoProofs.id })
  if (!taken) throw new Problem('malformed')
  // A provider that names its session to us names it in the ID token too; otherwise all of the person's end.
  const named = session === null ? undefined : eq(sessions.ssoSessionId, session)
  const people = ctx.db
    .select({ id: ssoLinks.userId })
    .from(ssoLinks)
    .where(and(eq(ssoLinks.connectionId, connection.id), eq(ssoLinks.subject, subject ?? '')))
  const ofPerson = subject === null ? undefined : inArray(sessions.userId, people)
  const isMeant = ofPerson ? and(ofPerson, named && or(named, isNull(sessions.ssoSessionId))) : named
  const found = await ctx.db
    .select({ id: sessions.id })
    .from(sessions)
    .where(and(eq(sessions.ssoConnectionId, connection.id), isMeant))
  await endSessions(
    ctx,
    found.map(({ id }) => id),
  )
  return null
}

/** Where the browser goes after signing out here, so that the provider's session ends too; null where it stays. */
export async function signOutAddressOf(ctx: Context): Promise<string | null> {
  const id = ctx.session?.ssoConnectionId
  const connection = id ? await findConnectionById(ctx.db, id) : undefined
  if (!connection?.endsThere) return null
  // A provider that is down keeps nobody from signing out here.
  return signOutAddress(ctx.services, connection, ctx.services.address('/auth/login')).catch(error => {
    if (error instanceof Problem) return null
    throw error
  })
}
