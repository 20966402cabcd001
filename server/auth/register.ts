import { actorOf } from '#shared/lib/actor.ts'
import { languageIdOf } from '#shared/lib/language.ts'
import { invalidField, Problem } from '#shared/lib/problem.ts'
import { audit } from '../audit/commands.ts'
import { acceptInvite } from '../invites/commands.ts'
import { findInviteByToken } from '../invites/queries.ts'
import type { Context } from '../lib/context.ts'
import { networkOf } from '../lib/http/network.ts'
import { countTries, giveBackTries, type Try } from '../lib/security/tries.ts'
import { users } from '../users/table.ts'
import { signIn } from './commands.ts'
import { requireUncommon } from './commonPasswords.ts'
import { rememberDevice } from './devices.ts'
import { askToConfirm } from './emails.ts'
import { storePassword } from './passwords.ts'
import { registerTries } from './tries.ts'

type Registration = {
  name: string
  email?: string | undefined
  password: string
  languageId?: number | undefined
  timeZone?: string | undefined
  inviteToken?: string | undefined
}

/**
 * Makes an account and signs in to it. With an invitation its address is the account's, confirmed if the link came by mail, and its
 * company is joined. Throws 403 where the settings do not allow it, 422 `email_taken`, 429 after five tries.
 */
export async function register(ctx: Context, { inviteToken, password, ...person }: Registration) {
  requireRegistration(ctx, inviteToken !== undefined)
  await requireUncommon(password)
  // A link that is good is no try at guessing one, and a whole team registers from one place.
  const found = inviteToken === undefined ? null : await triedInvite(ctx, inviteToken)
  const fromPlace: Try = [registerTries.byPlace, networkOf(ctx.ip)]
  if (!found) await countTries(ctx, fromPlace)
  const invite = found?.invite
  const isProven = found?.way === 'mailed'
  const email = invite?.email ?? person.email
  if (!email) throw invalidField('email', 'required')
  await countTries(ctx, [registerTries.byEmail, email])

  const [user] = await ctx.db
    .insert(users)
    .values({
      name: person.name,
      email,
      emailConfirmedAt: isProven ? ctx.now : null,
      languageId: person.languageId ?? languageIdOf(ctx.locale),
      ...(person.timeZone && { timeZone: person.timeZone }),
      createdAt: ctx.now,
    })
    .onConflictDoNothing()
    .returning({ id: users.id })
  if (!user) throw new Problem('email_taken')
  if (!found) await giveBackTries(ctx, fromPlace)
  await storePassword(ctx, user.id, password)
  await audit({ ...ctx, actor: actorOf(user.id, null, 0) }, 'account.registered', {
    type: 'User',
    id: user.id,
    companyId: invite?.companyId ?? null,
  })
  if (invite) await acceptInvite(ctx, invite, user.id)
  if (!isProven) await askToConfirm(ctx, user.id, email)
  return signIn(ctx, user.id, { knownDeviceId: await rememberDevice(ctx, user.id) })
}

/** The invitation of a token; one that opens nothing counts as a try from its place. */
async function triedInvite(ctx: Context, token: string) {
  try {
    return await findInviteByToken(ctx, token)
  } catch (error) {
    if (error instanceof Problem) await countTries(ctx, [registerTries.byPlace, networkOf(ctx.ip)])
    throw error
  }
}

function requireRegistration({ services: { config } }: Context, isInvited: boolean): void {
  if (config.registration === 'off') throw new Problem('registration_off')
  if (config.registration === 'invitation' && !isInvited) throw new Problem('registration_by_invitation')
}
