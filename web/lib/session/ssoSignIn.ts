/** The way in at a provider: the browser leaves for it, and comes back to /auth/sso with its answer. */
import type { CurrentUser } from '#shared/accounts/contract.ts'
import type { Factor } from '#shared/accounts/fields.ts'
import type { SsoChoice } from '#shared/accounts/sso.ts'
import { request } from '../client.ts'
import { inTab, storedText } from '../storage.ts'
import { destination, entranceAddress } from './entrance.ts'
import { enter } from './session.ts'
import type { SecondStep } from './signIn.ts'

/** Where the person was on their way to. It stays in this tab, so no provider and no link can change it. */
const way = storedText(inTab, 'tend_sso_to')

type SignedIn = { user: CurrentUser; token: string }
type Link = { token: string; email: string; name: string }
/** The step that is left; none where somebody is in. */
export type Step = SecondStep | { link: Link } | null

/** The provider of an address, by its domain. */
export const findProvider = (email: string) => request<SsoChoice | null>('POST', '/auth/sso/find', { body: { email } })

/** Leaves for a provider, to sign in there. */
export async function leaveFor(key: string): Promise<void> {
  const { address } = await request<{ address: string }>('POST', '/auth/sso/start', { body: { key } })
  way.write(destination())
  location.assign(address)
}

/** Leaves for the provider of this session, to say once more who it is, and comes back to this very page. */
export async function leaveToConfirm(): Promise<void> {
  const { address } = await request<{ address: string }>('POST', '/me/sso/again', { body: {} })
  way.write(location.pathname + location.search)
  location.assign(address)
}

/** The address of the sign-in page with the way back that was kept. */
export const signInAddress = (): string => entranceAddress(way.read() ?? '/')

/** Finishes with the provider's answer. Throws a `RequestError` for one that opens nothing. */
export async function finishAt(key: string, answer: string): Promise<Step> {
  const said = await request<SignedIn | { two_factor: string; factors: Factor[] } | { link: Link }>(
    'POST',
    '/auth/sso/finish',
    {
      body: { key, answer },
    },
  )
  if ('two_factor' in said) return { challenge: said.two_factor, factors: said.factors }
  if ('link' in said) return said
  await enter(said)
  return null
}

/** Gives the password of the account once; whether its second factor is asked for too. */
export async function linkAccount(link: { token: string; password: string; code?: string }): Promise<boolean> {
  const said = await request<SignedIn | { code_required: true }>('POST', '/auth/sso/link', { body: link })
  if ('code_required' in said) return true
  await enter(said, { by: 'password', text: link.password })
  return false
}
