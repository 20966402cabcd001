/** Signing in with address and password, and the second factor where there is one. */
import { and, count, eq, gt, lt } from 'drizzle-orm'
import { actorOf } from '#shared/lib/actor.ts'
import { Problem } from '#shared/lib/problem.ts'
import { audit } from '../audit/commands.ts'
import type { ActionKind, Context } from '../lib/context.ts'
import { noTenant, withDatabase } from '../lib/db/pools.ts'
import { networkOf } from '../lib/network/network.ts'
import type { Limit } from '../lib/security/limits.ts'
import { isRight } from '../lib/security/passwordHash.ts'
import { hashToken, randomToken } from '../lib/security/secrets.ts'
import { areTriesLeft, countTries, giveBackAfterCommit, giveBackTries, type Try } from '../lib/security/tries.ts'
import { onOwnConnection } from '../lib/unitOfWork.ts'
import { notify, notifyAddress } from '../notifications/commands.ts'
import { aboutAccount, letInMail, newDeviceMail } from './mails.ts'
import { findFactors, findLogin, findStartCompany } from './queries.ts'
import { type SsoSession, signIn } from './sessions.ts'
import { knownDevices, loginChallenges } from './sessionTable.ts'
import { findConnectionById, isPasswordRefused } from './sso/ssoQueries.ts'
import { users } from './table.ts'
import { takeCode } from './twoFactor.ts'

const challengeLife = 5 * 60_000

type Login = NonNullable<Awaited<ReturnType<typeof findLogin>>>

/**
 * Finds whose address and password these are, with no connection held. Throws `wrong_credentials`, the same for an
 * unknown address and a wrong password, and 429 after ten of them.
 */
export async function checkLogin(ctx: Context, email: string, password: string): Promise<Login> {
  const login = await findLogin(ctx.db, email)
  const device = await findKnownDevice(ctx, login?.id ?? 0)
  const tries = signInTries(ctx, email, device)
  await countOrMailLetIn(ctx, email, tries)
  const matches = await isRight(ctx, login?.passwordHash ?? null, password)
  if (!login || !matches) {
    ctx.afterRollback.push(() => noteRefusal(ctx, login?.id ?? null))
    throw new Problem('wrong_credentials')
  }
  await giveBackTries(ctx, ...tries)
  return login
}

/**
 * Signs in with a checked password, or begins the second factor. Throws `wrong_credentials` where it was changed since.
 */
export async function signInWithPassword(ctx: Context, email: string, checked: Login) {
  const login = await findLogin(ctx.db, email)
  if (login?.id !== checked.id || login.passwordHash !== checked.passwordHash) throw new Problem('wrong_credentials')
  await requirePasswordOpens(ctx, login.id)
  const factors = await findFactors(ctx.db, login.id)
  if (factors.length > 0) return { two_factor: await challenge(ctx, login.id), factors }
  return signIn(ctx, login.id, { knownDeviceId: await rememberDevice(ctx, login.id) })
}

/** Throws `sso_required` where passwords are switched off for the platform, or for each company of the person. */
async function requirePasswordOpens({ db }: Context, userId: number): Promise<void> {
  if (await isPasswordRefused(db, userId)) throw new Problem('sso_required')
  if ((await findStartCompany(db, userId, { isByPassword: true })) !== null) return
  const [user] = await db.select({ adminSince: users.adminSince }).from(users).where(eq(users.id, userId))
  if (!user?.adminSince && (await findStartCompany(db, userId)) !== null) throw new Problem('sso_required')
}

/** Creates a challenge after a correct password or a provider's answer, which the second factor completes. */
export async function challenge(ctx: Context, userId: number, sso?: SsoSession): Promise<string> {
  const token = randomToken()
  await ctx.db.delete(loginChallenges).where(lt(loginChallenges.expiresAt, ctx.now))
  const expiresAt = new Date(ctx.now.getTime() + challengeLife)
  const began = sso && { ssoConnectionId: sso.connectionId, ssoSessionId: sso.sessionId }
  await ctx.db.insert(loginChallenges).values({ userId, tokenHash: hashToken(token), expiresAt, ...began })
  return token
}

const challengeOf = (ctx: Context, token: string) =>
  and(eq(loginChallenges.tokenHash, hashToken(token)), gt(loginChallenges.expiresAt, ctx.now))

