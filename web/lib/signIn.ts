/** The ways into tend; each begins the session of this browser. All throw a RequestError for what the server refuses. */
import type { auth, CurrentUser } from '#shared/auth/contract.ts'
import type { workers } from '#shared/auth/workers.ts'
import type { InputOf, Method } from '#shared/lib/contract.ts'
import { request } from './client.ts'
import { keepPhone } from './phone.ts'
import { enter } from './session.ts'

type SignedIn = { user: CurrentUser; token: string }

const enterBy = async (method: Method, path: string, body: object) =>
  enter(await request<SignedIn>(method, path, { body }))

/** The challenge for `loginTwoFactor` where the person has a second factor; undefined when they are in. */
export async function login(pair: InputOf<typeof auth.login>): Promise<string | undefined> {
  const answer = await request<SignedIn | { two_factor: string }>('POST', '/auth/login', { body: pair })
  if ('two_factor' in answer) return answer.two_factor
  await enter(answer)
}

/** `code` is the authenticator's, or a recovery code. */
export const loginTwoFactor = (answer: InputOf<typeof auth.loginTwoFactor>) =>
  enterBy('POST', '/auth/login/two-factor', answer)

export const loginGuest = (wish: InputOf<typeof auth.loginGuest>) => enterBy('POST', '/auth/login-guest', wish)

export const register = (person: InputOf<typeof auth.register>) => enterBy('PUT', '/auth/register', person)

/** Makes the first account of a new tend. Throws `not_found` when the address was used or is not the printed one. */
export const becomeFirstAdministrator = (person: InputOf<typeof auth.firstAdministrator>) =>
  enterBy('POST', '/auth/first-administrator', person)

/** Makes this phone a worker's own: with the PIN it signs in from now on. `whose` is what the phone greets them with. */
export async function enrol(wish: InputOf<typeof workers.enrol>, whose: { name: string; company: string }) {
  const { device, ...signedIn } = await request<SignedIn & { device: string }>('POST', '/auth/enrolment', {
    body: wish,
  })
  keepPhone({ device, ...whose })
  await enter(signedIn)
}

export const loginPin = (answer: InputOf<typeof workers.loginPin>) => enterBy('POST', '/auth/login-pin', answer)

/** Gives the password or PIN again: dangerous things may be done for ten minutes. */
export const reauthenticate = (password: string) => enterBy('POST', '/auth/re-authenticate', { password })

/** Goes on as somebody else, for an hour. For admins. The app then begins anew (useCompanyChange). */
export const switchUser = (id: number) => enterBy('POST', `/auth/admin/switch-user/${id}`, {})

/** Back from acting as somebody else. */
export const switchBack = () => enterBy('POST', '/auth/admin/switch-back', {})
