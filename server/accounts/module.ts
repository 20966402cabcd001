import { and, eq } from 'drizzle-orm'
import { auth as authCalls } from '#shared/accounts/contract.ts'
import { me as meCalls } from '#shared/accounts/me.ts'
import { users as userCalls } from '#shared/accounts/users.ts'
import { workers as workerCalls } from '#shared/accounts/workers.ts'
import { Problem } from '#shared/lib/problem.ts'
import { audit } from '../audit/commands.ts'
import { findCompanyRole } from '../companies/queries.ts'
import { type Context, companyOf } from '../lib/context.ts'
import type { ChannelRule } from '../lib/http/broadcasting.ts'
import { routes } from '../lib/http/routes.ts'
import { permitted } from '../lib/registers/accessible.ts'
import { reviseRow } from '../lib/registers/register.ts'
import type { Limit } from '../lib/security/limits.ts'
import { countTries } from '../lib/security/tries.ts'
import { onOwnConnection } from '../lib/unitOfWork.ts'
import type { Module } from '../module.ts'
import {
  acceptPrivacy,
  archiveUser,
  eraseUser,
  replaceAvatar,
  requireOtherAdmins,
  requireOtherManagers,
  saveSettings,
  setAdmin,
  storeAvatar,
} from './commands.ts'
import { askToChange, askToConfirm, changeEmail, confirmEmail, giveAddress } from './emails.ts'
import { exportPerson } from './export.ts'
import { endGuests, eraseArchivedUsers, forgetEndedSessions } from './jobs.ts'
import { accountMails } from './mails.ts'
import {
  changePassword,
  checkOwner,
  countForgotten,
  forgotPassword,
  prepareChange,
  prepareReset,
  reauthenticate,
  resetPassword,
} from './passwords.ts'
import { findSettings, presentCurrentUser, refuseWhileActing, requireRecent } from './queries.ts'
import {
  countGuest,
  createFirstAdministrator,
  prepareFirstAdministrator,
  prepareRegistration,
  register,
  signInAsGuest,
} from './register.ts'
import {
  deviceKeyOf,
  endOwnSession,
  endSession,
  endSessionsOf,
  listSessions,
  refreshSession,
  renewStorageCookie,
  sessionOf,
  signIn,
  switchBack,
  switchUser,
} from './sessions.ts'
import { enrolments, sessionIsolation, sessions } from './sessionTable.ts'
import {
  checkLogin,
  countCode,
  letIn,
  mailTries,
  rememberDevice,
  signInWithCode,
  signInWithPassword,
} from './signIn.ts'
import { userIsolation, users } from './table.ts'
import { confirmTwoFactor, endOwnTwoFactor, endTwoFactor, renewRecoveryCodes, startTwoFactor } from './twoFactor.ts'
import { accessUser, emailExists, listUsers, presentUser } from './users.ts'
import {
  accessOffer,
  accessWorker,
  type CheckedPin,
  checkPinOfPhone,
  createWorker,
  endEnrolment,
  enrolPhone,
  listPhones,
  offerPhone,
  prepareEnrolment,
  signInWithPin,
} from './workers.ts'

