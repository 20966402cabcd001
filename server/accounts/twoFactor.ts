/**
 * The second factor: time-based codes (RFC 6238) of an authenticator app, beside passkeys (`passkeys.ts`), and recovery
 * codes for when both are lost.
 */
import { randomBytes } from 'node:crypto'
import { and, eq, isNull, lt } from 'drizzle-orm'
import { Secret, TOTP } from 'otpauth'
import { foldCode } from '#shared/lib/folding.ts'
import { Problem } from '#shared/lib/problem.ts'
import { type AuditContext, audit } from '../audit/commands.ts'
import type { Context } from '../lib/context.ts'
import type { Database } from '../lib/db/pools.ts'
import { hashToken, seal, unseal } from '../lib/security/secrets.ts'
import { passkeys } from './passkeyTable.ts'
import { hasAuthenticator, hasTwoFactor, isTwoFactorRequired } from './queries.ts'
import { recoveryCodes, twoFactors } from './sessionTable.ts'
import { users } from './table.ts'

const purpose = 'second factor'
/** Parameters that every authenticator app supports: SHA-1, six digits, 30 seconds. */
const kind = { issuer: 'tend', algorithm: 'SHA1', digits: 6, period: 30 }
/** Clocks of phones are off by some seconds: the code before and the one after are good too. */
const window = 1

/** A new secret, which counts once its first code was entered. Throws 409 when an authenticator is set up already. */
export async function startTwoFactor(ctx: Context, label: string): Promise<{ secret: string; address: string }> {
  const userId = ctx.actor.id
  if (await hasAuthenticator(ctx.db, userId)) throw new Problem('two_factor_on')
  const secret = new Secret({ buffer: new Uint8Array(randomBytes(20)).buffer })
  const sealed = seal(ctx.services.serverKey, purpose, userId, Buffer.from(secret.buffer))
  await ctx.db
    .insert(twoFactors)
    .values({ userId, sealed, createdAt: ctx.now })
    .onConflictDoUpdate({
      target: twoFactors.userId,
      set: { sealed, lastStep: 0, createdAt: ctx.now },
      // Not one that another request has just turned on.
      setWhere: isNull(twoFactors.confirmedAt),
    })
  return { secret: secret.base32, address: new TOTP({ ...kind, label, secret }).toString() }
}

/**
 * Turns it on with the authenticator's first code. Throws 409 when it is on already, 404 when none was started,
 * `wrong_code`.
 */
export async function confirmTwoFactor(ctx: Context, code: string): Promise<{ recovery_codes: string[] }> {
  const userId = ctx.actor.id
  if (await hasAuthenticator(ctx.db, userId)) throw new Problem('two_factor_on')
  const [started] = await ctx.db.select().from(twoFactors).where(eq(twoFactors.userId, userId))
  if (!started) throw new Problem('not_found')
  if (!isTimeCode(code) || !(await takeTimeCode(ctx, userId, code))) throw new Problem('wrong_code')
  await ctx.db.update(twoFactors).set({ confirmedAt: ctx.now }).where(eq(twoFactors.userId, userId))
  await audit(ctx, 'two_factor.enabled', { type: 'User', id: userId })
  return newRecoveryCodes(ctx)
}

/** New recovery codes; those before are void. Throws 404 without a second factor. */
export async function renewRecoveryCodes(ctx: Context): Promise<{ recovery_codes: string[] }> {
  if (!(await hasTwoFactor(ctx.db, ctx.actor.id))) throw new Problem('not_found')
  await audit(ctx, 'two_factor.recovery_codes_renewed', { type: 'User', id: ctx.actor.id })
  return newRecoveryCodes(ctx)
}

/** Turns the authenticator off. Throws 403 `two_factor_required` for the last factor where a company asks for one. */
export async function endAuthenticator(ctx: Context): Promise<void> {
  const userId = ctx.actor.id
  await lockFactors(ctx.db, userId)
  await ctx.db.delete(twoFactors).where(eq(twoFactors.userId, userId))
  await requireOtherFactor(ctx)
  await forgetCodesWithoutFactor(ctx.db, userId)
  await audit(ctx, 'two_factor.disabled', { type: 'User', id: userId })
}

