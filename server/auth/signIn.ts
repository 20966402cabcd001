/** Signing in with address and password, and the second factor where there is one. */
import { and, eq, gt, lt } from 'drizzle-orm'
import { actorOf } from '#shared/lib/actor.ts'
import { Problem } from '#shared/lib/problem.ts'
import { audit } from '../audit/commands.ts'
import type { Context } from '../lib/context.ts'
import { isRight } from '../lib/security/passwordHash.ts'
import { hashToken, randomToken } from '../lib/security/secrets.ts'
import { countTries, giveBackTries } from '../lib/security/tries.ts'
import { onOwnConnection } from '../lib/unitOfWork.ts'
import { takeCode } from '../two-factor/commands.ts'
import { hasTwoFactor } from '../two-factor/queries.ts'
import { signIn } from './commands.ts'
import { findKnownDevice, rememberDevice } from './devices.ts'
import { countOrMailLetIn } from './lockOut.ts'
import { findLogin, findStartCompany } from './queries.ts'
import { loginChallenges } from './table.ts'
import { ownTries, signInTries } from './tries.ts'

const challengeLife = 5 * 60_000

/** Throws `wrong_credentials`, the same for an unknown address and a wrong password, and 429 after ten of them. */
export async function signInWithPassword(ctx: Context, email: string, password: string) {
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
  if (await hasTwoFactor(ctx.db, login.id)) return { two_factor: await challenge(ctx, login.id) }
  return signIn(ctx, login.id, { knownDeviceId: await rememberDevice(ctx, login.id) })
}

/** The password was right; what stands for that until the code comes. */
async function challenge(ctx: Context, userId: number): Promise<string> {
  const token = randomToken()
  await ctx.db.delete(loginChallenges).where(lt(loginChallenges.expiresAt, ctx.now))
  const expiresAt = new Date(ctx.now.getTime() + challengeLife)
  await ctx.db.insert(loginChallenges).values({ userId, tokenHash: hashToken(token), expiresAt })
  return token
}

/** Throws `link_expired` for a challenge that is over, `wrong_code`, and 429 after ten wrong codes in five minutes. */
export async function signInWithCode(ctx: Context, token: string, code: string) {
  const [found] = await ctx.db
    .delete(loginChallenges)
    .where(and(eq(loginChallenges.tokenHash, hashToken(token)), gt(loginChallenges.expiresAt, ctx.now)))
    .returning()
  if (!found) throw new Problem('link_expired')
  const tried = ownTries('code', found.userId)
  await countTries(ctx, tried)
  if (!(await takeCode(ctx, found.userId, code))) {
    // The challenge itself comes back with the rollback: the person types the code again.
    ctx.afterRollback.push(() => noteRefusal(ctx, found.userId))
    throw new Problem('wrong_code')
  }
  await giveBackTries(ctx, tried)
  return signIn(ctx, found.userId, { knownDeviceId: await rememberDevice(ctx, found.userId) })
}

/** On a connection of its own, because the request's is rolled back; for unknown addresses too, so that it takes as long. */
export const noteRefusal = (ctx: Context, userId: number | null): Promise<void> =>
  onOwnConnection(ctx, async own => {
    const companyId = await findStartCompany(own.db, userId ?? 0)
    const nobody = { ...own, actor: actorOf(0, null, Number.MAX_SAFE_INTEGER), session: null }
    await audit(nobody, 'session.refused', { type: 'User', id: userId, companyId })
  })
