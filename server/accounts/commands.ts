import { randomUUID } from 'node:crypto'
import { and, eq, isNotNull, isNull } from 'drizzle-orm'
import { type MailTopic, mailTopics } from '#shared/accounts/rules.ts'
import { snakeCase } from '#shared/lib/casing.ts'
import { localeOf } from '#shared/lib/language.ts'
import { invalidField, Problem } from '#shared/lib/problem.ts'
import { armLink, newLink } from '../actions/commands.ts'
import { actionLinks } from '../actions/table.ts'
import { audit } from '../audit/commands.ts'
import { companies, invites, isManagerIn, memberships } from '../companies/table.ts'
import { fairnessKey } from '../lib/concurrency/fairnessKey.ts'
import type { Context, JobServices } from '../lib/context.ts'
import { idempotencyKeys } from '../lib/db/tables.ts'
import { squarePicture } from '../lib/files/picture.ts'
import { type NotifyContext, notifyAddress } from '../notifications/commands.ts'
import { findLegalVersion } from './legalQueries.ts'
import { resetPasswordMail, resetPath } from './mails.ts'
import { findSoleManagements, isNoKey } from './queries.ts'
import { endActing, endSessions, endSessionsOf } from './sessions.ts'
import { deviceKeys, knownDevices, sessions, workerAccounts } from './sessionTable.ts'
import { ssoLinks } from './ssoTable.ts'
import { credentials, users } from './table.ts'
import { forgetFactors } from './twoFactor.ts'

type Settings = {
  name?: string | undefined
  languageId?: number | undefined
  timeZone?: string | undefined
  weekStart?: number | null | undefined
  notifications?: Partial<Record<MailTopic, boolean>> | undefined
}

/**
 * Updates the settings of the actor; fields that were not sent stay. The log names the changed fields, not their
 * values.
 */
export async function saveSettings(ctx: Context, { weekStart, notifications, ...changes }: Settings): Promise<void> {
  const [user] = await ctx.db.select().from(users).where(eq(users.id, ctx.actor.id))
  if (!user) throw new Problem('unauthenticated')
  const isMuted = (topic: MailTopic) =>
    notifications?.[topic] === undefined ? user.mutedTopics.includes(topic) : !notifications[topic]
  const wanted = {
    name: changes.name ?? user.name,
    languageId: changes.languageId ?? user.languageId,
    timeZone: changes.timeZone ?? user.timeZone,
    weekStartsOn: weekStart === undefined ? user.weekStartsOn : weekStart,
    mutedTopics: mailTopics.filter(isMuted),
  }
  const changed = keysOf(wanted).filter(field => String(wanted[field]) !== String(user[field]))
  if (changed.length === 0) return
  await ctx.db
    .update(users)
    .set({ ...Object.fromEntries(changed.map(field => [field, wanted[field]])), updatedAt: ctx.now })
    .where(eq(users.id, ctx.actor.id))
  const fields = changed.map(snakeCase).join(', ')
  await audit(ctx, 'account.updated', { type: 'User', id: ctx.actor.id }, { fields })
}

const keysOf = <Row extends object>(row: Row) => Object.keys(row) as (keyof Row & string)[]

/** Notes that somebody accepted the version that holds. Throws 409 `privacy_outdated` for another. */
export async function acceptPrivacy(ctx: Context, version: number): Promise<{ privacy_accepted_at: string }> {
  const present = await findLegalVersion(ctx.db)
  if (version !== present) throw new Problem('privacy_outdated')
  const { now } = ctx
  await ctx.db.update(users).set({ privacyAcceptedAt: now, privacyVersion: version }).where(eq(users.id, ctx.actor.id))
  await audit(ctx, 'privacy.accepted', { type: 'User', id: ctx.actor.id }, { version })
  return { privacy_accepted_at: now.toISOString() }
}

/** The context that archiving or erasing an account needs: that of a request or of a job. */
type Working = Pick<Context, 'db' | 'now'> & { services: JobServices }

/** Throws 409 `last_manager` naming the companies that would be left without one. */
export async function requireOtherManagers({ db }: Pick<Context, 'db'>, userId: number): Promise<void> {
  // Two managers who leave at once wait for each other, as in companies/commands.ts.
  await db
    .select({ id: companies.id })
    .from(companies)
    .innerJoin(memberships, eq(memberships.companyId, companies.id))
    .where(and(eq(memberships.userId, userId), isManagerIn(memberships.roleId), isNull(memberships.endedAt)))
    .orderBy(companies.id)
    .for('no key update', { of: companies })
  const alone = await findSoleManagements(db, userId)
  if (alone.length > 0) throw new Problem('last_manager', { data: { companies: alone } })
}

/**
 * Throws 409 `last_admin` where nobody else would administer this tend: its first address, which makes an administrator
 * while there is none, would be good again.
 */
export async function requireOtherAdmins({ db }: Pick<Context, 'db'>, userId: number): Promise<void> {
  const admins = await db
    .select({ id: users.id, archivedAt: users.archivedAt })
    .from(users)
    .where(and(isNotNull(users.adminSince), isNoKey(db)))
    .orderBy(users.id)
    .for('no key update')
  const isOne = admins.some(({ id }) => id === userId)
  if (isOne && !admins.some(({ id, archivedAt }) => id !== userId && !archivedAt)) throw new Problem('last_admin')
}

/**
 * Makes a user an admin, or no longer one. Sessions that act for or as them end, and so do their channels of
 * companies. Throws `last_admin`, and 422 for a user without an address.
 */
