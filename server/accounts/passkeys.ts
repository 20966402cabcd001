/** The own passkeys: adding, renaming and removing them. How they sign in is in `passkeySignIn.ts`. */
import { and, asc, eq } from 'drizzle-orm'
import { maxPasskeys, type passkeys as passkeyCalls } from '#shared/accounts/passkeys.ts'
import type { HandlerInput } from '#shared/lib/contract.ts'
import { invalidField, Problem } from '#shared/lib/problem.ts'
import { audit } from '../audit/commands.ts'
import type { Context } from '../lib/context.ts'
import type { Handler } from '../lib/http/routes.ts'
import { derive } from '../lib/security/secrets.ts'
import { notify } from '../notifications/commands.ts'
import { aboutAccount, passkeyAddedMail, passkeyRemovedMail } from './mails.ts'
import {
  checkChallenge,
  findRelyingParty,
  newChallenge,
  requireRelyingParty,
  takeChallenge,
} from './passkeyChallenges.ts'
import { passkeys } from './passkeyTable.ts'
import { hasTwoFactor, refuseWhileActing, requireOwnAndRecent } from './queries.ts'
import { refuseInSsoOfCompany } from './sso/ssoQueries.ts'
import { users } from './table.ts'
import { forgetCodesWithoutFactor, lockFactors, newRecoveryCodes, requireOtherFactor } from './twoFactor.ts'

type PasskeyRow = typeof passkeys.$inferSelect

const present = ({ id, name, createdAt, lastUsedAt }: PasskeyRow) => ({
  id,
  name,
  created_at: createdAt.toISOString(),
  last_used_at: lastUsedAt?.toISOString() ?? null,
})

const findOwn = ({ db, actor }: Context): Promise<PasskeyRow[]> =>
  db.select().from(passkeys).where(eq(passkeys.userId, actor.id)).orderBy(asc(passkeys.id))

/** Ed25519, P-256 and RSA, which all devices have between them. */
const algorithms = [-8, -7, -257]

/** Names an account to devices: without its number, and the same for each of its passkeys. */
export const userHandle = ({ services }: Pick<Context, 'services'>, userId: number): string =>
  derive(services.serverKey, 'passkey owner', userId)

/** Lists the own passkeys, and says at which address they are good. */
export const getPasskeys: Handler<typeof passkeyCalls.list> = async (_, ctx) => ({
  address: findRelyingParty(ctx.services)?.origin ?? null,
  passkeys: (await findOwn(ctx)).map(present),
})

/** Says what a new passkey is made from. Accounts without an address have their phone and PIN. */
export const startPasskey: Handler<typeof passkeyCalls.start> = async (_, ctx) => {
  requireOwnAndRecent(ctx)
  refuseInSsoOfCompany(ctx)
  const party = requireRelyingParty(ctx.services)
  const [[user], known] = [await ctx.db.select().from(users).where(eq(users.id, ctx.actor.id)), await findOwn(ctx)]
  if (!user?.email) throw new Problem('forbidden')
  requireRoom(known)
  const { generateRegistrationOptions } = await import('@simplewebauthn/server')
  const options = await generateRegistrationOptions({
    rpName: 'tend',
    rpID: party.id,
    userName: user.email,
    userDisplayName: user.name,
    userID: new Uint8Array(Buffer.from(userHandle(ctx, user.id), 'base64url')),
    challenge: newChallenge(ctx, `register ${user.id}`),
    timeout: 5 * 60_000,
    attestationType: 'none',
    supportedAlgorithmIDs: algorithms,
    excludeCredentials: known.map(({ credentialId, transports }) => ({ id: credentialId, transports })),
    authenticatorSelection: { residentKey: 'preferred', userVerification: 'preferred' },
  })
  return { options: { ...options } }
}

const requireRoom = (known: PasskeyRow[]) => {
  if (known.length >= maxPasskeys) throw invalidField('name', 'too_many', { maximum: maxPasskeys })
}

