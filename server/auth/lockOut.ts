/**
 * Somebody guessed so often at an account that devices which are not known there have to wait, its owner's new one among them. A mail then
 * brings the owner a link, good once: the browser in which it is followed is one of theirs from then on, with tries of its own. It signs
 * nobody in: the password is asked for as before.
 */
import { Problem } from '#shared/lib/problem.ts'
import { audit } from '../audit/commands.ts'
import type { ActionKind } from '../lib/actionKind.ts'
import type { Context } from '../lib/context.ts'
import { withDatabase } from '../lib/db/pools.ts'
import { prepared } from '../lib/heavy/preparation.ts'
import { areTriesLeft, countTries, type Try } from '../lib/security/tries.ts'
import { notifyAddress } from '../notices/commands.ts'
import { rememberDevice } from './devices.ts'
import { aboutAccount, letInMail } from './mails.ts'
import { mailTries } from './tries.ts'

/** Counts a try at signing in. After too many it mails the owner of the address, once an hour, and throws. */
export async function countOrMailLetIn(ctx: Context, email: string, tries: Try[]): Promise<void> {
  try {
    await countTries(ctx, ...tries)
  } catch (error) {
    if (error instanceof Problem && (await areTriesLeft(ctx, [mailTries.letIn, email])))
      // The request itself is rolled back, and holds no connection meanwhile. Who has the address is only found out by the delivery.
      await prepared(ctx, 'let in', () =>
        withDatabase(ctx.services.pools.platform, { companyId: null, userId: null }, true, db =>
          notifyAddress(aboutAccount({ ...ctx, db }), letInMail, { email: email.toLowerCase() }),
        ),
      )
    // Said to everybody, whether the address is anybody's or not.
    if (error instanceof Problem)
      throw new Problem(error.code, { retryAfter: error.retryAfter ?? 60, text: 'locked_out' })
    throw error
  }
}

export const letIn: ActionKind = {
  name: 'let_in',
  isSingle: true,
  describe: () => ({}),
  perform: async (ctx, { userId }) => {
    await rememberDevice(ctx, userId)
    await audit(ctx, 'account.let_in', { type: 'User', id: userId, companyId: null })
  },
}
