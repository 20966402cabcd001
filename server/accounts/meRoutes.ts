/** The person's own account: settings, picture, sessions, data and second factor. */
import { me as meCalls } from '#shared/accounts/me.ts'
import { audit } from '../audit/commands.ts'
import type { Context } from '../lib/context.ts'
import { type Handler, routes } from '../lib/http/routes.ts'
import { onOwnConnection } from '../lib/unitOfWork.ts'
import { eraseUser, replaceAvatar, requireOtherAdmins, requireOtherManagers, storeAvatar } from './commands.ts'
import { exportPerson } from './export.ts'
import { findSettings, presentCurrentUser, refuseWhileActing, requireOwnAndRecent } from './queries.ts'
import { endOwnSession, endSession, endSessionsOf, listSessions, sessionOf } from './sessions.ts'
import { requireWholeAccount } from './sso/ssoQueries.ts'
import { confirmTwoFactor, endAuthenticator, renewRecoveryCodes, startTwoFactor } from './twoFactor.ts'

const present = (ctx: Context) =>
  presentCurrentUser(ctx, ctx.actor.id, ctx.actor.companyId, ctx.session?.actingUserId, ctx.session?.id)

/** Returns the own settings. */
export const getSettings: Handler<typeof meCalls.settings> = (_, ctx) => findSettings(ctx)

const prepareAvatar = (_: unknown, ctx: Context) => storeAvatar(ctx)

/** Sets the own picture. */
export const setAvatar: Handler<typeof meCalls.setAvatar, string> = async (_, ctx, path) => {
  await replaceAvatar(ctx, path)
  return present(ctx)
}

/** Removes the own picture. */
export const deleteAvatar: Handler<typeof meCalls.removeAvatar> = async (_, ctx) => {
  await replaceAvatar(ctx, null)
  return null
}

/** Lists the own sessions. */
export const getSessions: Handler<typeof meCalls.sessions> = (_, ctx) => listSessions(ctx)

/** Ends one of the own sessions. */
export const deleteSession: Handler<typeof meCalls.endSession> = async ({ id }, ctx) => {
  refuseWhileActing(ctx)
  await endSession(ctx, id)
  return null
}

/** Ends all sessions of the person but this one. */
export const deleteOtherSessions: Handler<typeof meCalls.endOtherSessions> = async (_, ctx) => {
  refuseWhileActing(ctx)
  await endSessionsOf(ctx, ctx.actor.id, sessionOf(ctx))
  await audit(ctx, 'session.ended', { type: 'User', id: ctx.actor.id }, { all_others: true })
  return null
}

/** Downloads all data of the own account. */
export const getOwnData: Handler<typeof meCalls.export> = async (_, ctx) => {
  refuseWhileActing(ctx)
  await requireWholeAccount(ctx)
  const file = await exportPerson(ctx)
  return async () => {
    // Nothing leaves without its entry in the log, which therefore may fail the call.
    await onOwnConnection(ctx, own => audit(own, 'account.exported', { type: 'User', id: ctx.actor.id }))
    return file()
  }
}

/** Ends the own account. */
export const deleteOwnAccount: Handler<typeof meCalls.remove> = async (_, ctx) => {
  requireOwnAndRecent(ctx)
  await requireWholeAccount(ctx)
  await requireOtherAdmins(ctx, ctx.actor.id)
  await requireOtherManagers(ctx, ctx.actor.id)
  await audit(ctx, 'account.deleted', { type: 'User', id: ctx.actor.id })
  await endOwnSession(ctx)
  await eraseUser(ctx, ctx.actor.id)
  return null
}

/** Starts the set-up of a second factor. */
export const createTwoFactor: Handler<typeof meCalls.startTwoFactor> = async (_, ctx) => {
  requireOwnAndRecent(ctx)
  await requireWholeAccount(ctx)
  const { email, name } = await present(ctx)
  return startTwoFactor(ctx, email ?? name)
}

/** Turns the second factor on. */
export const confirmOwnTwoFactor: Handler<typeof meCalls.confirmTwoFactor> = (input, ctx) => {
  refuseWhileActing(ctx)
  return confirmTwoFactor(ctx, input.code)
}

/** Makes new recovery codes. */
export const createRecoveryCodes: Handler<typeof meCalls.renewRecoveryCodes> = async (_, ctx) => {
  requireOwnAndRecent(ctx)
  await requireWholeAccount(ctx)
  return renewRecoveryCodes(ctx)
}

/** Turns the second factor off. */
export const deleteTwoFactor: Handler<typeof meCalls.endTwoFactor> = async (_, ctx) => {
  requireOwnAndRecent(ctx)
  await requireWholeAccount(ctx)
  await endAuthenticator(ctx)
  return null
}

export const meRoutes = routes(meCalls, {
  settings: getSettings,
  setAvatar: { prepare: prepareAvatar, handle: setAvatar },
  removeAvatar: deleteAvatar,
  sessions: getSessions,
  endSession: deleteSession,
  endOtherSessions: deleteOtherSessions,
  export: getOwnData,
  remove: deleteOwnAccount,
  startTwoFactor: createTwoFactor,
  confirmTwoFactor: confirmOwnTwoFactor,
  renewRecoveryCodes: createRecoveryCodes,
  endTwoFactor: deleteTwoFactor,
})