const authRoutes = routes(authCalls, {
  options: (_, { services: { config } }) => ({
    registration: config.registration,
    guest_login: config.guestCompanyId !== undefined,
  }),

  login: {
    prepare: ({ email, password }, ctx) => checkLogin(ctx, email, password),
    handle: ({ email }, ctx, login: Awaited<ReturnType<typeof checkLogin>>) => signInWithPassword(ctx, email, login),
  },

  loginTwoFactor: {
    prepare: ({ challenge }, ctx) => countCode(ctx, challenge),
    handle: ({ challenge, code }, ctx) => signInWithCode(ctx, challenge, code),
  },

  loginGuest: {
    prepare: (_, ctx) => countGuest(ctx),
    handle: ({ languageId }, ctx) => signInAsGuest(ctx, languageId),
  },

  register: {
    prepare: (registration, ctx) => prepareRegistration(ctx, registration),
    handle: (registration, ctx, prepared: Awaited<ReturnType<typeof prepareRegistration>>) =>
      register(ctx, registration, prepared),
  },

  sendConfirmation: {
    prepare: async (_, ctx) => {
      const email = await unconfirmedAddress(ctx)
      if (email) await countTries(ctx, [mailTries.own, String(ctx.actor.id)])
    },
    handle: async (_, ctx) => {
      const email = await unconfirmedAddress(ctx)
      if (email) await askToConfirm(ctx, ctx.actor.id, email)
      return null
    },
  },

  forgotPassword: {
    prepare: ({ email }, ctx) => countForgotten(ctx, email),
    handle: ({ email }, ctx, isCounted: boolean) => forgotPassword(ctx, email, isCounted),
  },

  resetPassword: {
    prepare: (input, ctx) => prepareReset(ctx, input),
    handle: (input, ctx, passwordHash: string) => resetPassword(ctx, input, passwordHash),
  },

  changePassword: {
    prepare: ({ currentPassword, password }, ctx) => {
      refuseWhileActing(ctx)
      return prepareChange(ctx, currentPassword, password)
    },
    handle: (_, ctx, changed: Awaited<ReturnType<typeof prepareChange>>) => changePassword(ctx, changed),
  },

  changeEmail: {
    prepare: async (_, ctx) => {
      requireOwnAndRecent(ctx)
      await countTries(ctx, [mailTries.own, String(ctx.actor.id)])
    },
    handle: async ({ email }, ctx) => {
      await askToChange(ctx, email)
      return null
    },
  },

  reauthenticate: {
    prepare: ({ password }, ctx) => {
      refuseWhileActing(ctx)
      return checkOwner(ctx, password)
    },
    handle: (_, ctx, checked: Awaited<ReturnType<typeof checkOwner>>) => reauthenticate(ctx, checked),
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

  firstAdministrator: {
    prepare: (input, ctx) => prepareFirstAdministrator(ctx, input),
    handle: async (input, ctx, passwordHash: string) => {
      const userId = await createFirstAdministrator(ctx, input, passwordHash)
      return signIn(ctx, userId, { knownDeviceId: await rememberDevice(ctx, userId) })
    },
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

/** The address that the actor has still to confirm, if there is one. */
async function unconfirmedAddress(ctx: Context): Promise<string | null> {
  refuseWhileActing(ctx)
  const { email, email_confirmed_at } = await presentCurrentUser(ctx.db, ctx.actor.id, null)
  return email_confirmed_at ? null : (email ?? null)
}

/** Moves this session, and no other, to another company of the actor. */
async function workIn(ctx: Context, companyId: number): Promise<void> {
  if (!ctx.actor.isAdmin && !(await findCompanyRole(ctx.db, ctx.actor.id, companyId))) throw new Problem('not_found')
  const id = sessionOf(ctx)
  await ctx.db.update(sessions).set({ companyId }).where(eq(sessions.id, id))
  await ctx.services.realtime.revoke({ sessionId: id }, ctx.db)
}

/** A person's own notices. */
const userChannels: ChannelRule[] = [
  { pattern: /^private-user\.(\d+)\.notifications$/, may: ([, userId], { actor }) => Number(userId) === actor.id },
]

const addressQuestions: Limit = { name: 'questions for addresses', tries: 60, seconds: 60 }
const showUser = async (ctx: Context, id: number) => presentUser(await accessUser(ctx.db, id))

const userRoutes = routes(userCalls, {
  list: (query, ctx) => listUsers(ctx, query),

  get: ({ id }, ctx) => showUser(ctx, id),

  update: async ({ id, email, isAdmin, revision, ...changes }, ctx) => {
    const { user } = await accessUser(ctx.db, id)
    const isOther = email !== undefined && email !== user.email?.toLowerCase()
    const changesRank = isAdmin !== undefined && isAdmin !== (user.adminSince !== null)
    if (isOther || changesRank) requireRecent(ctx)
    // Nobody locks themselves out, and so there is always an admin.
    if (changesRank && id === ctx.actor.id) throw new Problem('forbidden')
    if (changesRank) await setAdmin(ctx, user, isAdmin)
    await reviseRow(ctx, users, user, changes, ({ id }) => showUser(ctx, id), revision)
    if (isOther) await giveAddress(ctx, id, email)
    await audit(ctx, 'user.updated', { type: 'User', id, companyId: null }, changesRank ? { is_admin: isAdmin } : {})
    return showUser(ctx, id)
  },

  remove: async ({ id }, ctx) => {
    requireRecent(ctx)
    await accessUser(ctx.db, id)
    if (id === ctx.actor.id) throw new Problem('forbidden')
    await requireOtherAdmins(ctx, id)
    await requireOtherManagers(ctx, id)
    await archiveUser(ctx, id)
    await audit(ctx, 'user.archived', { type: 'User', id, companyId: null })
    return null
  },

  restore: async ({ id }, ctx) => {
    const { user } = await accessUser(ctx.db, id)
    if (user.guestUntil) throw new Problem('not_found')
    await ctx.db.update(users).set({ archivedAt: null, updatedAt: ctx.now }).where(eq(users.id, id))
    await audit(ctx, 'user.restored', { type: 'User', id, companyId: null })
    return showUser(ctx, id)
  },

  endTwoFactor: async ({ id }, ctx) => {
    requireRecent(ctx)
    await accessUser(ctx.db, id)
    await endTwoFactor(ctx, id)
    return null
  },

  emailExists: {
    prepare: async ({ email }, ctx) => {
      await countTries(ctx, [addressQuestions, String(ctx.actor.id)])
      return { exists: await emailExists(ctx.db, email, ctx.actor.isAdmin ? null : companyOf(ctx)) }
    },
  },
})

const workerRoutes = routes(workerCalls, {
  create: (input, ctx) => {
    permitted(ctx, 'create', 'WorkerAccount', { companyId: input.id })
    return createWorker(ctx, input)
  },

  offer: async ({ id, userId, printed }, ctx) =>
    offerPhone(ctx, await accessWorker(ctx, id, userId, 'update'), printed),

  phones: async ({ id, userId }, ctx) => listPhones(ctx.db, (await accessWorker(ctx, id, userId, 'read')).userId),

  endPhone: async ({ id, userId, enrolmentId }, ctx) => {
    const worker = await accessWorker(ctx, id, userId, 'update')
    const [phone] = await ctx.db
      .select({ id: enrolments.id })
      .from(enrolments)
      .where(and(eq(enrolments.id, enrolmentId), eq(enrolments.userId, worker.userId)))
    if (!phone) throw new Problem('not_found')
    await endEnrolment(ctx, phone.id)
    return null
  },

  describeOffer: async ({ token }, ctx) => {
    const { name, userName, companyName, enrolment } = await accessOffer(ctx.db, token, ctx.now)
    return { name, user_name: userName, company_name: companyName, expires_at: enrolment.offerExpiresAt.toISOString() }
  },

  enrol: {
    prepare: ({ token, pin }, ctx) => prepareEnrolment(ctx, token, pin),
    handle: ({ token, timeZone }, ctx, pinHash: string) => enrolPhone(ctx, token, timeZone, pinHash),
  },

  loginPin: {
    prepare: ({ device, pin }, ctx) => checkPinOfPhone(ctx, device, pin),
    handle: ({ device }, ctx, checked: CheckedPin) => signInWithPin(ctx, device, checked),
  },
})

/** Refuses actions that only the person may take: not while acting, and only after the password was given again. */
const requireOwnAndRecent = (ctx: Context) => {
  refuseWhileActing(ctx)
  requireRecent(ctx)
}
const present = ({ db, actor, session }: Context) =>
  presentCurrentUser(db, actor.id, actor.companyId, session?.actingUserId)

const meRoutes = routes(meCalls, {
  settings: (_, ctx) => findSettings(ctx),

  setAvatar: {
    prepare: (_, ctx) => storeAvatar(ctx),
    handle: async (_, ctx, path: string) => {
      await replaceAvatar(ctx, path)
      return present(ctx)
    },
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
    return async () => {
      // Nothing leaves without its entry in the log, which therefore may fail the call.
      await onOwnConnection(ctx, own => audit(own, 'account.exported', { type: 'User', id: ctx.actor.id }))
      return file()
    }
  },

  remove: async (_, ctx) => {
    requireOwnAndRecent(ctx)
    await requireOtherAdmins(ctx, ctx.actor.id)
    await requireOtherManagers(ctx, ctx.actor.id)
    await audit(ctx, 'account.deleted', { type: 'User', id: ctx.actor.id })
    await endOwnSession(ctx)
    await eraseUser(ctx, ctx.actor.id)
    return null
  },

  startTwoFactor: async (_, ctx) => {
    requireOwnAndRecent(ctx)
    const { email, name } = await present(ctx)
    return startTwoFactor(ctx, email ?? name)
  },
  confirmTwoFactor: (input, ctx) => {
    refuseWhileActing(ctx)
    return confirmTwoFactor(ctx, input.code)
  },
  renewRecoveryCodes: (_, ctx) => {
    requireOwnAndRecent(ctx)
    return renewRecoveryCodes(ctx)
  },
  endTwoFactor: async (_, ctx) => {
    requireOwnAndRecent(ctx)
    await endOwnTwoFactor(ctx)
    return null
  },
})

export const accountsModule: Module = {
  isolation: [userIsolation, sessionIsolation],
  routes: [...userRoutes, ...authRoutes, ...workerRoutes, ...meRoutes],
  jobs: [eraseArchivedUsers, forgetEndedSessions, endGuests],
  notices: accountMails,
  channels: userChannels,
  actions: [confirmEmail, changeEmail, letIn],
}
