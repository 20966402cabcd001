/** Workers without e-mail: their accounts, the phones that open tend for them, and the PIN there. */
import { and, desc, eq, isNotNull, isNull } from 'drizzle-orm'
import type { WorkerPhone } from '#shared/accounts/workers.ts'
import { actorOf } from '#shared/lib/actor.ts'
import { invalidField, Problem } from '#shared/lib/problem.ts'
import { roles } from '#shared/lib/roles.ts'
import { audit, auditRefusal } from '../audit/commands.ts'
import { join } from '../companies/commands.ts'
import { findCompany, isAtWork } from '../companies/queries.ts'
import { isWithinOwn, ownReach, presentReach } from '../companies/reachQueries.ts'
import { requireMayGrant } from '../companies/roleQueries.ts'
import { companies, memberships } from '../companies/table.ts'
import { type Context, permitted } from '../lib/context.ts'
import type { Database } from '../lib/db/pools.ts'
import type { Limit } from '../lib/security/limits.ts'
import { hashed, isRight } from '../lib/security/passwordHash.ts'
import { hashToken, randomToken } from '../lib/security/secrets.ts'
import { onOwnConnection } from '../lib/unitOfWork.ts'
import { endSessions, signIn } from './sessions.ts'
import { enrolments, sessions, workerAccounts } from './sessionTable.ts'
import { users } from './table.ts'

/**
 * A code on a screen can be seen by others, so it is short-lived. A printed card may reach its worker only next week.
 */
const offerLives = { shown: 15 * 60_000, printed: 7 * 24 * 3600_000 }

type NewWorker = {
  id: number
  name: string
  userName: string
  roleId?: number | undefined
  languageId?: number | undefined
}

/**
 * Makes an account without e-mail in a company. Throws 422 for a user name that is taken there, 403 where the plan has
 * no room.
 */
export async function createWorker(
  ctx: Context,
  { id: companyId, name, userName, roleId = roles.employee, languageId }: NewWorker,
) {
  const company = await findCompany(ctx.db, companyId)
  if (!company) throw new Problem('not_found')
  await requireMayGrant(ctx, companyId, roleId)
  const [user] = await ctx.db
    .insert(users)
    .values({ name, languageId: languageId ?? company.languageId, timeZone: company.timeZone })
    .returning({ id: users.id })
  if (!user) throw new Error('The worker was not stored.')
  await join(ctx, companyId, user.id, roleId, ownReach(ctx))
  await ctx.db.insert(workerAccounts).values({ companyId, userId: user.id, userName })
  await audit(ctx, 'worker.created', { type: 'User', id: user.id, companyId }, { role_id: roleId })
  return { id: user.id, name, user_name: userName, role_id: roleId }
}

/**
 * An offer to connect a phone, for 15 minutes, or on paper for 7 days; one that was not taken yet is void from now on.
 */
export async function offerPhone(ctx: Context, { userId, companyId }: WorkerRow, printed = false) {
  const token = randomToken()
  const offerExpiresAt = new Date(ctx.now.getTime() + offerLives[printed ? 'printed' : 'shown'])
  // A concurrent offer waits here, and ends the first.
  await ctx.db.select().from(workerAccounts).where(eq(workerAccounts.userId, userId)).for('update')
  await ctx.db
    .update(enrolments)
    .set({ endedAt: ctx.now })
    .where(and(eq(enrolments.userId, userId), isNull(enrolments.enrolledAt), isNull(enrolments.endedAt)))
  await ctx.db
    .insert(enrolments)
    .values({ userId, offerHash: hashToken(token), offerExpiresAt, offeredBy: ctx.actor.id, createdAt: ctx.now })
  await audit(ctx, 'phone.offered', { type: 'User', id: userId, companyId })
  const address = ctx.services.address(`/auth/enrol/${token}`)
  return { address, token, expires_at: offerExpiresAt.toISOString() }
}

/** The hash of the PIN for the phone that takes an offer. Throws what `accessOffer` throws, and 422 for an easy PIN. */
export async function prepareEnrolment(ctx: Context, token: string, pin: string): Promise<string> {
  await accessOffer(ctx.db, token, ctx.now)
  if (isEasy(pin)) throw invalidField('pin', 'pin_too_easy')
  return hashed(ctx, pin)
}

