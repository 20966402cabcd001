/**
 * Signing in at a provider (OpenID Connect, authorization code with PKCE). The browser that begins keeps a cookie; what
 * the answer is checked with is derived from it, so that another browser's answer, or an old one, opens nothing.
 */
import { and, eq, gt, lt } from 'drizzle-orm'
import { Problem } from '#shared/lib/problem.ts'
import type { Context } from '../../lib/context.ts'
import { networkOf } from '../../lib/network/network.ts'
import type { Limit } from '../../lib/security/limits.ts'
import { derive, hashToken, randomToken } from '../../lib/security/secrets.ts'
import { newSessionToken } from '../../lib/security/sessionToken.ts'
import { countTries } from '../../lib/security/tries.ts'
import { findSession } from '../identity.ts'
import { findFactors, hasTwoFactor, presentCurrentUser } from '../queries.ts'
import { replaceToken, signIn } from '../sessions.ts'
import { challenge, checkLogin, countOwnCode, rememberDevice } from '../signIn.ts'
import { type PendingLink, ssoLinks, ssoProofs } from '../ssoTable.ts'
import { takeCode } from '../twoFactor.ts'
import { findOrMakeAccount, hasSecondFactor, linkAccount, takePlace } from './people.ts'
import { type Claims, type Connection, claimsOf, signInAddress } from './provider.ts'
import { accessConnection, findConnectionById, keyOfConnection, redirectAddress } from './ssoQueries.ts'

const cookie = 'tend_sso'
const proofMs = 600_000

/** Sign-ins at providers that one network begins or finishes; a farm's people share one. */
export const ssoTries: Limit = { name: 'single sign-on', tries: 300, seconds: 300 }
/** Logout tokens of one network, wrong ones included. */
export const logoutTries: Limit = { name: 'logout tokens', tries: 600, seconds: 300 }

/** Counts a call of the sign-in's way. Throws 429 after 300 of a network in five minutes. */
export const countSso = (ctx: Context, limit = ssoTries) => countTries(ctx, [limit, networkOf(ctx.ip)])

type Begun = { address: string; state: string; browser: string; connection: Connection }

/** The address at the provider, before anything is written. Throws 404, and `sso_unreachable`. */
export async function prepareStart(ctx: Context, connection: Connection, again = false): Promise<Begun> {
  await countSso(ctx)
  const browser = ctx.requestCookies[cookie] || randomToken()
  const state = randomToken()
  const address = await signInAddress(ctx.services, connection, secretsOf(ctx, connection, state, browser), {
    again,
    locale: ctx.locale,
  })
  return { address, state, browser, connection }
}

function secretsOf(ctx: Context, connection: Connection, state: string, browser: string) {
  const from = (purpose: string) => derive(ctx.services.serverKey, `sso ${purpose}`, state, browser)
  const redirect = redirectAddress(ctx, keyOfConnection(connection))
  return { state, nonce: from('nonce'), verifier: from('verifier'), redirect }
}

/** Begins a sign-in, or confirms who uses this session. */
export async function start(ctx: Context, { address, state, browser, connection }: Begun, again?: Again) {
  ctx.cookies.set(cookie, { value: browser, path: '/api/auth/sso', days: 1 })
  await ctx.db.delete(ssoProofs).where(lt(ssoProofs.expiresAt, ctx.now))
  await ctx.db.insert(ssoProofs).values({
    ...{ connectionId: connection.id, kind: 'sign_in', tokenHash: hashToken(state), browserHash: hashToken(browser) },
    ...{ ...again, expiresAt: new Date(ctx.now.getTime() + proofMs) },
  })
  return { address }
}

type Again = { userId: number; sessionId: number }
type Proof = typeof ssoProofs.$inferSelect

/** What a provider answered, checked. */
export type Answered = { connection: Connection; proof: Proof; claims: Claims; issuer: string }

/** Exchanges an answer, with no connection held. Throws `link_expired` for one that this browser did not begin. */
export async function prepareFinish(ctx: Context, key: string, answer: string): Promise<Answered> {
  await countSso(ctx)
  const connection = await accessConnection(ctx.db, key)
  const state = new URLSearchParams(answer).get('state')
  const browser = ctx.requestCookies[cookie]
  if (!state || !browser) throw new Problem('link_expired')
  const [proof] = await ctx.db
    .select()
    .from(ssoProofs)
    .where(isOpen(ctx, connection, 'sign_in', state))
  if (!proof || proof.browserHash !== hashToken(browser)) throw new Problem('link_expired')
  const secrets = secretsOf(ctx, connection, state, browser)
  const claims = await claimsOf(ctx.services, connection, secrets, answer, { again: proof.sessionId !== null })
  return { connection, proof, claims, issuer: String(claims.iss) }
}

const isOpen = (ctx: Context, { id }: Pick<Connection, 'id'>, kind: Proof['kind'], token: string) =>
  and(
    eq(ssoProofs.connectionId, id),
    eq(ssoProofs.kind, kind),
    eq(ssoProofs.tokenHash, hashToken(token)),
    gt(ssoProofs.expiresAt, ctx.now),
  )

