import { and, eq } from 'drizzle-orm'
import { auth as authCalls } from '#shared/accounts/contract.ts'
import { me as meCalls } from '#shared/accounts/me.ts'
import { users as userCalls } from '#shared/accounts/users.ts'
import { workers as workerCalls } from '#shared/accounts/workers.ts'
import type { HandlerInput } from '#shared/lib/contract.ts'
import { Problem } from '#shared/lib/problem.ts'
import { audit } from '../audit/commands.ts'
import { findCompanyRole } from '../companies/queries.ts'
import { type Context, companyOf } from '../lib/context.ts'
import type { ChannelRule } from '../lib/http/broadcasting.ts'
import { type Handler, routes } from '../lib/http/routes.ts'
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

/** Returns the available ways to sign in. */
export const getSignInOptions: Handler<typeof authCalls.options> = (_, { services: { config } }) => ({
  registration: config.registration,
  guest_login: config.guestCompanyId !== undefined,
})

const prepareLogin = ({ email, password }: HandlerInput<typeof authCalls.login>, ctx: Context) =>
  checkLogin(ctx, email, password)

/** Signs in with address and password. */
export const loginWithPassword: Handler<typeof authCalls.login, Awaited<ReturnType<typeof checkLogin>>> = (
  { email },
  ctx,
  login,
) => signInWithPassword(ctx, email, login)

const prepareCodeLogin = ({ challenge }: HandlerInput<typeof authCalls.loginTwoFactor>, ctx: Context) =>
  countCode(ctx, challenge)

/** Finishes signing in with a second factor. */
export const loginWithCode: Handler<typeof authCalls.loginTwoFactor> = ({ challenge, code }, ctx) =>
  signInWithCode(ctx, challenge, code)

const prepareGuestLogin = (_: unknown, ctx: Context) => countGuest(ctx)

/** Signs in as a guest. */
export const loginAsGuest: Handler<typeof authCalls.loginGuest> = ({ languageId }, ctx) =>
  signInAsGuest(ctx, languageId)

const prepareRegistering = (registration: HandlerInput<typeof authCalls.register>, ctx: Context) =>
  prepareRegistration(ctx, registration)

/** Makes an account. */
export const createAccount: Handler<typeof authCalls.register, Awaited<ReturnType<typeof prepareRegistration>>> = (
  registration,
  ctx,
  prepared,
) => register(ctx, registration, prepared)

const prepareConfirmation = async (_: unknown, ctx: Context) => {
  const email = await unconfirmedAddress(ctx)
  if (email) await countTries(ctx, [mailTries.own, String(ctx.actor.id)])
}

/** Mails the link that confirms the own email address again. */
export const sendConfirmation: Handler<typeof authCalls.sendConfirmation> = async (_, ctx) => {
  const email = await unconfirmedAddress(ctx)
  if (email) await askToConfirm(ctx, ctx.actor.id, email)
  return null
}

const prepareForgotten = ({ email }: HandlerInput<typeof authCalls.forgotPassword>, ctx: Context) =>
  countForgotten(ctx, email)

/** Mails a link to choose a new password. */
export const requestPasswordReset: Handler<typeof authCalls.forgotPassword, boolean> = ({ email }, ctx, isCounted) =>
  forgotPassword(ctx, email, isCounted)

/** Sets a new password with the link of an email. */
export const setPassword: Handler<typeof authCalls.resetPassword, string> = (input, ctx, passwordHash) =>
  resetPassword(ctx, input, passwordHash)

const preparePasswordChange = (
  { currentPassword, password }: HandlerInput<typeof authCalls.changePassword>,
  ctx: Context,
) => {
  refuseWhileActing(ctx)
  return prepareChange(ctx, currentPassword, password)
}

/** Changes the own password. */
export const changeOwnPassword: Handler<typeof authCalls.changePassword, Awaited<ReturnType<typeof prepareChange>>> = (
  _,
  ctx,
  changed,
) => changePassword(ctx, changed)

const prepareEmailChange = async (_: unknown, ctx: Context) => {
  requireOwnAndRecent(ctx)
  await countTries(ctx, [mailTries.own, String(ctx.actor.id)])
}

/** Sends the link that confirms a new email address of the own account. */
export const requestEmailChange: Handler<typeof authCalls.changeEmail> = async ({ email }, ctx) => {
  await askToChange(ctx, email)
  return null
}

const prepareReauthentication = ({ password }: HandlerInput<typeof authCalls.reauthenticate>, ctx: Context) => {
  refuseWhileActing(ctx)
  return checkOwner(ctx, password)
}

/** Confirms the own password. */
export const confirmPassword: Handler<typeof authCalls.reauthenticate, Awaited<ReturnType<typeof checkOwner>>> = (
  _,
  ctx,
  checked,
) => reauthenticate(ctx, checked)

/** Starts acting as another person. */
export const actAsUser: Handler<typeof authCalls.switchUser> = ({ id }, ctx) => {
  requireRecent(ctx)
  return switchUser(ctx, id)
}

