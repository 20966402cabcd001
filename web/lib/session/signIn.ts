/**
 * The ways into tend; each begins the session of this browser. All throw a RequestError for what the server refuses.
 */
import type { auth, CurrentUser } from '#shared/accounts/contract.ts'
import type { Factor } from '#shared/accounts/fields.ts'
import type { workers } from '#shared/accounts/workers.ts'
import type { InputOf, Method } from '#shared/lib/contract.ts'
import { request } from '../client.ts'
import type { Secret } from '../encryption/keyVault.ts'
import { type DevicePerson, keepPerson, keptPeople } from '../people.ts'
import { RequestError } from '../requestError.ts'
import { enter } from './session.ts'

type SignedIn = { user: CurrentUser; token: string }

/** Begins a session by a call that answers with one. */
export const enterBy = async (method: Method, path: string, body: object, secret?: Secret) =>
  enter(await request<SignedIn>(method, path, { body }), secret)

/** The password that was right, until the second factor comes. */
let typed: Secret | undefined

/** The step that follows a right password. */
export type SecondStep = { challenge: string; factors: Factor[] }

/**
 * The second step where the person has a second factor; undefined when they are in. People who
 * locked this device get in without a network too.
 */
export async function login(pair: InputOf<typeof auth.login>): Promise<SecondStep | undefined> {
  const secret: Secret = { by: 'password', text: pair.password }
  const person = keptPeople().find(({ email, isAway }) => isAway && email?.toLowerCase() === pair.email.toLowerCase())
  const answer = await orHere(person, secret, () =>
    request<SignedIn | { two_factor: string; factors: Factor[] }>('POST', '/auth/login', { body: pair }),
  )
  if (!answer) return
  typed = secret
  if ('two_factor' in answer) return { challenge: answer.two_factor, factors: answer.factors }
  await enter(answer, secret)
}

/** `code` is the authenticator's, or a recovery code. */
export const loginTwoFactor = (answer: InputOf<typeof auth.loginTwoFactor>) =>
  enterBy('POST', '/auth/login/two-factor', answer, typed)

/**
 * Asks the server; where it cannot be asked, the person continues with the session that they left here. Undefined then.
 */
async function orHere<T>(person: DevicePerson | undefined, { by, text }: Secret, ask: () => Promise<T>) {
  try {
    return await ask()
  } catch (error) {
    if (!(error instanceof RequestError) || error.status !== 0 || !person?.isAway) throw error
    const { resumeSession } = await import('./lockDevice.ts')
    const isBack = await resumeSession(person.user_id, text).catch(cause => {
      throw refusalOf(cause, by)
    })
    if (!isBack) throw error
    return undefined
  }
}

/** What does not open a lock, in the words of sign-in. */
export function refusalOf(cause: unknown, by: Secret['by']): unknown {
  if (!(cause instanceof Error && 'waitMs' in cause)) return cause
  const seconds = Math.ceil(Number(cause.waitMs) / 1_000)
  if (seconds > 0) return new RequestError({ status: 429, code: 'too_many_requests', retryAfter: seconds })
  return new RequestError({ status: 422, code: by === 'pin' ? 'wrong_pin' : 'wrong_credentials' })
}

export const loginGuest = (wish: InputOf<typeof auth.loginGuest>) => enterBy('POST', '/auth/login-guest', wish)

export const register = (person: InputOf<typeof auth.register>) =>
  enterBy('PUT', '/auth/register', person, { by: 'password', text: person.password })

/** Makes the first account of a new tend. Throws `not_found` when the address was used or is not the printed one. */
export const becomeFirstAdministrator = (person: InputOf<typeof auth.firstAdministrator>) =>
  enterBy('POST', '/auth/first-administrator', person)

/**
 * Makes this phone a worker's own: with the PIN it signs in from now on. `whose` is what the phone greets them with.
 */
export async function enrol(wish: InputOf<typeof workers.enrol>, whose: { name: string; company: string }) {
  const { device, ...signedIn } = await request<SignedIn & { device: string }>('POST', '/auth/enrolment', {
    body: wish,
  })
  keepPerson({ user_id: signedIn.user.id, device, ...whose })
  await enter(signedIn, { by: 'pin', text: wish.pin })
}

/** Signs in on an enrolled device; without a network, people who locked it. */
export async function loginPin(person: DevicePerson, pin: string): Promise<void> {
  const secret: Secret = { by: 'pin', text: pin }
  const answer = await orHere(person, secret, () =>
    request<SignedIn>('POST', '/auth/login-pin', { body: { device: person.device, pin } }),
  )
  if (!answer) return
  keepPerson({ ...person, user_id: answer.user.id })
  await enter(answer, secret)
}

/** Gives the password or PIN again: dangerous things may be done for ten minutes. */
export const reauthenticate = (password: string) => enterBy('POST', '/auth/re-authenticate', { password })

/** Goes on as somebody else, for an hour. For admins. The app then begins again (useCompanyChange). */
export const switchUser = (id: number) => enterBy('POST', `/auth/admin/switch-user/${id}`, {})

/** Back from acting as somebody else. */
export const switchBack = () => enterBy('POST', '/auth/admin/switch-back', {})