/** Whose password was right. Throws `link_expired` for a challenge that is over. */
export async function findChallenged(ctx: Context, token: string): Promise<number> {
  const [found] = await ctx.db
    .select({ userId: loginChallenges.userId })
    .from(loginChallenges)
    .where(challengeOf(ctx, token))
  if (!found) throw new Problem('link_expired')
  return found.userId
}

/** Whose challenge it was, and the provider by which it began, where it was no password. */
type Challenged = { userId: number; ssoConnectionId: number | null; ssoSessionId: string | null }

/** Uses a challenge up. It comes back with a rollback. Throws `link_expired` for one that is over. */
export async function takeLoginChallenge(ctx: Context, token: string): Promise<Challenged> {
  const [found] = await ctx.db.delete(loginChallenges).where(challengeOf(ctx, token)).returning()
  if (!found) throw new Problem('link_expired')
  return found
}

/** Begins the session of somebody whose second factor was right. Throws `sso_required` where no password may. */
export async function signInAfter(ctx: Context, { userId, ssoConnectionId, ssoSessionId }: Challenged) {
  if (ssoConnectionId === null) {
    await requirePasswordOpens(ctx, userId)
    return signIn(ctx, userId, { knownDeviceId: await rememberDevice(ctx, userId) })
  }
  const connection = await findConnectionById(ctx.db, ssoConnectionId)
  if (!connection) throw new Problem('link_expired')
  const { id: connectionId, companyId } = connection
  return signIn(ctx, userId, {
    knownDeviceId: await rememberDevice(ctx, userId),
    sso: { connectionId, companyId, sessionId: ssoSessionId, hasSecondFactor: true },
    ...(companyId !== null && { companyId }),
  })
}

/**
 * Counts a try at the second factor of a challenge. Throws `link_expired`, and 429 after ten wrong codes in five
 * minutes.
 */
export async function countCode(ctx: Context, token: string): Promise<void> {
  await countTries(ctx, ownTries('code', await findChallenged(ctx, token)))
}

/** Counts a code of somebody whose password was right. Throws 429 after ten wrong ones in five minutes. */
export async function countOwnCode(ctx: Context, userId: number): Promise<void> {
  const tried = ownTries('code', userId)
  await countTries(ctx, tried)
  giveBackAfterCommit(ctx, tried)
}

/** Completes a sign-in whose code was counted. Throws `link_expired` for a challenge that is over, and `wrong_code`. */
export async function signInWithCode(ctx: Context, token: string, code: string) {
  const began = await takeLoginChallenge(ctx, token)
  if (!(await takeCode(ctx, began.userId, code))) {
    // The challenge itself comes back with the rollback: the person types the code again.
    ctx.afterRollback.push(() => noteRefusal(ctx, began.userId))
    throw new Problem('wrong_code')
  }
  giveBackAfterCommit(ctx, ownTries('code', began.userId))
  return signInAfter(ctx, began)
}

/**
 * On a connection of its own, because the request's is rolled back; for unknown addresses too, so that it takes as
 * long.
 */
const noteRefusal = (ctx: Context, userId: number | null): Promise<void> =>
  onOwnConnection(ctx, async own => {
    const companyId = await findStartCompany(own.db, userId ?? 0)
    const nobody = { ...own, actor: actorOf(0, null, Number.MAX_SAFE_INTEGER), session: null }
    await audit(nobody, 'session.refused', { type: 'User', id: userId, companyId })
  })

// Unknown devices must wait after too many wrong passwords, including a new device of the owner. A mail brings the
// owner a single-use link that makes their browser a known device; it signs nobody in.

/** Counts a try at signing in. After too many it mails the owner of the address, once an hour, and throws. */
async function countOrMailLetIn(ctx: Context, email: string, tries: Try[]): Promise<void> {
  try {
    await countTries(ctx, ...tries)
  } catch (error) {
    if (error instanceof Problem && (await areTriesLeft(ctx, [mailTries.letIn, email])))
      // The delivery finds out who has the address.
      await withDatabase(ctx.services.pools.platform, noTenant, true, db =>
        notifyAddress(aboutAccount({ ...ctx, db }), letInMail, { email: email.toLowerCase() }),
      )
    // Said to everybody, whether the address is anybody's or not.
    if (error instanceof Problem)
      throw new Problem(error.code, { retryAfter: error.retryAfter ?? 60, text: 'locked_out' })
    throw error
  }
}