/** Takes an offer on this phone and signs in. Of two phones that take it at once, one gets `link_used`. */
export async function enrolPhone(ctx: Context, token: string, timeZone: string | undefined, pinHash: string) {
  const { enrolment, companyId } = await accessOffer(ctx.db, token, ctx.now)
  const device = randomToken()
  const [taken] = await ctx.db
    .update(enrolments)
    .set({
      deviceHash: hashToken(device),
      pinHash,
      userAgent: ctx.userAgent,
      enrolledAt: ctx.now,
      lastUsedAt: ctx.now,
    })
    .where(and(eq(enrolments.id, enrolment.id), isNull(enrolments.enrolledAt), isNull(enrolments.endedAt)))
    .returning({ userId: enrolments.userId })
  if (!taken) throw new Problem('link_used', { data: { kind: 'enrolment' } })
  if (timeZone) await ctx.db.update(users).set({ timeZone }).where(eq(users.id, taken.userId))
  await audit({ ...ctx, actor: actorOf(taken.userId, companyId, roles.employee) }, 'phone.enrolled', {
    type: 'User',
    id: taken.userId,
  })
  return { ...(await signIn(ctx, taken.userId, { enrolmentId: enrolment.id })), device }
}

/** The enrolment of a phone. Throws 410 `enrolment_ended` where it is no longer one. */
async function accessPhone({ db }: Context, device: string) {
  const [enrolment] = await db
    .select({ id: enrolments.id, userId: enrolments.userId })
    .from(enrolments)
    .innerJoin(users, and(eq(users.id, enrolments.userId), isNull(users.archivedAt)))
    .where(eq(enrolments.deviceHash, hashToken(device)))
  if (!enrolment) throw new Problem('enrolment_ended')
  return enrolment
}

/** Checks the PIN of a phone. Throws `enrolment_ended`, else what a wrong PIN throws. */
export const checkPinOfPhone = async (ctx: Context, device: string, pin: string): Promise<CheckedPin> =>
  checkPin(ctx, (await accessPhone(ctx, device)).id, pin)

/**
 * Signs in on an enrolled phone. It has one session at a time: one that was handed over while the phone was offline
 * ends now. Throws 410 `enrolment_ended` where it is no longer the phone whose PIN was checked.
 */
export async function signInWithPin(ctx: Context, device: string, checked: CheckedPin) {
  const enrolment = await accessPhone(ctx, device)
  if (enrolment.id !== checked.enrolmentId) throw new Problem('enrolment_ended')
  await acceptPin(ctx, checked)
  await endSessionsOfPhone(ctx, enrolment.id)
  return signIn(ctx, enrolment.userId, { enrolmentId: enrolment.id })
}

/** In a row: a right PIN forgets the wrong ones. */
const wrongPins: Limit = { name: 'wrong PINs', tries: 5, seconds: 0 }

/** A phone with the hash against which its PIN was right. */
export type CheckedPin = { enrolmentId: number; pinHash: string }

/**
 * Checks the PIN of an enrolled phone, with no connection held. Throws `wrong_pin` with how many tries are left, and
 * `enrolment_ended` with the fifth wrong one. A try counts before it is checked, so simultaneous tries are five at
 * most.
 */
export async function checkPin(ctx: Context, enrolmentId: number, pin: string): Promise<CheckedPin> {
  const { limits } = ctx.services
  const [enrolment] = await ctx.db
    .select({ userId: enrolments.userId, pinHash: enrolments.pinHash, companyId: workerAccounts.companyId })
    .from(enrolments)
    .innerJoin(workerAccounts, eq(workerAccounts.userId, enrolments.userId))
    .where(eq(enrolments.id, enrolmentId))
  if (!enrolment?.pinHash) throw new Problem('enrolment_ended')
  const key = String(enrolmentId)
  const { pinHash } = enrolment
  const left = await limits.spend(wrongPins, key).catch(error => {
    throw error instanceof Problem ? new Problem('enrolment_ended') : error
  })
  if (await isRight(ctx, pinHash, pin)) {
    await limits.forget(wrongPins, key)
    return { enrolmentId, pinHash }
  }
  auditRefusal(ctx, 'phone.refused', { type: 'User', id: enrolment.userId, companyId: enrolment.companyId })
  if (left > 0) throw new Problem('wrong_pin', { data: { tries_left: left } })
  ctx.afterRollback.push(() =>
    onOwnConnection(ctx, own =>
      endEnrolment({ ...own, actor: actorOf(enrolment.userId, null, roles.employee) }, enrolmentId),
    ),
  )
  throw new Problem('enrolment_ended')
}

/**
 * Notes that a phone was opened with its PIN. Throws `enrolment_ended` where it is no longer the PIN that was checked.
 */
