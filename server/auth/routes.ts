import { eq } from 'drizzle-orm'
import { auth } from '#shared/auth/contract.ts'
import { Problem } from '#shared/lib/problem.ts'
import type { Context } from '../lib/context.ts'
import { routes } from '../lib/routes.ts'
import { presentCurrentUser } from '../users/queries.ts'
import { users } from '../users/table.ts'
import { endSession, refreshSession, startSession } from './commands.ts'
import { deviceKeyOf } from './deviceKey.ts'
import { createFirstAdministrator } from './firstAdministrator.ts'
import { passwordMatches } from './passwords.ts'
import { findLogin, isMember } from './queries.ts'
import { sessions } from './table.ts'

export const authRoutes = routes(auth, {
  login: async ({ email, password }, ctx) => {
    const login = await findLogin(ctx.db, email)
    const matches = await passwordMatches(login?.passwordHash ?? null, password)
    if (!login || !matches) throw new Problem('wrong_credentials')
    return signIn(ctx, login.id)
  },

  firstAdministrator: async (input, ctx) => signIn(ctx, await createFirstAdministrator(ctx, input)),

  logout: async (_, ctx) => {
    await endSession(ctx, sessionOf(ctx))
    return null
  },

  refresh: (_, ctx) => refreshSession(ctx),

  deviceKey: async (_, ctx) => ({ key: await deviceKeyOf(ctx) }),

  user: (_, ctx) => presentCurrentUser(ctx.db, ctx.actor.id, ctx.actor.companyId),

  updateUser: async ({ companyId, ...changes }, ctx) => {
    if (companyId !== undefined) await workIn(ctx, companyId)
    if (Object.keys(changes).length > 0)
      await ctx.db
        .update(users)
        .set({ ...changes, updatedAt: ctx.now })
        .where(eq(users.id, ctx.actor.id))
    return presentCurrentUser(ctx.db, ctx.actor.id, companyId ?? ctx.actor.companyId)
  },
})

async function signIn(ctx: Context, userId: number) {
  const { session, token } = await startSession(ctx, userId)
  return { user: await presentCurrentUser(ctx.db, userId, session.companyId), token }
}

/** Moves this session, and no other, to another company of the actor. */
async function workIn(ctx: Context, companyId: number): Promise<void> {
  if (!ctx.actor.isAdmin && !(await isMember(ctx.db, ctx.actor.id, companyId))) throw new Problem('not_found')
  const id = sessionOf(ctx)
  await ctx.db.update(sessions).set({ companyId }).where(eq(sessions.id, id))
  await ctx.services.realtime.revoke({ sessionId: id }, ctx.db)
}

function sessionOf(ctx: Context): number {
  if (!ctx.session) throw new Problem('unauthenticated')
  return ctx.session.id
}
