/** Single sign-on as people and their browsers do it. */
import { sso } from '#shared/accounts/sso.ts'
import type { InputOf } from '#shared/lib/contract.ts'
import { roles } from '#shared/lib/roles.ts'
import { ssoConnections, ssoDomains } from '../accounts/ssoTable.ts'
import type { LyingProvider } from './lyingProvider.ts'
import { type Person, personWith, platform, request } from './people.ts'

type Connection = Partial<typeof ssoConnections.$inferInsert>

/** A provider as it was set up: of a company with a confirmed domain, or of the platform. Returns its number. */
export async function connected(
  provider: Pick<LyingProvider, 'issuer' | 'clientId'>,
  companyId: number | null,
  { domain, ...settings }: Connection & { domain?: string } = {},
): Promise<number> {
  return platform(async db => {
    const [row] = await db
      .insert(ssoConnections)
      .values({
        ...{ companyId, name: 'Okta', issuer: provider.issuer, clientId: provider.clientId, isPrivate: true },
        ...{ defaultRoleId: roles.employee, roleValues: [], acrValues: [] },
        ...settings,
      })
      .returning()
    if (!row) throw new Error('The connection was not stored.')
    if (domain) await db.insert(ssoDomains).values({ connectionId: row.id, domain, confirmedAt: new Date() })
    return row.id
  })
}

/** What the settings page sends. */
export const settingsOf = (provider: Pick<LyingProvider, 'issuer' | 'clientId'>): InputOf<typeof sso.save> => ({
  ...{ name: 'Okta', issuer: provider.issuer, client_id: provider.clientId, domains: [], acr_values: [] },
  ...{ join_claim: null, join_value: null, default_role_id: roles.employee, role_claim: null, role_values: [] },
  ...{ ends_there: false, is_private: false },
})

export type Browser = { cookie: string | undefined }

/** Begins a sign-in in a browser; the address at the provider. */
export async function beginAt(key: string, browser: Browser): Promise<string> {
  const answer = await request(sso.start, { key }, null, headersOf(browser))
  if (answer.statusCode !== 200) throw new Error(`${answer.statusCode} ${answer.body}`)
  browser.cookie = cookieOf(answer.headers) ?? browser.cookie
  return JSON.parse(answer.body).data.address
}

export type SsoAnswer = {
  status: number
  code?: string
  data: {
    user: { id: number; company_id: number | null; role_id: number; email: string; two_factor_due: boolean }
    token: string
    two_factor?: string
    link?: { token: string; email: string; name: string }
  }
}

/** Comes back from the provider with its answer. */
export async function comeBack(key: string, answer: string, browser: Browser, token: string | null = null) {
  const said = await request(sso.finish, { key, answer }, token, headersOf(browser))
  return { status: said.statusCode, ...JSON.parse(said.body) } as SsoAnswer
}

/** Signs in at a provider that says these claims. */
export async function signInAt(
  provider: LyingProvider,
  key: string,
  claims: Record<string, unknown>,
  browser: Browser = { cookie: undefined },
): Promise<SsoAnswer> {
  const address = await beginAt(key, browser)
  return comeBack(key, provider.answerTo(address, claims), browser)
}

/** The person of a session that began so. */
export const personOf = ({ data: { user, token } }: SsoAnswer): Person =>
  personWith(token, { id: user.id, name: '', email: user.email })

const headersOf = ({ cookie }: Browser) => (cookie === undefined ? {} : { headers: { cookie: `tend_sso=${cookie}` } })

function cookieOf(headers: object): string | undefined {
  const set = (headers as { 'set-cookie'?: string | string[] })['set-cookie']
  const found = [set ?? []].flat().find(one => one.startsWith('tend_sso='))
  return found?.match(/^tend_sso=([^;]*)/)?.[1]
}