/** Ends acting as another person. */
export const endActing: Handler<typeof authCalls.switchBack> = (_, ctx) => switchBack(ctx)

/** Accepts the privacy text. */
export const acceptOwnPrivacy: Handler<typeof authCalls.acceptPrivacy> = ({ version }, ctx) => {
  refuseWhileActing(ctx)
  return acceptPrivacy(ctx, version)
}

/** Makes the first administrator. */
export const registerFirstAdministrator: Handler<typeof authCalls.firstAdministrator, string> = async (
  input,
  ctx,
  passwordHash,
) => {
  const userId = await createFirstAdministrator(ctx, input, passwordHash)
  return signIn(ctx, userId, { knownDeviceId: await rememberDevice(ctx, userId) })
}

/** Signs out. */
export const logout: Handler<typeof authCalls.logout> = async (_, ctx) => {
  await audit(ctx, 'session.ended', { type: 'User', id: ctx.actor.id })
  await endOwnSession(ctx)
  return null
}

/** Replaces the token of the session. */
export const refreshLogin: Handler<typeof authCalls.refresh> = (_, ctx) => refreshSession(ctx)

/** Returns the key for a device's unsent work. */
export const getDeviceKey: Handler<typeof authCalls.deviceKey> = async (_, ctx) => {
  refuseWhileActing(ctx)
  return { key: await deviceKeyOf(ctx) }
}

/** Returns who is signed in. */
export const getCurrentUser: Handler<typeof authCalls.user> = (_, ctx) => {
  // A browser that was killed right after sign-in keeps the token and may have lost the cookie for pictures.
  renewStorageCookie(ctx)
  return presentCurrentUser(ctx.db, ctx.actor.id, ctx.actor.companyId, ctx.session?.actingUserId)
}

/** Changes the own account or the company of this session. */
export const updateCurrentUser: Handler<typeof authCalls.updateUser> = async ({ companyId, ...changes }, ctx) => {
  if (companyId !== undefined) await workIn(ctx, companyId)
  await saveSettings(ctx, changes)
  return presentCurrentUser(ctx.db, ctx.actor.id, companyId ?? ctx.actor.companyId, ctx.session?.actingUserId)
}