/** Takes off all second factors of somebody who has lost them: the authenticator, passkeys and recovery codes. */
export async function endTwoFactor(ctx: AuditContext & Pick<Context, 'db'>, userId: number): Promise<void> {
  await forgetFactors(ctx.db, userId)
  const companyId = userId === ctx.actor.id ? ctx.actor.companyId : null
  await audit(ctx, 'two_factor.disabled', { type: 'User', id: userId, companyId })
}

/** Deletes all second factors of somebody. */
export async function forgetFactors(db: Database, userId: number): Promise<void> {
  await db.delete(twoFactors).where(eq(twoFactors.userId, userId))
  await db.delete(passkeys).where(eq(passkeys.userId, userId))
  await db.delete(recoveryCodes).where(eq(recoveryCodes.userId, userId))
}

/** Two calls that each remove one of two factors wait for each other. */
export async function lockFactors(db: Database, userId: number): Promise<void> {
  await db.select({ id: users.id }).from(users).where(eq(users.id, userId)).for('no key update')
}

/** Throws `two_factor_required` where a company asks for a factor and the actor has none left. */
export async function requireOtherFactor({ db, actor }: Context): Promise<void> {
  if (!(await hasTwoFactor(db, actor.id)) && (await isTwoFactorRequired(db, actor.id)))
    throw new Problem('two_factor_required')
}

/** Recovery codes take the place of a factor, so they end with the last one. */
export async function forgetCodesWithoutFactor(db: Database, userId: number): Promise<void> {
  if (!(await hasTwoFactor(db, userId))) await db.delete(recoveryCodes).where(eq(recoveryCodes.userId, userId))
}

/** Whether a code is good: the authenticator's present one, or a recovery code. It is not good a second time. */
export async function takeCode(ctx: Context, userId: number, code: string): Promise<boolean> {
  return isTimeCode(code) ? takeTimeCode(ctx, userId, code) : takeRecoveryCode(ctx, userId, code)
}

const isTimeCode = (code: string) => /^[0-9]{6}$/.test(code)

async function takeTimeCode(ctx: Context, userId: number, code: string): Promise<boolean> {
  const [factor] = await ctx.db.select().from(twoFactors).where(eq(twoFactors.userId, userId))
  if (!factor) return false
  const secret = unseal(ctx.services.serverKey, purpose, userId, factor.sealed)
  const totp = new TOTP({ ...kind, secret: new Secret({ buffer: new Uint8Array(secret).buffer }) })
  const timestamp = ctx.now.getTime()
  const delta = totp.validate({ token: code, timestamp, window })
  if (delta === null) return false
  const step = TOTP.counter({ period: kind.period, timestamp }) + delta
  const [taken] = await ctx.db
    .update(twoFactors)
    .set({ lastStep: step })
    .where(and(eq(twoFactors.userId, userId), lt(twoFactors.lastStep, step)))
    .returning({ userId: twoFactors.userId })
  return taken !== undefined
}

async function takeRecoveryCode(ctx: Context, userId: number, code: string): Promise<boolean> {
  const codeHash = hashToken(plain(code))
  const [taken] = await ctx.db
    .update(recoveryCodes)
    .set({ usedAt: ctx.now })
    .where(and(eq(recoveryCodes.userId, userId), eq(recoveryCodes.codeHash, codeHash), isNull(recoveryCodes.usedAt)))
    .returning({ id: recoveryCodes.id })
  return taken !== undefined
}

/** Makes the actor's recovery codes; those before are void. */
export async function newRecoveryCodes({ db, actor }: Context): Promise<{ recovery_codes: string[] }> {
  const codes = Array.from({ length: 10 }, newCode)
  await db.delete(recoveryCodes).where(eq(recoveryCodes.userId, actor.id))
  await db.insert(recoveryCodes).values(codes.map(code => ({ userId: actor.id, codeHash: hashToken(plain(code)) })))
  return { recovery_codes: codes }
}

/** 140 random bits in letters and digits that are hard to mistake, in groups of four for the eye. */
const letters = 'abcdefghijkmnpqrstuvwxyz23456789'
const newCode = () =>
  [...randomBytes(28)]
    .map(byte => letters[byte % 32])
    .join('')
    .replace(/(.{4})(?=.)/g, '$1-')

/** As it is compared: however it was typed. */
const plain = (code: string) => foldCode(code).replace(/[^a-z0-9]/g, '')