type Made = { challenge: string; publicKey: Buffer; counter: number }

/** Checks what the browser made, with no connection held. Throws what `checkChallenge` throws, `passkey_refused`. */
export async function preparePasskey(input: HandlerInput<typeof passkeyCalls.create>, ctx: Context): Promise<Made> {
  requireOwnAndRecent(ctx)
  refuseInSsoOfCompany(ctx)
  const party = requireRelyingParty(ctx.services)
  const challenge = checkChallenge(ctx, `register ${ctx.actor.id}`, input.clientData)
  const { verifyRegistrationResponse } = await import('@simplewebauthn/server')
  const checked = await verifyRegistrationResponse({
    response: {
      ...{ id: input.credentialId, rawId: input.credentialId, type: 'public-key', clientExtensionResults: {} },
      response: { clientDataJSON: input.clientData, attestationObject: input.attestation },
    },
    expectedChallenge: challenge,
    expectedOrigin: party.origin,
    expectedRPID: party.id,
    requireUserVerification: false,
    supportedAlgorithmIDs: algorithms,
  }).catch(() => null)
  const made = checked?.registrationInfo?.credential
  if (!checked?.verified || made?.id !== input.credentialId) throw new Problem('passkey_refused')
  return { challenge, publicKey: Buffer.from(made.publicKey), counter: made.counter }
}

/**
 * Adds a checked passkey; the first second factor brings recovery codes. Throws `link_expired` for a challenge that was
 * answered before, `passkey_known`, 422 beyond twenty.
 */
export const createPasskey: Handler<typeof passkeyCalls.create, Made> = async (
  { name, credentialId, transports = [] },
  ctx,
  { challenge, publicKey, counter },
) => {
  const userId = ctx.actor.id
  await takeChallenge(ctx, challenge)
  await lockFactors(ctx.db, userId)
  requireRoom(await findOwn(ctx))
  const isFirst = !(await hasTwoFactor(ctx.db, userId))
  const [added] = await ctx.db
    .insert(passkeys)
    .values({ userId, name, credentialId, publicKey, counter, transports, createdAt: ctx.now })
    .onConflictDoNothing()
    .returning()
  if (!added) throw new Problem('passkey_known')
  await audit(ctx, 'passkey.added', { type: 'User', id: userId })
  await notify(aboutAccount(ctx), passkeyAddedMail, [userId], { userId, name, at: ctx.now.toISOString() })
  const codes = isFirst ? await newRecoveryCodes(ctx) : { recovery_codes: [] }
  return { passkey: present(added), ...codes }
}

/** Renames one of the own passkeys. */
export const renamePasskey: Handler<typeof passkeyCalls.rename> = async ({ id, name }, ctx) => {
  refuseWhileActing(ctx)
  const [renamed] = await ctx.db
    .update(passkeys)
    .set({ name })
    .where(and(eq(passkeys.id, id), eq(passkeys.userId, ctx.actor.id)))
    .returning()
  if (!renamed) throw new Problem('not_found')
  await audit(ctx, 'passkey.renamed', { type: 'User', id: ctx.actor.id })
  return present(renamed)
}

/** Removes one of the own passkeys, but not the last factor where a company demands one. */
export const deletePasskey: Handler<typeof passkeyCalls.remove> = async ({ id }, ctx) => {
  requireOwnAndRecent(ctx)
  const userId = ctx.actor.id
  await lockFactors(ctx.db, userId)
  const [removed] = await ctx.db
    .delete(passkeys)
    .where(and(eq(passkeys.id, id), eq(passkeys.userId, userId)))
    .returning()
  if (!removed) throw new Problem('not_found')
  await requireOtherFactor(ctx)
  await forgetCodesWithoutFactor(ctx.db, userId)
  await audit(ctx, 'passkey.removed', { type: 'User', id: userId })
  const facts = { userId, name: removed.name, at: ctx.now.toISOString() }
  await notify(aboutAccount(ctx), passkeyRemovedMail, [userId], facts)
  return null
}
