/** Signing in and out, passwords, email addresses and the current user. */
import { eq } from 'drizzle-orm'
import { auth as authCalls } from '#shared/accounts/contract.ts'
import type { HandlerInput } from '#shared/lib/contract.ts'
import { Problem } from '#shared/lib/problem.ts'
import { audit } from '../audit/commands.ts'
import { findCompanyRole } from '../companies/queries.ts'
import type { Context } from '../lib/context.ts'
import { type Handler, routes } from '../lib/http/routes.ts'
import { countTries } from '../lib/security/tries.ts'
import { acceptPrivacy, saveSettings } from './commands.ts'
import { askToChange, askToConfirm, giveAddress } from './emails.ts'
import { findRelyingParty } from './passkeyChallenges.ts'
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
import { hasMail, presentCurrentUser, refuseWhileActing, requireOwnAndRecent, requireRecent } from './queries.ts'
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
  refreshSession,
  renewStorageCookie,
  sessionOf,
  signIn,
  switchBack,
  switchUser,
} from './sessions.ts'
import { sessions } from './sessionTable.ts'
import { checkLogin, countCode, mailTries, rememberDevice, signInWithCode, signInWithPassword } from './signIn.ts'
import { signOutAddressOf } from './sso/logout.ts'
import {
  hasDomains,
  isPasswordRefused,
  platformChoice,
  refuseInSsoOfCompany,
  requireMayEnter,
} from './sso/ssoQueries.ts'

/** Returns the available ways to sign in. */
export const getSignInOptions: Handler<typeof authCalls.options> = async (_, { db, services }) => ({
  registration: services.config.registration,
  guest_login: services.config.guestCompanyId !== undefined,
  has_mail: services.config.smtpUrl !== undefined,
  sso: await platformChoice(db),
  sso_by_address: await hasDomains(db),
  password: !(await isPasswordRefused(db, null)),
  passkey_address: findRelyingParty(services)?.origin ?? null,
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
  refuseInSsoOfCompany(ctx)
  await countTries(ctx, [mailTries.own, String(ctx.actor.id)])
}

/** Sends the link that confirms a new email address of the own account. */
export const requestEmailChange: Handler<typeof authCalls.changeEmail> = async ({ email }, ctx) => {
  if (hasMail(ctx.services)) await askToChange(ctx, email)
  else await giveAddress(ctx, ctx.actor.id, email, { isConfirmed: false })
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

const prepareLogout = (_: unknown, ctx: Context) => signOutAddressOf(ctx)

/** Signs out. */
export const logout: Handler<typeof authCalls.logout, string | null> = async (_, ctx, address) => {
  await audit(ctx, 'session.ended', { type: 'User', id: ctx.actor.id })
  await endOwnSession(ctx)
  return address === null ? null : { address }
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
  return presentCurrentUser(ctx, ctx.actor.id, ctx.actor.companyId, ctx.session?.actingUserId, ctx.session?.id)
}

/** Changes the own account or the company of this session. */
export const updateCurrentUser: Handler<typeof authCalls.updateUser> = async ({ companyId, ...changes }, ctx) => {
  if (companyId !== undefined) await workIn(ctx, companyId)
  await saveSettings(ctx, changes)
  return presentCurrentUser(
    ctx,
    ctx.actor.id,
    companyId === undefined ? ctx.actor.companyId : companyId,
    ctx.session?.actingUserId,
    ctx.session?.id,
  )
}

export const authRoutes = routes(authCalls, {
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
  logout: { prepare: prepareLogout, handle: logout },
  refresh: refreshLogin,
  deviceKey: { prepare: getDeviceKey },
  user: getCurrentUser,
  updateUser: updateCurrentUser,
})

/** The address that the actor has still to confirm, if there is one. */
async function unconfirmedAddress(ctx: Context): Promise<string | null> {
  refuseWhileActing(ctx)
  const { email, email_confirmed_at } = await presentCurrentUser(ctx, ctx.actor.id, null)
  return email_confirmed_at ? null : (email ?? null)
}

/** Moves this session, and no other, to another company of the actor, or an administrator's out of one. */
async function workIn(ctx: Context, companyId: number | null): Promise<void> {
  if (!ctx.actor.isAdmin && (companyId === null || !(await findCompanyRole(ctx.db, ctx.actor.id, companyId))))
    throw new Problem('not_found')
  if (companyId !== null) await requireMayEnter(ctx, companyId)
  const id = sessionOf(ctx)
  await ctx.db.update(sessions).set({ companyId }).where(eq(sessions.id, id))
  await ctx.services.realtime.revoke({ sessionId: id }, ctx.db)
}
