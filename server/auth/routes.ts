import { eq } from 'drizzle-orm'
import { auth } from '#shared/auth/contract.ts'
import { Problem } from '#shared/lib/problem.ts'
import { audit } from '../audit/commands.ts'
import { findPlace } from '../companies/queries.ts'
import type { Context } from '../lib/context.ts'
import { routes } from '../lib/http/routes.ts'
import { countTries } from '../lib/security/tries.ts'
import { acceptPrivacy, saveSettings } from '../users/commands.ts'
import { presentCurrentUser } from '../users/queries.ts'
import { switchBack, switchUser } from './acting.ts'
import { endOwnSession, refreshSession, renewStorageCookie, sessionOf, signIn } from './commands.ts'
import { requireUncommon } from './commonPasswords.ts'
import { deviceKeyOf } from './deviceKey.ts'
import { rememberDevice } from './devices.ts'
import { askToChange, askToConfirm } from './emails.ts'
import { createFirstAdministrator } from './firstAdministrator.ts'
import { signInAsGuest } from './guests.ts'
import { changePassword, forgotPassword, resetPassword } from './passwordChanges.ts'
import { refuseWhileActing, requireRecent } from './queries.ts'
import { reauthenticate } from './reauthenticate.ts'
import { register } from './register.ts'
import { signInWithCode, signInWithPassword } from './signIn.ts'
import { sessions } from './table.ts'
import { mailTries } from './tries.ts'

export const authRoutes = routes(auth, {
  options: (_, { services: { config } }) => ({
    registration: config.registration,
    guest_login: config.guestCompanyId !== undefined,
  }),

  login: ({ email, password }, ctx) => signInWithPassword(ctx, email, password),

  loginTwoFactor: ({ challenge, code }, ctx) => signInWithCode(ctx, challenge, code),

  loginGuest: ({ languageId }, ctx) => signInAsGuest(ctx, languageId),

  register: (registration, ctx) => register(ctx, registration),

  sendConfirmation: async (_, ctx) => {
    refuseWhileActing(ctx)
    const { email, email_confirmed_at } = await presentCurrentUser(ctx.db, ctx.actor.id, null)
    if (!email || email_confirmed_at) return null
    await countTries(ctx, [mailTries.own, String(ctx.actor.id)])
    await askToConfirm(ctx, ctx.actor.id, email)
    return null
  },

  forgotPassword: async ({ email }, ctx) => {
    await forgotPassword(ctx, email)
    return null
  },

  resetPassword: async (input, ctx) => {
    await resetPassword(ctx, input)
    return null
  },

  changePassword: async ({ currentPassword, password }, ctx) => {
    refuseWhileActing(ctx)
    await changePassword(ctx, currentPassword, password)
    return null
  },

  changeEmail: async ({ email }, ctx) => {
    refuseWhileActing(ctx)
    requireRecent(ctx)
    await countTries(ctx, [mailTries.own, String(ctx.actor.id)])
    await askToChange(ctx, email)
    return null
  },

  reauthenticate: ({ password }, ctx) => {
    refuseWhileActing(ctx)
    return reauthenticate(ctx, password)
  },

  switchUser: ({ id }, ctx) => {
    requireRecent(ctx)
    return switchUser(ctx, id)
  },

  switchBack: (_, ctx) => switchBack(ctx),

  acceptPrivacy: ({ version }, ctx) => {
    refuseWhileActing(ctx)
    return acceptPrivacy(ctx, version)
  },

  firstAdministrator: async (input, ctx) => {
    await requireUncommon(input.password)
    const userId = await createFirstAdministrator(ctx, input)
    return signIn(ctx, userId, { knownDeviceId: await rememberDevice(ctx, userId) })
  },

  logout: async (_, ctx) => {
    await audit(ctx, 'session.ended', { type: 'User', id: ctx.actor.id })
    await endOwnSession(ctx)
    return null
  },

  refresh: (_, ctx) => refreshSession(ctx),

  deviceKey: {
    prepare: async (_, ctx) => {
      refuseWhileActing(ctx)
      return { key: await deviceKeyOf(ctx) }
    },
  },

  user: (_, ctx) => {
    // A browser that was killed right after sign-in keeps the token and may have lost the cookie for pictures.
    renewStorageCookie(ctx)
    return presentCurrentUser(ctx.db, ctx.actor.id, ctx.actor.companyId, ctx.session?.actingUserId)
  },

  updateUser: async ({ companyId, ...changes }, ctx) => {
    if (companyId !== undefined) await workIn(ctx, companyId)
    await saveSettings(ctx, changes)
    return presentCurrentUser(ctx.db, ctx.actor.id, companyId ?? ctx.actor.companyId, ctx.session?.actingUserId)
  },
})

/** Moves this session, and no other, to another company of the actor. */
async function workIn(ctx: Context, companyId: number): Promise<void> {
  if (!ctx.actor.isAdmin && !(await findPlace(ctx.db, ctx.actor.id, companyId))) throw new Problem('not_found')
  const id = sessionOf(ctx)
  await ctx.db.update(sessions).set({ companyId }).where(eq(sessions.id, id))
  await ctx.services.realtime.revoke({ sessionId: id }, ctx.db)
}