/** Takes a proof, which is good once. Throws `link_expired`. */
async function take(ctx: Context, { id }: Proof): Promise<void> {
  const [taken] = await ctx.db.delete(ssoProofs).where(eq(ssoProofs.id, id)).returning({ id: ssoProofs.id })
  if (!taken) throw new Problem('link_expired')
}

/** Signs in, begins the second factor, asks for a password once, or renews a session. */
export async function finish(ctx: Context, { connection, proof, claims, issuer }: Answered) {
  await take(ctx, proof)
  if (proof.sessionId !== null) return confirmSession(ctx, connection, proof, claims, issuer)
  const found = await findOrMakeAccount(ctx, connection, issuer, claims)
  if ('toLink' in found) {
    const { userId, email } = found.toLink
    const names = [connection.joinClaim, connection.roleClaim]
    const said = Object.fromEntries(Object.entries(claims).filter(([name]) => names.includes(name)))
    const link = { issuer, subject: claims.sub, email, sid: claims.sid, claims: said }
    return { link: { token: await askForPassword(ctx, connection, userId, link), email, name: connection.name } }
  }
  await takePlace(ctx, connection, found.userId, claims)
  const sso = sessionOfProvider(connection, claims.sid, hasSecondFactor(connection, claims))
  const factors = sso.hasSecondFactor ? [] : await findFactors(ctx.db, found.userId)
  if (factors.length > 0) return { two_factor: await challenge(ctx, found.userId, sso), factors }
  return enter(ctx, connection, found.userId, sso)
}

const sessionOfProvider = (connection: Connection, sessionId: string | null, hasFactor: boolean) => ({
  ...{ connectionId: connection.id, companyId: connection.companyId, sessionId, hasSecondFactor: hasFactor },
})

const enter = async (
  ctx: Context,
  { companyId }: Connection,
  userId: number,
  sso: ReturnType<typeof sessionOfProvider>,
) =>
  signIn(ctx, userId, {
    ...{ sso, knownDeviceId: await rememberDevice(ctx, userId) },
    ...(companyId !== null && { companyId }),
  })

async function askForPassword(ctx: Context, { id }: Connection, userId: number, link: PendingLink): Promise<string> {
  const token = randomToken()
  await ctx.db.insert(ssoProofs).values({
    ...{ connectionId: id, kind: 'link', tokenHash: hashToken(token), userId, link },
    expiresAt: new Date(ctx.now.getTime() + proofMs),
  })
  return token
}

type Password = { token: string; password: string; code?: string | undefined }
type CheckedLink = { proof: Proof; connection: Connection; needsCode: boolean }

/** Checks the password of the account that is to be linked, and counts its code. Throws as signing in does. */
export async function prepareLink(ctx: Context, { token, password, code }: Password): Promise<CheckedLink> {
  const [proof] = await ctx.db
    .select()
    .from(ssoProofs)
    .where(and(eq(ssoProofs.kind, 'link'), eq(ssoProofs.tokenHash, hashToken(token)), gt(ssoProofs.expiresAt, ctx.now)))
  const connection = proof && (await findConnectionById(ctx.db, proof.connectionId))
  if (!proof?.link || !proof.userId || !connection) throw new Problem('link_expired')
  const login = await checkLogin(ctx, proof.link.email, password)
  if (login.id !== proof.userId) throw new Problem('link_expired')
  const needsCode = await hasTwoFactor(ctx.db, login.id)
  if (needsCode && code !== undefined) await countOwnCode(ctx, login.id)
  return { proof, connection, needsCode }
}

/** Links the account whose password was right, and signs in. Its own second factor is asked for in any case. */
export async function link(ctx: Context, { code }: Password, { proof, connection, needsCode }: CheckedLink) {
  const { userId, link: said } = proof
  if (!userId || !said) throw new Problem('link_expired')
  if (needsCode) {
    if (code === undefined) return { code_required: true as const }
    if (!(await takeCode(ctx, userId, code))) throw new Problem('wrong_code')
  }
  await take(ctx, proof)
  await linkAccount(ctx, connection, userId, said)
  await takePlace(ctx, connection, userId, { ...said.claims, sub: said.subject, sid: said.sid })
  return enter(ctx, connection, userId, sessionOfProvider(connection, said.sid, needsCode))
}

/** Gives the session that asked a token which may do dangerous things for ten minutes. */
async function confirmSession(ctx: Context, connection: Connection, proof: Proof, claims: Claims, issuer: string) {
  const session = ctx.bearer ? await findSession(ctx.db, ctx.bearer) : undefined
  const [found] = await ctx.db
    .select({ userId: ssoLinks.userId })
    .from(ssoLinks)
    .where(and(eq(ssoLinks.connectionId, connection.id), eq(ssoLinks.issuer, issuer), eq(ssoLinks.subject, claims.sub)))
  if (!session || session.id !== proof.sessionId || !found || found.userId !== session.userId)
    throw new Problem('sso_refused')
  const token = newSessionToken(ctx.services.serverKey, session.userId)
  await replaceToken(ctx, session, token, { reauthenticatedAt: ctx.now })
  return { user: await presentCurrentUser(ctx, session.userId, session.companyId, null, session.id), token }
}
