/** Passkeys of this browser: signing in with one, and making one. Loaded when somebody may use them. */
import {
  type PublicKeyCredentialCreationOptionsJSON,
  type PublicKeyCredentialRequestOptionsJSON,
  startAuthentication,
  startRegistration,
  WebAuthnAbortService,
  WebAuthnError,
} from '@simplewebauthn/browser'
import type { passkeys } from '#shared/accounts/passkeys.ts'
import type { InputOf } from '#shared/lib/contract.ts'
import { request } from '../client.ts'
import { enterBy } from './signIn.ts'

type Asked = {
  /** The challenge of a right password, whose second factor this is. */
  challenge?: string | undefined
  /** Offered with the addresses that the browser fills in; nothing opens by itself. */
  isOffered?: boolean
  /** Asked before the browser is: an offer that comes late would end what the person has begun. */
  isOver?: () => boolean
}

/**
 * Signs in with a passkey that the person picks. Throws a RequestError for what the server refuses, and what the
 * browser throws when none was used (`wasStopped` tells whether the page itself ended it).
 */
export async function signInWithPasskey({ challenge, isOffered = false, isOver }: Asked): Promise<void> {
  const login = challenge === undefined ? {} : { challenge }
  const asked = request<{ options: unknown }>('POST', '/auth/passkey/options', { body: login })
  const { options } = await (isOffered ? asked.catch(noOffer) : asked)
  if (isOver?.()) return noOffer()
  const { id, response } = await startAuthentication({
    optionsJSON: options as PublicKeyCredentialRequestOptionsJSON,
    useBrowserAutofill: isOffered,
  })
  const answer: InputOf<typeof passkeys.login> = {
    ...login,
    credential_id: id,
    client_data: response.clientDataJSON,
    authenticator_data: response.authenticatorData,
    signature: response.signature,
    user_handle: response.userHandle ?? null,
  }
  await enterBy('POST', '/auth/passkey', answer)
}

/** Nobody asked for an offer, so one that cannot be made ends like one that was taken back. */
function noOffer(): never {
  throw new DOMException('No passkey is offered', 'AbortError')
}

/** Has the browser make a passkey; what `passkeys.create` takes beside its name. */
export async function makePasskey(options: unknown): Promise<Omit<InputOf<typeof passkeys.create>, 'name'>> {
  const { id, response } = await startRegistration({ optionsJSON: options as PublicKeyCredentialCreationOptionsJSON })
  return {
    credential_id: id,
    client_data: response.clientDataJSON,
    attestation: response.attestationObject,
    transports: response.transports ?? [],
  }
}

/** Takes an offer back that nobody has answered. */
export const stopOffer = () => WebAuthnAbortService.cancelCeremony()

/** Whether the page itself ended what it had asked the browser for. */
export const wasStopped = (error: unknown): boolean =>
  error instanceof Error && (error.name === 'AbortError' || (error.cause as Error | undefined)?.name === 'AbortError')

/** Whether this device has a passkey of the account already. */
export const isKnownHere = (error: unknown): boolean =>
  error instanceof WebAuthnError && error.code === 'ERROR_AUTHENTICATOR_PREVIOUSLY_REGISTERED'