export async function acceptPin({ db, now }: Context, { enrolmentId, pinHash }: CheckedPin): Promise<void> {
  const accepted = await db
    .update(enrolments)
    .set({ lastUsedAt: now })
    .where(and(eq(enrolments.id, enrolmentId), eq(enrolments.pinHash, pinHash)))
    .returning({ id: enrolments.id })
  if (accepted.length === 0) throw new Problem('enrolment_ended')
}

/** Ends a phone: the PIN opens nothing there any more, and it is signed out. */
export async function endEnrolment(ctx: Context, enrolmentId: number): Promise<void> {
  const [ended] = await ctx.db
    .update(enrolments)
    .set({ endedAt: ctx.now, deviceHash: null, pinHash: null })
    .where(eq(enrolments.id, enrolmentId))
    .returning({ userId: enrolments.userId })
  await endSessionsOfPhone(ctx, enrolmentId)
  const [account] = await ctx.db
    .select({ companyId: workerAccounts.companyId })
    .from(workerAccounts)
    .where(eq(workerAccounts.userId, ended?.userId ?? 0))
  await audit(ctx, 'phone.ended', { type: 'User', id: ended?.userId ?? null, companyId: account?.companyId ?? null })
}

async function endSessionsOfPhone(ctx: Context, enrolmentId: number): Promise<void> {
  const open = await ctx.db.select({ id: sessions.id }).from(sessions).where(eq(sessions.enrolmentId, enrolmentId))
  await endSessions(
    ctx,
    open.map(({ id }) => id),
  )
}

/** One digit only, or digits in a row: the first that anybody tries. */
const isEasy = (pin: string) =>
  /^(\d)\1+$/.test(pin) || '01234567890123'.includes(pin) || '98765432109876'.includes(pin)

type WorkerRow = typeof workerAccounts.$inferSelect

/** The worker if the actor may do this with them; a Problem that does not tell which otherwise. */
export async function accessWorker(
  ctx: Context,
  companyId: number,
  userId: number,
  action: string,
): Promise<WorkerRow> {
  const [found] = await ctx.db
    .select({ worker: workerAccounts, membership: memberships })
    .from(workerAccounts)
    .innerJoin(
      memberships,
      and(eq(memberships.companyId, workerAccounts.companyId), eq(memberships.userId, workerAccounts.userId), isAtWork),
    )
    .where(and(eq(workerAccounts.companyId, companyId), eq(workerAccounts.userId, userId)))
  const worker = permitted(ctx, action, 'WorkerAccount', found?.worker)
  // A phone of somebody who works in more would show more than the own reach.
  if (found && action !== 'read' && !isWithinOwn(ctx, presentReach(found.membership))) throw new Problem('forbidden')
  return worker
}

/** The phones that open tend for a worker, the latest first. */
export async function listPhones(db: Database, userId: number): Promise<WorkerPhone[]> {
  const rows = await db
    .select()
    .from(enrolments)
    .where(and(eq(enrolments.userId, userId), isNotNull(enrolments.enrolledAt), isNull(enrolments.endedAt)))
    .orderBy(desc(enrolments.id))
  return rows.map(row => ({
    id: row.id,
    device: row.userAgent,
    enrolled_at: (row.enrolledAt ?? row.createdAt).toISOString(),
    last_used_at: row.lastUsedAt?.toISOString() ?? null,
  }))
}

/**
 * Returns the offer of a QR code, with its worker. Throws 404 for a wrong one, 410 for one that was taken or has
 * expired.
 */
export async function accessOffer(db: Database, token: string, now: Date) {
  const [found] = await db
    .select({
      enrolment: enrolments,
      name: users.name,
      userName: workerAccounts.userName,
      companyId: workerAccounts.companyId,
      companyName: companies.name,
    })
    .from(enrolments)
    .innerJoin(workerAccounts, eq(workerAccounts.userId, enrolments.userId))
    .innerJoin(users, and(eq(users.id, enrolments.userId), isNull(users.archivedAt)))
    .innerJoin(companies, and(eq(companies.id, workerAccounts.companyId), isNull(companies.archivedAt)))
    .where(eq(enrolments.offerHash, hashToken(token)))
  if (!found) throw new Problem('not_found')
  const { enrolledAt, endedAt, offerExpiresAt } = found.enrolment
  if (enrolledAt || endedAt) throw new Problem('link_used', { data: { kind: 'enrolment' } })
  if (offerExpiresAt <= now) throw new Problem('link_expired', { data: { kind: 'enrolment' } })
  return found
}
