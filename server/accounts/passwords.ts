/** Forgotten, reset and changed passwords. */
import { eq } from 'drizzle-orm'
import { actorOf } from '#shared/lib/actor.ts'
import { foldCode } from '#shared/lib/folding.ts'
import { invalidField, Problem } from '#shared/lib/problem.ts'
import { accessLink, type LinkRow, voidLinks } from '../actions/commands.ts'
import { audit, auditRefusal } from '../audit/commands.ts'
import { requireMayHandOver } from '../companies/roleQueries.ts'
import type { Context } from '../lib/context.ts'
import type { Database } from '../lib/db/pools.ts'
import { networkOf } from '../lib/network/network.ts'
import { hashed, isRight } from '../lib/security/passwordHash.ts'
import { newSessionToken } from '../lib/security/sessionToken.ts'
import { areTriesLeft, countTries, giveBackTries } from '../lib/security/tries.ts'
import { notify } from '../notifications/commands.ts'
import { mailPasswordReset } from './commands.ts'
import { aboutAccount, passwordChangedMail } from './mails.ts'
import { hasMail, presentCurrentUser } from './queries.ts'
import { endSessionsOf, replaceToken, sessionOf } from './sessions.ts'
import { knownDevices, loginChallenges, sessions } from './sessionTable.ts'
import { mailTries, ownTries, rememberDevice } from './signIn.ts'
import { credentials, users } from './table.ts'
import { forgetFactors } from './twoFactor.ts'
import { acceptPin, type CheckedPin, checkPin } from './workers.ts'

/** Counts a wish for a link; whether the address may still be sent one. */
export async function countForgotten(ctx: Context, email: string): Promise<boolean> {
  await countTries(ctx, [mailTries.forgottenFromPlace, networkOf(ctx.ip)])
  return areTriesLeft(ctx, [mailTries.forgotten, email])
}

/** Answers the same for every address: who has it is only found out by the job. */
export async function forgotPassword(ctx: Context, email: string, isCounted: boolean): Promise<null> {
  if (isCounted) await mailPasswordReset(aboutAccount(ctx), email)
  return null
}

type Reset = { email: string; token: string; password: string }

/** The hash of the new password. Throws what `resetPassword` throws, before anything is hashed. */
export async function prepareReset(input: Reset, ctx: Context): Promise<string> {
  const link = await accessLink(ctx.db, input.token, ctx.now)
  const [user] = await ctx.db.select().from(users).where(eq(users.id, link.userId))
  requireOwner(link, user, input)
  await requireStillHandedOver(ctx.db, link)
  await requireUncommon(input.password)
  return hashed(ctx, input.password)
}

type Asked = Pick<typeof users.$inferSelect, 'email' | 'archivedAt'>

/** Throws 404 where a link is not for choosing a password of this address. */
function requireOwner({ kind }: { kind: string }, user: Asked | undefined, { email }: Reset): void {
  if (kind !== 'reset_password' || user?.email?.toLowerCase() !== email || user.archivedAt)
    throw new Problem('not_found')
}

/**
 * Throws 410 for a link that was handed over, when its person has come to more since: another company, confidential
 * cases or the platform.
 */
async function requireStillHandedOver(db: Database, { kind, userId, details }: LinkRow): Promise<void> {
  const { handedOverIn } = details
  if (handedOverIn === undefined) return
  const companyId = handedOverIn === 'platform' ? null : Number(handedOverIn)
  await requireMayHandOver(db, userId, companyId).catch(error => {
    throw error instanceof Problem ? new Problem('link_expired', { data: { kind } }) : error
  })
}

/** Throws 404 for a wrong link, 410 for one that was used or is too old. Every session and every known device ends. */
export async function resetPassword(ctx: Context, input: Reset, passwordHash: string): Promise<null> {
  const link = await accessLink(ctx.db, input.token, ctx.now)
  const [user] = await ctx.db.select().from(users).where(eq(users.id, link.userId)).for('update')
  if (!user) throw new Problem('not_found')
  requireOwner(link, user, input)
  // A concurrent request that waited for the row finds the link used.
  await accessLink(ctx.db, input.token, ctx.now)
  await requireStillHandedOver(ctx.db, link)
  await voidPendingLinks(ctx, user.id)
  await storePassword(ctx, user.id, passwordHash)
  if (!user.emailConfirmedAt && hasMail(ctx.services)) await takeOver(ctx, user.id)
  await ctx.db.delete(knownDevices).where(eq(knownDevices.userId, user.id))
  await endSessionsOf(ctx, user.id)
  await rememberDevice(ctx, user.id)
  await audit({ ...ctx, actor: actorOf(user.id, null, 0) }, 'password.reset', { type: 'User', id: user.id })
  await notify(aboutAccount(ctx), passwordChangedMail, [user.id], { userId: user.id, at: ctx.now.toISOString() })
  return null
}

type NewPassword = { before: string | null; passwordHash: string }

