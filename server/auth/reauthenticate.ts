import { eq } from 'drizzle-orm'
import { foldedCode } from '#shared/lib/folding.ts'
import { Problem } from '#shared/lib/problem.ts'
import { auditRefusal } from '../audit/commands.ts'
import type { Context } from '../lib/context.ts'
import { isRight } from '../lib/security/passwordHash.ts'
import { newSessionToken } from '../lib/security/sessionToken.ts'
import { countTries, giveBackTries } from '../lib/security/tries.ts'
import { presentCurrentUser } from '../users/queries.ts'
import { checkPin } from '../workers/commands.ts'
import { replaceToken, sessionOf } from './commands.ts'
import { findPasswordHash } from './passwords.ts'
import { sessions } from './table.ts'
import { ownTries } from './tries.ts'

/**
 * A fresh token of this session, which may do dangerous things for ten minutes. On a worker's own phone the PIN is asked for in place of
 * the password. Throws `wrong_credentials` or what a wrong PIN throws.
 */
export async function reauthenticate(ctx: Context, password: string) {
  const id = sessionOf(ctx)
  if (ctx.session?.enrolmentId) await checkPin(ctx, ctx.session.enrolmentId, foldedCode(password))
  else await checkPassword(ctx, password)
  const [session] = await ctx.db.select().from(sessions).where(eq(sessions.id, id))
  if (!session) throw new Problem('unauthenticated')
  const token = newSessionToken(ctx.services.serverKey, session.userId)
  await replaceToken(ctx, session, token, { reauthenticatedAt: ctx.now })
  return { user: await presentCurrentUser(ctx.db, ctx.actor.id, ctx.actor.companyId), token }
}

async function checkPassword(ctx: Context, password: string): Promise<void> {
  const tried = ownTries('password', ctx.actor.id)
  await countTries(ctx, tried)
  if (!(await isRight(ctx, await findPasswordHash(ctx.db, ctx.actor.id), password))) {
    auditRefusal(ctx, 'password.refused', { type: 'User', id: ctx.actor.id })
    throw new Problem('wrong_credentials')
  }
  await giveBackTries(ctx, tried)
}
