/**
 * Passkeys (WebAuthn) as a second factor and as sign-in without a password. `options` are the JSON that the browser's
 * `PublicKeyCredential.parse…FromJSON` reads; answers name the parts of its `toJSON()` in the names of this API.
 */
import { z } from 'zod'
import { contract } from '../lib/contract.ts'
import { ById, Id, Name, Time } from '../lib/fields.ts'
import { SignedIn, Token } from './fields.ts'

/** Passkeys of a person at once. */
export const maxPasskeys = 20

const bytes = (maximum: number) =>
  z
    .string()
    .min(1)
    .max(maximum)
    .regex(/^[\w-]+$/)
const CredentialId = bytes(1_400)
const ClientData = bytes(4_000)

export const Passkey = z
  .object({
    id: Id,
    name: z.string(),
    created_at: Time,
    last_used_at: Time.nullable(),
  })
  .meta({ id: 'Passkey' })
export type Passkey = z.infer<typeof Passkey>

const Options = z.object({ options: z.record(z.string(), z.unknown()) })

export const passkeys = contract({
  list: {
    summary: 'List the own passkeys',
    description: '`address` is the only one at which browsers use them; null where this tend has none that they take.',
    method: 'GET',
    path: '/me/passkeys',
    access: 'signed-in',
    isolation: 'platform',
    input: z.object({}),
    returns: z.object({ address: z.string().nullable(), passkeys: z.array(Passkey) }),
  },
  start: {
    summary: 'Begin to add a passkey',
    description: 'What the browser makes a passkey from, good for five minutes. Needs a recent password.',
    problems: ['reauthentication_required', 'not_while_acting', 'passkeys_unavailable', 'invalid'],
    method: 'POST',
    path: '/me/passkeys/options',
    access: 'signed-in',
    isolation: 'platform',
    input: z.object({}),
    returns: Options,
  },
  create: {
    summary: 'Add a passkey',
    description:
      'Takes what the browser made. The first second factor brings recovery codes, shown this once. Needs a recent ' +
      'password.',
    problems: [
      'reauthentication_required',
      'not_while_acting',
      'passkeys_unavailable',
      'passkey_elsewhere',
      'passkey_refused',
      'passkey_known',
      'link_expired',
    ],
    method: 'POST',
    path: '/me/passkeys',
    access: 'signed-in',
    isolation: 'platform',
    input: z.object({
      name: Name,
      credential_id: CredentialId,
      client_data: ClientData,
      attestation: bytes(16_000),
      transports: z.array(z.string().max(30)).max(10).optional(),
    }),
    returns: z.object({ passkey: Passkey, recovery_codes: z.array(z.string()) }),
    status: 201,
  },
  rename: {
    summary: 'Rename a passkey',
    problems: ['not_while_acting'],
    method: 'PATCH',
    path: '/me/passkeys/:id',
    access: 'signed-in',
    isolation: 'platform',
    input: ById.extend({ name: Name }),
    returns: Passkey,
  },
  remove: {
    summary: 'Remove a passkey',
    description: 'Needs a recent password; 403 `two_factor_required` for the last factor where a company asks for one.',
    problems: ['reauthentication_required', 'not_while_acting', 'two_factor_required'],
    method: 'DELETE',
    path: '/me/passkeys/:id',
    access: 'signed-in',
    isolation: 'platform',
    input: ById,
    returns: z.null(),
  },
  loginOptions: {
    summary: 'Begin to sign in with a passkey',
    description:
      'What the browser signs, good for five minutes. With the challenge of `auth.login` it is the second factor; ' +
      'without, any passkey of this tend signs in, if its device checks who uses it.',
    problems: ['passkeys_unavailable', 'link_expired', 'too_many_requests'],
    method: 'POST',
    path: '/auth/passkey/options',
    access: 'anyone',
    isolation: 'platform',
    input: z.object({ challenge: Token.optional() }),
    returns: Options,
  },
  login: {
    summary: 'Sign in with a passkey',
    description: 'Without a password, or with the challenge of `auth.login` as the second factor.',
    problems: [
      'passkeys_unavailable',
      'passkey_elsewhere',
      'passkey_unknown',
      'passkey_refused',
      'link_expired',
      'too_many_requests',
    ],
    method: 'POST',
    path: '/auth/passkey',
    access: 'anyone',
    isolation: 'platform',
    input: z.object({
      challenge: Token.optional(),
      credential_id: CredentialId,
      client_data: ClientData,
      authenticator_data: bytes(4_000),
      signature: bytes(4_000),
      user_handle: bytes(100).nullish(),
    }),
    returns: SignedIn,
  },
})
