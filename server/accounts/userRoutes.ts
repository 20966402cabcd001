/** Accounts of people as administrators see them, and accounts of workers without an email address. */
import { and, eq } from 'drizzle-orm'
import { users as userCalls } from '#shared/accounts/users.ts'
import { workers as workerCalls } from '#shared/accounts/workers.ts'
import type { HandlerInput } from '#shared/lib/contract.ts'
import { Problem } from '#shared/lib/problem.ts'
import { audit } from '../audit/commands.ts'
import { type Context, companyOf, permitted } from '../lib/context.ts'
import { type Handler, routes } from '../lib/http/routes.ts'
import { reviseRow } from '../lib/registers/register.ts'
import type { Limit } from '../lib/security/limits.ts'
import { countTries } from '../lib/security/tries.ts'
import { archiveUser, requireOtherAdmins, requireOtherManagers, setAdmin } from './commands.ts'
import { giveAddress } from './emails.ts'
import { requireRecent } from './queries.ts'
import { enrolments } from './sessionTable.ts'
import { users } from './table.ts'
import { endTwoFactor } from './twoFactor.ts'
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

export const userRoutes = routes(userCalls, {
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

export const workerRoutes = routes(workerCalls, {
  create: createWorkerAccount,
  offer: createPhoneOffer,
  phones: getPhones,
  endPhone: deletePhone,
  describeOffer: getPhoneOffer,
  enrol: { prepare: preparePhone, handle: createPhone },
  loginPin: { prepare: preparePinLogin, handle: loginWithPin },
})