export const letIn: ActionKind = {
  name: 'let_in',
  isSingle: true,
  describe: () => ({}),
  perform: async (ctx, { userId }) => {
    await rememberDevice(ctx, userId)
    await audit(ctx, 'account.let_in', { type: 'User', id: userId, companyId: null })
  },
}

// Known devices: a browser has one random cookie, whose hash is stored for each person who signed in there. Guessers
// without it share ten tries, while known devices have their own (OWASP's device cookies).

const deviceCookie = 'tend_device'
/** The longest life of a cookie in browsers. */
const days = 400

/** The device's id, if this person signed in on it before. */
async function findKnownDevice(ctx: Context, userId: number): Promise<number | null> {
  const token = ctx.requestCookies[deviceCookie]
  if (!token) return null
  const [device] = await ctx.db
    .select({ id: knownDevices.id })
    .from(knownDevices)
    .where(and(eq(knownDevices.userId, userId), eq(knownDevices.tokenHash, hashToken(token))))
  return device?.id ?? null
}

/** Remembers the device of somebody who just proved who they are; mails them if it is new and not their first. */
export async function rememberDevice(ctx: Context, userId: number): Promise<number> {
  const token = ctx.requestCookies[deviceCookie] || randomToken()
  ctx.cookies.set(deviceCookie, { value: token, path: '/api/auth', days })
  const known = await findKnownDevice(ctx, userId)
  const [device] = await ctx.db
    .insert(knownDevices)
    .values({ userId, tokenHash: hashToken(token), createdAt: ctx.now, lastSeenAt: ctx.now })
    .onConflictDoUpdate({ target: [knownDevices.userId, knownDevices.tokenHash], set: { lastSeenAt: ctx.now } })
    .returning({ id: knownDevices.id })
  if (!device) throw new Error('The device was not stored.')
  if (known === null && (await countDevices(ctx, userId)) > 1) {
    const { ip, userAgent, now } = ctx
    await notify(aboutAccount(ctx), newDeviceMail, [userId], { userId, ip, userAgent, at: now.toISOString() })
  }
  return device.id
}

async function countDevices(ctx: Context, userId: number): Promise<number> {
  const [found] = await ctx.db.select({ n: count() }).from(knownDevices).where(eq(knownDevices.userId, userId))
  return found?.n ?? 0
}

// Limits of tries at signing in. Only failed tries count: a successful one is given back.

const minutes = 60
const hour = 60 * minutes

/** For an account, by all devices together on which nobody signed in to it before. */
const ofStrangers: Limit = { name: 'sign-in of strangers', tries: 10, seconds: 5 * minutes }
/** For a device on which its owner signed in before. */
const ofDevice: Limit = { name: 'sign-in of a device', tries: 10, seconds: 5 * minutes }
/** For one internet address, over all accounts: against one password tried on many. */
const ofAddress: Limit = { name: 'sign-in of an address', tries: 300, seconds: 5 * minutes }

/** Tries at somebody's password, by e-mail address: also for addresses that nobody has. */
const signInTries = (ctx: Context, email: string, knownDeviceId: number | null): Try[] =>
  knownDeviceId === null
    ? [
        [ofStrangers, email],
        [ofAddress, networkOf(ctx.ip)],
      ]
    : [[ofDevice, String(knownDeviceId)]]

/** Tries at the own password or second factor, in a session or with the password already right. */
export const ownTries = (what: 'password' | 'code', userId: number): Try => [
  { name: `own ${what}`, tries: 10, seconds: 5 * minutes },
  String(userId),
]

/**
 * Registering tells whether an address is taken, so it is limited by where one comes from and by the address itself.
 */
export const registerTries = {
  byPlace: { name: 'register from a place', tries: 5, seconds: hour },
  byEmail: { name: 'register an address', tries: 5, seconds: hour },
} satisfies Record<string, Limit>

export const mailTries = {
  /** Mails with a link that one address gets; more are not sent, and nobody is told. */
  forgotten: { name: 'forgotten password', tries: 5, seconds: hour },
  forgottenFromPlace: { name: 'forgotten passwords from a place', tries: 100, seconds: hour },
  /** The mail to an owner who is locked out by somebody else's guesses. */
  letIn: { name: 'let in', tries: 1, seconds: hour },
  /** Mails that somebody signed in asks for. */
  own: { name: 'own mails', tries: 5, seconds: hour },
} satisfies Record<string, Limit>

export const guestTries: Limit = { name: 'guest login', tries: 30, seconds: hour }
