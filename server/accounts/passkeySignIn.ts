/**
 * Signing in with a passkey: after the password as the second factor, or alone, where the device checks who uses it by
 * a PIN, a finger or a face.
 */
import { and, eq, isNull, lt } from 'drizzle-orm'
import type { passkeys as passkeyCalls } from '#shared/accounts/passkeys.ts'
import { actorOf } from '#shared/lib/actor.ts'
import type { HandlerInput } from '#shared/lib/contract.ts'
import { Problem } from '#shared/lib/problem.ts'
import { audit } from '../audit/commands.ts'
import type { Context } from '../lib/context.ts'
import type { Handler } from '../lib/http/routes.ts'
import { networkOf } from '../lib/network/network.ts'
import type { Limit } from '../lib/security/limits.ts'
import { countTries, giveBackAfterCommit, type Try } from '../lib/security/tries.ts'
import { onOwnConnection } from '../lib/unitOfWork.ts'
import { notify } from '../notifications/commands.ts'
import { aboutAccount, passkeyCopiedMail } from './mails.ts'
import {
  type ChallengeFor,
  checkChallenge,
  newChallenge,
  requireRelyingParty,
  takeChallenge,
} from './passkeyChallenges.ts'
import { userHandle } from './passkeys.ts'
import { passkeys } from './passkeyTable.ts'
import { findStartCompany } from './queries.ts'
import { findChallenged, ownTries, signInAfter, takeLoginChallenge } from './signIn.ts'
import { users } from './table.ts'

/** For one network: signatures cannot be guessed, but each one takes work to check. */
const ofNetwork: Limit = { name: 'passkeys of a network', tries: 300, seconds: 5 * 60 }

type PasskeyRow = typeof passkeys.$inferSelect

/** Where a password was right, the tries are those at the person's codes; otherwise those of the network. */
const triesOf = (ctx: Context, userId: number | null): Try =>
  userId === null ? [ofNetwork, networkOf(ctx.ip)] : ownTries('code', userId)

const boundTo = (userId: number | null): ChallengeFor => (userId === null ? 'sign in' : `second factor ${userId}`)

/** Says what the browser signs. */
export const getPasskeyOptions: Handler<typeof passkeyCalls.loginOptions> = async ({ challenge: login }, ctx) => {
  const party = requireRelyingParty(ctx.services)
  const userId = login === undefined ? null : await findChallenged(ctx, login)
  const known = userId === null ? [] : await ctx.db.select().from(passkeys).where(eq(passkeys.userId, userId))
  const { generateAuthenticationOptions } = await import('@simplewebauthn/server')
  const options = await generateAuthenticationOptions({
    rpID: party.id,
    challenge: newChallenge(ctx, boundTo(userId)),
    timeout: 5 * 60_000,
    userVerification: userId === null ? 'required' : 'preferred',
    allowCredentials: known.map(({ credentialId, transports }) => ({ id: credentialId, transports })),
  })
  return { options: { ...options } }
}

type Checked = { passkey: PasskeyRow; challenge: string; counter: number; tried: Try }

/**
 * Checks a signature with no connection held. Throws what `checkChallenge` throws, `passkey_unknown`,
 * `passkey_refused`, and 429.
 */
export async function preparePasskeyLogin(
  input: HandlerInput<typeof passkeyCalls.login>,
  ctx: Context,
): Promise<Checked> {
  const party = requireRelyingParty(ctx.services)
  const userId = input.challenge === undefined ? null : await findChallenged(ctx, input.challenge)
  const tried = triesOf(ctx, userId)
  await countTries(ctx, tried)
  const challenge = checkChallenge(ctx, boundTo(userId), input.clientData)
  const passkey = await findPasskey(ctx, input.credentialId)
  if (!passkey || (userId !== null && passkey.userId !== userId)) throw new Problem('passkey_unknown')
  if (input.userHandle && input.userHandle !== userHandle(ctx, passkey.userId)) throw new Problem('passkey_refused')
  const { verifyAuthenticationResponse } = await import('@simplewebauthn/server')
  const checked = await verifyAuthenticationResponse({
    response: {
      ...{ id: input.credentialId, rawId: input.credentialId, type: 'public-key', clientExtensionResults: {} },
      response: {
        clientDataJSON: input.clientData,
        authenticatorData: input.authenticatorData,
        signature: input.signature,
      },
    },
    expectedChallenge: challenge,
    expectedOrigin: party.origin,
    expectedRPID: party.id,
    // Counted by the statement that stores it, where two answers at once cannot both be right.
    credential: { id: passkey.credentialId, publicKey: new Uint8Array(passkey.publicKey), counter: -1 },
    requireUserVerification: userId === null,
  }).catch(() => null)
  if (!checked?.verified) {
    ctx.afterRollback.push(() => noteRefusal(ctx, passkey, false))
    throw new Problem('passkey_refused')
  }
  return { passkey, challenge, counter: checked.authenticationInfo.newCounter, tried }
}

async function findPasskey({ db }: Context, credentialId: string): Promise<PasskeyRow | undefined> {
  const [found] = await db
    .select({ passkey: passkeys })
    .from(passkeys)
    .innerJoin(users, and(eq(users.id, passkeys.userId), isNull(users.archivedAt)))
    .where(eq(passkeys.credentialId, credentialId))
  return found?.passkey
}

/**
 * Signs in with a checked passkey. Throws `link_expired` for a challenge that was answered or is over, and
 * `passkey_refused` where the device has counted less than before: somebody copied it. The person is told.
 */
export const loginWithPasskey: Handler<typeof passkeyCalls.login, Checked> = async (
  { challenge: login },
  ctx,
  { passkey, challenge, counter, tried },
) => {
  await takeChallenge(ctx, challenge)
  // Alone it is as a password: it opens no company that takes none.
  const alone = { userId: passkey.userId, ssoConnectionId: null, ssoSessionId: null }
  const began = login === undefined ? alone : await takeLoginChallenge(ctx, login)
  const counts = counter === 0 ? eq(passkeys.counter, 0) : lt(passkeys.counter, counter)
  const [used] = await ctx.db
    .update(passkeys)
    .set({ counter, lastUsedAt: ctx.now })
    .where(and(eq(passkeys.id, passkey.id), counts))
    .returning({ id: passkeys.id })
  if (!used) {
    ctx.afterRollback.push(() => noteRefusal(ctx, passkey, true))
    throw new Problem('passkey_refused')
  }
  giveBackAfterCommit(ctx, tried)
  return signInAfter(ctx, began)
}

/** On a connection of its own, because the request's is rolled back. */
const noteRefusal = (ctx: Context, { userId, name }: PasskeyRow, isCopied: boolean): Promise<void> =>
  onOwnConnection(ctx, async own => {
    const companyId = await findStartCompany(own.db, userId)
    const nobody = { ...own, actor: actorOf(0, null, Number.MAX_SAFE_INTEGER), session: null }
    await audit(nobody, 'passkey.refused', { type: 'User', id: userId, companyId }, isCopied ? { copied: true } : {})
    const facts = { userId, name, at: ctx.now.toISOString() }
    if (isCopied) await notify(aboutAccount(own), passkeyCopiedMail, [userId], facts)
  })
