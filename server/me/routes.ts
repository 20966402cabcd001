import { me } from '#shared/me/contract.ts'
import { audit } from '../audit/commands.ts'
import { endOwnSession, endSessionsOf, sessionOf } from '../auth/commands.ts'
import { refuseWhileActing, requireRecent } from '../auth/queries.ts'
import type { Context } from '../lib/context.ts'
import { routes } from '../lib/http/routes.ts'
import { confirmTwoFactor, endOwnTwoFactor, renewRecoveryCodes, startTwoFactor } from '../two-factor/commands.ts'
import { eraseUser, requireOtherAdmins, requireOtherManagers } from '../users/commands.ts'
import { presentCurrentUser } from '../users/queries.ts'
import { replaceAvatar, setAvatar } from './avatar.ts'
import { exportPerson } from './export.ts'
import { endSession, listSessions } from './sessions.ts'
import { findSettings } from './settings.ts'

/** What only the person may do: nobody in their name, and not with a session that was left open. */
const dangerous = (ctx: Context) => {
  refuseWhileActing(ctx)
  requireRecent(ctx)
}
const present = ({ db, actor, session }: Context) =>
  presentCurrentUser(db, actor.id, actor.companyId, session?.actingUserId)

export const meRoutes = routes(me, {
  settings: (_, ctx) => findSettings(ctx),

  setAvatar: async (_, ctx) => {
    await setAvatar(ctx)
    return present(ctx)
  },
  removeAvatar: async (_, ctx) => {
    await replaceAvatar(ctx, null)
    return null
  },

  sessions: (_, ctx) => listSessions(ctx),
  endSession: async ({ id }, ctx) => {
    refuseWhileActing(ctx)
    await endSession(ctx, id)
    return null
  },
  endOtherSessions: async (_, ctx) => {
    refuseWhileActing(ctx)
    await endSessionsOf(ctx, ctx.actor.id, sessionOf(ctx))
    await audit(ctx, 'session.ended', { type: 'User', id: ctx.actor.id }, { all_others: true })
    return null
  },

  export: async (_, ctx) => {
    refuseWhileActing(ctx)
    const file = await exportPerson(ctx)
    ctx.afterReading.push(own => audit(own, 'account.exported', { type: 'User', id: ctx.actor.id }))
    return file
  },

  remove: async (_, ctx) => {
    dangerous(ctx)
    await requireOtherAdmins(ctx, ctx.actor.id)
    await requireOtherManagers(ctx, ctx.actor.id)
    await audit(ctx, 'account.deleted', { type: 'User', id: ctx.actor.id })
    await endOwnSession(ctx)
    await eraseUser(ctx, ctx.actor.id)
    return null
  },

  startTwoFactor: async (_, ctx) => {
    dangerous(ctx)
    const { email, name } = await present(ctx)
    return startTwoFactor(ctx, email ?? name)
  },
  confirmTwoFactor: (input, ctx) => {
    refuseWhileActing(ctx)
    return confirmTwoFactor(ctx, input.code)
  },
  renewRecoveryCodes: (_, ctx) => {
    dangerous(ctx)
    return renewRecoveryCodes(ctx)
  },
  endTwoFactor: async (_, ctx) => {
    dangerous(ctx)
    await endOwnTwoFactor(ctx)
    return null
  },
})