/** Checks the current password and hashes the new one. Throws 422 at the field for a wrong or a common one. */
export async function prepareChange(ctx: Context, current: string, password: string): Promise<NewPassword> {
  const before = await checkedPassword(ctx, current, invalidField('current_password', 'wrong_password'))
  await requireUncommon(password)
  return { before, passwordHash: await hashed(ctx, password) }
}

/**
 * Changes the actor's password and ends all their other sessions. Throws 422 where the current one was changed since it
 * was checked.
 */
export async function changePassword(ctx: Context, { before, passwordHash }: NewPassword): Promise<null> {
  const userId = ctx.actor.id
  if ((await findPasswordHash(ctx.db, userId)) !== before) throw invalidField('current_password', 'wrong_password')
  await voidPendingLinks(ctx, userId)
  await storePassword(ctx, userId, passwordHash)
  await endSessionsOf(ctx, userId, sessionOf(ctx))
  await audit(ctx, 'password.changed', { type: 'User', id: userId })
  await notify(aboutAccount(ctx), passwordChangedMail, [userId], { userId, at: ctx.now.toISOString() })
  return null
}

/** Voids links that somebody with the old password may have asked for: another address, or a reset. */
async function voidPendingLinks(ctx: Context, userId: number): Promise<void> {
  for (const kind of ['reset_password', 'change_email']) await voidLinks(ctx, kind, userId)
}

/**
 * Confirms the address for the first time. Somebody else may have registered with it, so their second factors
 * are removed and cannot lock the owner out.
 */
async function takeOver(ctx: Context, userId: number): Promise<void> {
  await ctx.db.update(users).set({ emailConfirmedAt: ctx.now }).where(eq(users.id, userId))
  await forgetFactors(ctx.db, userId)
}

/**
 * Checks who uses this session: on a worker's own phone the PIN is asked for in place of the password. Throws
 * `wrong_credentials` or what a wrong PIN throws.
 */
export async function checkOwner(ctx: Context, password: string): Promise<Checked> {
  sessionOf(ctx)
  const enrolmentId = ctx.session?.enrolmentId
  if (enrolmentId) return checkPin(ctx, enrolmentId, foldCode(password))
  return { passwordHash: await checkedPassword(ctx, password, new Problem('wrong_credentials')) }
}

type Checked = CheckedPin | { passwordHash: string | null }

/**
 * Gives this session a fresh token, which may do dangerous things for ten minutes. Throws where the password or PIN was
 * changed since it was checked.
 */
export async function reauthenticate(ctx: Context, checked: Checked) {
  const id = sessionOf(ctx)
  if ('pinHash' in checked) await acceptPin(ctx, checked)
  else if ((await findPasswordHash(ctx.db, ctx.actor.id)) !== checked.passwordHash)
    throw new Problem('wrong_credentials')
  const [session] = await ctx.db.select().from(sessions).where(eq(sessions.id, id))
  if (!session) throw new Problem('unauthenticated')
  const token = newSessionToken(ctx.services.serverKey, session.userId)
  await replaceToken(ctx, session, token, { reauthenticatedAt: ctx.now })
  return { user: await presentCurrentUser(ctx, ctx.actor.id, ctx.actor.companyId, null, id), token }
}

/**
 * The hash against which the actor's password was right. Throws `refusal` for a wrong one, and 429 after ten of them.
 */
async function checkedPassword(ctx: Context, password: string, refusal: Problem): Promise<string | null> {
  const tried = ownTries('password', ctx.actor.id)
  await countTries(ctx, tried)
  const passwordHash = await findPasswordHash(ctx.db, ctx.actor.id)
  if (!(await isRight(ctx, passwordHash, password))) {
    auditRefusal(ctx, 'password.refused', { type: 'User', id: ctx.actor.id })
    throw refusal
  }
  await giveBackTries(ctx, tried)
  return passwordHash
}

/** The stored hash of somebody's password; null for those who have none. */
async function findPasswordHash(db: Database, userId: number): Promise<string | null> {
  const [row] = await db.select().from(credentials).where(eq(credentials.userId, userId))
  return row?.passwordHash ?? null
}

/** Stores a hash in place of the one before, if there was one; a sign-in that was half done with that one is over. */
export async function storePassword(ctx: Context, userId: number, passwordHash: string): Promise<void> {
  const { db, now } = ctx
  await db
    .insert(credentials)
    .values({ userId, passwordHash, updatedAt: now })
    .onConflictDoUpdate({ target: credentials.userId, set: { passwordHash, updatedAt: now } })
  await db.delete(loginChallenges).where(eq(loginChallenges.userId, userId))
}

// Common passwords: the list of zxcvbn-ts with 49,000 of them, loaded when first needed.

let list: Promise<Set<string>> | undefined

async function commonPasswords(): Promise<Set<string>> {
  const { dictionary } = await import('@zxcvbn-ts/language-common')
  return new Set(dictionary['passwords-common'].map(password => String(password).toLowerCase()))
}

/** Throws 422 for a password that many people use, however it is capitalized. */
export async function requireUncommon(password: string): Promise<void> {
  list ??= commonPasswords()
  if ((await list).has(password.toLowerCase())) throw invalidField('password', 'common_password')
}