export async function setAdmin(ctx: Context, user: typeof users.$inferSelect, isAdmin: boolean): Promise<void> {
  if (isAdmin && !user.email) throw invalidField('is_admin', 'no_email')
  if (!isAdmin) await requireOtherAdmins(ctx, user.id)
  await ctx.db
    .update(users)
    .set({ adminSince: isAdmin ? ctx.now : null })
    .where(eq(users.id, user.id))
  await endActing(ctx, user.id)
  const channel = ['private-company.*', 'presence-company.*']
  await ctx.services.realtime.revoke({ userId: user.id, channel }, ctx.db)
}

/** Takes an account out of use at once; it can be restored for 30 days. */
export async function archiveUser(ctx: Working, userId: number): Promise<void> {
  await ctx.db.update(users).set({ archivedAt: ctx.now }).where(eq(users.id, userId))
  await endSessionsOf(ctx, userId)
}

/** Ends somebody's sessions in a company; those in others go on, as the account is the person's. */
export async function endSessionsIn(ctx: Pick<Context, 'db' | 'services'>, userId: number, companyId: number) {
  const found = await ctx.db
    .select({ id: sessions.id })
    .from(sessions)
    .where(and(eq(sessions.userId, userId), eq(sessions.companyId, companyId)))
  await endSessions(
    ctx,
    found.map(({ id }) => id),
  )
}

/**
 * Takes out for good what says who somebody was: name, address, picture, everything to sign in with, devices, links.
 * What they did for a company stays, under a name that says only that somebody did it
 * (docs/decisions/0015-deleted-accounts.md).
 */
export async function eraseUser(ctx: Working, userId: number): Promise<void> {
  const { db, now, services } = ctx
  const [user] = await db.select().from(users).where(eq(users.id, userId)).for('update')
  if (!user || user.erasedAt) return
  await endSessionsOf(ctx, userId)
  await db
    .update(users)
    .set({
      name: services.texts(localeOf(user.languageId))('users.former'),
      email: null,
      emailConfirmedAt: null,
      avatar: null,
      adminSince: null,
      mutedTopics: [...mailTopics],
      archivedAt: user.archivedAt ?? now,
      erasedAt: now,
      updatedAt: now,
    })
    .where(eq(users.id, userId))
  await db
    .update(memberships)
    .set({ endedAt: now })
    .where(and(eq(memberships.userId, userId), isNull(memberships.endedAt)))
  await db.delete(credentials).where(eq(credentials.userId, userId))
  await forgetFactors(db, userId)
  await db.delete(ssoLinks).where(eq(ssoLinks.userId, userId))
  await db.delete(deviceKeys).where(eq(deviceKeys.userId, userId))
  await db.delete(knownDevices).where(eq(knownDevices.userId, userId))
  await db.delete(workerAccounts).where(eq(workerAccounts.userId, userId))
  await db.delete(actionLinks).where(eq(actionLinks.userId, userId))
  await db.delete(idempotencyKeys).where(eq(idempotencyKeys.userId, userId))
  await db.update(invites).set({ email: '–' }).where(eq(invites.acceptedBy, userId))
  if (user.avatar) await services.storage.remove(user.avatar)
}

/**
 * Cuts the sent picture and writes it into the store; where. Everybody may see it who knows its name, which cannot be
 * guessed and changes with each picture.
 */
export async function storeAvatar(ctx: Context): Promise<string> {
  const { upload } = ctx
  if (!upload) throw invalidField('file', 'required')
  const content = await squarePicture(upload.content, fairnessKey(ctx.actor, ctx.ip))
  const path = `avatars/${randomUUID()}.webp`
  ctx.afterRollback.push(() => ctx.services.storage.remove(path))
  await ctx.services.storage.write(path, content)
  return path
}

/** Puts a picture, or none, in place of the one before, whose file goes with the commit. */
export async function replaceAvatar(ctx: Context, path: string | null): Promise<void> {
  const { storage, log } = ctx.services
  const [before] = await ctx.db
    .select({ avatar: users.avatar })
    .from(users)
    .where(eq(users.id, ctx.actor.id))
    .for('update')
  await ctx.db.update(users).set({ avatar: path, updatedAt: ctx.now }).where(eq(users.id, ctx.actor.id))
  await audit(ctx, 'account.updated', { type: 'User', id: ctx.actor.id }, { fields: 'avatar' })
  const old = before?.avatar
  if (old)
    ctx.afterCommit.push(() => {
      storage
        .remove(old)
        .catch(error => log.error({ err: error }, 'The old picture could not be removed from the store'))
    })
}

/**
 * Path of a link to choose a new password, good once and for an hour, to hand over where no mails leave. It is handed
 * over by somebody of a company, or by an administrator (null), and ends when they might not hand it over any more.
 */
export async function passwordResetPath(
  ctx: Context,
  userId: number,
  email: string,
  companyId: number | null,
): Promise<string> {
  const details = { handedOverIn: companyId ?? 'platform' }
  const link = await newLink(ctx.db, ctx.now, { kind: 'reset_password', userId, life: 3600_000, details })
  const armed = await armLink(ctx.db, link)
  if (!armed) throw new Error('The link was not stored.')
  return resetPath(armed.token, email)
}

/** Mails a link to choose a new password, asked for by the person or by a manager of their company. */
export const mailPasswordReset = (teller: NotifyContext, email: string): Promise<void> =>
  notifyAddress(teller, resetPasswordMail, { email: email.toLowerCase() })