const authRoutes = routes(authCalls, {
  options: getSignInOptions,

  login: { prepare: prepareLogin, handle: loginWithPassword },

  loginTwoFactor: { prepare: prepareCodeLogin, handle: loginWithCode },

  loginGuest: { prepare: prepareGuestLogin, handle: loginAsGuest },

  register: { prepare: prepareRegistering, handle: createAccount },

  sendConfirmation: { prepare: prepareConfirmation, handle: sendConfirmation },

  forgotPassword: { prepare: prepareForgotten, handle: requestPasswordReset },

  resetPassword: { prepare: prepareReset, handle: setPassword },

  changePassword: { prepare: preparePasswordChange, handle: changeOwnPassword },

  changeEmail: { prepare: prepareEmailChange, handle: requestEmailChange },

  reauthenticate: { prepare: prepareReauthentication, handle: confirmPassword },

  switchUser: actAsUser,

  switchBack: endActing,

  acceptPrivacy: acceptOwnPrivacy,

  firstAdministrator: { prepare: prepareFirstAdministrator, handle: registerFirstAdministrator },

  logout: logout,

  refresh: refreshLogin,

  deviceKey: { prepare: getDeviceKey },

  user: getCurrentUser,

  updateUser: updateCurrentUser,
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

/** Lists all people of this tend. */
export const getUsers: Handler<typeof userCalls.list> = (query, ctx) => listUsers(ctx, query)

/** Returns a person. */
export const getUser: Handler<typeof userCalls.get> = ({ id }, ctx) => showUser(ctx, id)

/** Changes a person. */
export const updateUser: Handler<typeof userCalls.update> = async (
  { id, email, isAdmin, revision, ...changes },
  ctx,
) => {
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
}

/** Archives an account. */
export const deleteUser: Handler<typeof userCalls.remove> = async ({ id }, ctx) => {
  requireRecent(ctx)
  await accessUser(ctx.db, id)
  if (id === ctx.actor.id) throw new Problem('forbidden')
  await requireOtherAdmins(ctx, id)
  await requireOtherManagers(ctx, id)
  await archiveUser(ctx, id)
  await audit(ctx, 'user.archived', { type: 'User', id, companyId: null })
  return null
}

/** Restores an archived account. */
export const restoreUser: Handler<typeof userCalls.restore> = async ({ id }, ctx) => {
  const { user } = await accessUser(ctx.db, id)
  if (user.guestUntil) throw new Problem('not_found')
  await ctx.db.update(users).set({ archivedAt: null, updatedAt: ctx.now }).where(eq(users.id, id))
  await audit(ctx, 'user.restored', { type: 'User', id, companyId: null })
  return showUser(ctx, id)
}

/** Turns off a person's second factor. */
export const deleteTwoFactorOf: Handler<typeof userCalls.endTwoFactor> = async ({ id }, ctx) => {
  requireRecent(ctx)
  await accessUser(ctx.db, id)
  await endTwoFactor(ctx, id)
  return null
}

/** Returns whether an email address has an account. */
export const getEmailExists: Handler<typeof userCalls.emailExists> = async ({ email }, ctx) => {
  await countTries(ctx, [addressQuestions, String(ctx.actor.id)])
  return { exists: await emailExists(ctx.db, email, ctx.actor.isAdmin ? null : companyOf(ctx)) }
}

const userRoutes = routes(userCalls, {
  list: getUsers,

  get: getUser,

  update: updateUser,

  remove: deleteUser,

  restore: restoreUser,

  endTwoFactor: deleteTwoFactorOf,

  emailExists: { prepare: getEmailExists },
})

/** Adds a worker without an email address. */
export const createWorkerAccount: Handler<typeof workerCalls.create> = (input, ctx) => {
  permitted(ctx, 'create', 'WorkerAccount', { companyId: input.id })
  return createWorker(ctx, input)
}

/** Offers a worker to enrol a phone. */
export const createPhoneOffer: Handler<typeof workerCalls.offer> = async ({ id, userId, printed }, ctx) =>
  offerPhone(ctx, await accessWorker(ctx, id, userId, 'update'), printed)

/** Lists a worker's phones. */
export const getPhones: Handler<typeof workerCalls.phones> = async ({ id, userId }, ctx) =>
  listPhones(ctx.db, (await accessWorker(ctx, id, userId, 'read')).userId)

/** Ends a worker's phone. */
export const deletePhone: Handler<typeof workerCalls.endPhone> = async ({ id, userId, enrolmentId }, ctx) => {
  const worker = await accessWorker(ctx, id, userId, 'update')
  const [phone] = await ctx.db
    .select({ id: enrolments.id })
    .from(enrolments)
    .where(and(eq(enrolments.id, enrolmentId), eq(enrolments.userId, worker.userId)))
  if (!phone) throw new Problem('not_found')
  await endEnrolment(ctx, phone.id)
  return null
}

/** Describes the offer to enrol a phone. */
export const getPhoneOffer: Handler<typeof workerCalls.describeOffer> = async ({ token }, ctx) => {
  const { name, userName, companyName, enrolment } = await accessOffer(ctx.db, token, ctx.now)
  return { name, user_name: userName, company_name: companyName, expires_at: enrolment.offerExpiresAt.toISOString() }
}

const preparePhone = ({ token, pin }: HandlerInput<typeof workerCalls.enrol>, ctx: Context) =>
  prepareEnrolment(ctx, token, pin)

/** Enrols a phone and sets its PIN. */
export const createPhone: Handler<typeof workerCalls.enrol, string> = ({ token, timeZone }, ctx, pinHash) =>
  enrolPhone(ctx, token, timeZone, pinHash)

const preparePinLogin = ({ device, pin }: HandlerInput<typeof workerCalls.loginPin>, ctx: Context) =>
  checkPinOfPhone(ctx, device, pin)

/** Signs in on an enrolled phone with the PIN. */
export const loginWithPin: Handler<typeof workerCalls.loginPin, CheckedPin> = ({ device }, ctx, checked) =>
  signInWithPin(ctx, device, checked)

const workerRoutes = routes(workerCalls, {
  create: createWorkerAccount,

  offer: createPhoneOffer,

  phones: getPhones,

  endPhone: deletePhone,

  describeOffer: getPhoneOffer,

  enrol: { prepare: preparePhone, handle: createPhone },

  loginPin: { prepare: preparePinLogin, handle: loginWithPin },
})

/** Refuses actions that only the person may take: not while acting, and only after the password was given again. */
const requireOwnAndRecent = (ctx: Context) => {
  refuseWhileActing(ctx)
  requireRecent(ctx)
}
const present = ({ db, actor, session }: Context) =>
  presentCurrentUser(db, actor.id, actor.companyId, session?.actingUserId)

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
  const { email, name } = await present(ctx)
  return startTwoFactor(ctx, email ?? name)
}

/** Turns the second factor on. */
export const confirmOwnTwoFactor: Handler<typeof meCalls.confirmTwoFactor> = (input, ctx) => {
  refuseWhileActing(ctx)
  return confirmTwoFactor(ctx, input.code)
}

/** Makes new recovery codes. */
export const createRecoveryCodes: Handler<typeof meCalls.renewRecoveryCodes> = (_, ctx) => {
  requireOwnAndRecent(ctx)
  return renewRecoveryCodes(ctx)
}

/** Turns the second factor off. */
export const deleteTwoFactor: Handler<typeof meCalls.endTwoFactor> = async (_, ctx) => {
  requireOwnAndRecent(ctx)
  await endOwnTwoFactor(ctx)
  return null
}

const meRoutes = routes(meCalls, {
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

export const accountsModule: Module = {
  isolation: [userIsolation, sessionIsolation],
  routes: [...userRoutes, ...authRoutes, ...workerRoutes, ...meRoutes],
  jobs: [eraseArchivedUsers, forgetEndedSessions, endGuests],
  notices: accountMails,
  channels: userChannels,
  actions: [confirmEmail, changeEmail, letIn],
}
