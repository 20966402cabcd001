/** Confirming and changing the address of an account. */
import { and, eq } from 'drizzle-orm'
import { Problem } from '#shared/lib/problem.ts'
import { newLink, voidLinks } from '../actions/commands.ts'
import { audit } from '../audit/commands.ts'
import type { ActionKind } from '../lib/actionKind.ts'
import type { Context } from '../lib/context.ts'
import { notify, notifyAddress } from '../notices/commands.ts'
import { users } from '../users/table.ts'
import { giveAddress } from './commands.ts'
import { aboutAccount, changeAddressMail, confirmAddressMail } from './mails.ts'

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
