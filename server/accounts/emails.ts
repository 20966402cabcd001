/** Confirming and changing the address of an account. */
import { and, eq, isNotNull, ne, sql } from 'drizzle-orm'
import { Problem } from '#shared/lib/problem.ts'
import { newLink, voidLinks } from '../actions/commands.ts'
import { audit } from '../audit/commands.ts'
import type { ActionKind, Context } from '../lib/context.ts'
import type { Database } from '../lib/db/pools.ts'
import { notify, notifyAddress } from '../notifications/commands.ts'
import { aboutAccount, addressChangedMail, changeAddressMail, confirmAddressMail } from './mails.ts'
import { endSessions } from './sessions.ts'
import { sessions, workerAccounts } from './sessionTable.ts'
import { users } from './table.ts'

const hour = 3600_000

/** Writes the mail that asks somebody to confirm the address that they have. */
export async function askToConfirm(ctx: Context, userId: number, email: string): Promise<void> {
  const linkId = await newLink(ctx.db, ctx.now, {
    kind: 'confirm_email',
    userId,
    life: 7 * 24 * hour,
    details: { email },
  })
  await notify(aboutAccount(ctx), confirmAddressMail, [userId], { linkId })
}

export const confirmEmail: ActionKind = {
  name: 'confirm_email',
  isSingle: true,
  describe: (_, { details }) => ({ email: String(details.email) }),
  perform: async (ctx, { userId, details }) => {
    const [confirmed] = await ctx.db
      .update(users)
      .set({ emailConfirmedAt: ctx.now })
      .where(and(eq(users.id, userId), eq(users.email, String(details.email))))
      .returning({ id: users.id })
    // The address was changed since the mail was written.
    if (!confirmed) throw new Problem('link_expired', { data: { kind: 'confirm_email' } })
    await audit(ctx, 'account.email_confirmed', { type: 'User', id: userId, companyId: null })
  },
}

/** Asks the new address for a confirmation; a later wish replaces an earlier one. */
export async function askToChange(ctx: Context, email: string): Promise<void> {
  const userId = ctx.actor.id
  await voidLinks(ctx, 'change_email', userId)
  const linkId = await newLink(ctx.db, ctx.now, { kind: 'change_email', userId, life: 24 * hour, details: { email } })
  await audit(ctx, 'account.email_asked', { type: 'User', id: userId })
  await notifyAddress(aboutAccount(ctx), changeAddressMail, { linkId })
}

export const changeEmail: ActionKind = {
  name: 'change_email',
  isSingle: true,
  describe: (_, { details }) => ({ email: String(details.email) }),
  perform: (ctx, { userId, details }) => giveAddress(ctx, userId, String(details.email)),
}

/**
 * Sets the address of an account, tells the old and the new address, and voids links to the old one. A worker without
 * an address signs in with it from now on and no longer with a PIN. Throws `email_taken`.
 */
export async function giveAddress(
  ctx: Context,
  userId: number,
  email: string,
  { isConfirmed } = { isConfirmed: true },
): Promise<void> {
  const [before] = await ctx.db.select({ email: users.email }).from(users).where(eq(users.id, userId)).for('update')
  if (!before || (await isTaken(ctx.db, email, userId))) throw new Problem('email_taken')
  const emailConfirmedAt = isConfirmed ? ctx.now : null
  await ctx.db.update(users).set({ email, emailConfirmedAt, updatedAt: ctx.now }).where(eq(users.id, userId))
  await endPhones(ctx, userId)
  for (const kind of ['reset_password', 'confirm_email', 'change_email']) await voidLinks(ctx, kind, userId)
  await audit(ctx, 'account.email_changed', { type: 'User', id: userId, companyId: null })
  for (const to of new Set([email, before.email]))
    if (to)
      await notifyAddress(aboutAccount(ctx), addressChangedMail, { userId, to, email, before: before.email ?? '–' })
}

/** A worker's account without e-mail is over, and with it the sessions of its phones. */
async function endPhones(ctx: Context, userId: number): Promise<void> {
  const open = await ctx.db
    .select({ id: sessions.id })
    .from(sessions)
    .where(and(eq(sessions.userId, userId), isNotNull(sessions.enrolmentId)))
  await endSessions(
    ctx,
    open.map(({ id }) => id),
  )
  await ctx.db.delete(workerAccounts).where(eq(workerAccounts.userId, userId))
}

async function isTaken(db: Database, email: string, exceptUserId: number): Promise<boolean> {
  const found = await db
    .select({ id: users.id })
    .from(users)
    .where(and(eq(sql`lower(${users.email})`, email), ne(users.id, exceptUserId)))
  return found.length > 0
}
