/** A company whose people sign in at a real provider (`oidc-provider`), and how they do it on the screen. */
import type { APIRequestContext, Page } from '@playwright/test'
import { type RealProvider, realProvider } from '#testing/realProvider.ts'
import { button } from '../accountSteps.ts'
import { ask } from '../apiCalls.ts'
import { demoPassword } from '../demoServer.ts'

export type CompanySignIn = { domain: string; provider: RealProvider; end: () => Promise<void> }

/** Sets it up as an administrator of the platform does, and confirms the company's domain. */
export async function companySignIn(
  api: APIRequestContext,
  company: { id: number },
  settings: { ends_there?: boolean } = {},
): Promise<CompanySignIn> {
  const domain = `signed${company.id}.example`
  const admin = await ask<{ token: string }>(api, '', 'POST', '/auth/login', {
    email: 'admin@tend.example',
    password: demoPassword,
  })
  const again = { password: demoPassword }
  const { token } = await ask<{ token: string }>(api, admin.token, 'POST', '/auth/re-authenticate', again)
  const of = `/sso?company_id=${company.id}`
  const { redirect_address, logout_address } = await ask(api, token, 'GET', of)
  const nameOf = (login: string) => `${login.charAt(0).toUpperCase()}${login.slice(1)} Signed`
  const provider = await realProvider({
    redirectAddress: redirect_address,
    logoutAddress: logout_address,
    claimsOf: login => ({
      ...{ email: `${login}@${domain}`, email_verified: true, name: nameOf(login), groups: ['farm'] },
    }),
  })
  const end = async () => {
    await ask(api, token, 'DELETE', of)
    await provider.close()
  }
  try {
    await ask(api, token, 'PUT', '/sso', {
      ...{ company_id: company.id, name: 'Farm ID', issuer: provider.issuer, client_id: provider.clientId },
      ...{ secret: provider.secret, domains: [domain], join_claim: 'groups', join_value: 'farm', ends_there: false },
      ...{ default_role_id: 3000, role_claim: null, role_values: [], acr_values: [], is_private: true, ...settings },
    })
    const wanted = await ask<{ id: number; domain: string }[]>(api, token, 'GET', '/sso/domain')
    const { id } = wanted.find(row => row.domain === domain) ?? { id: 0 }
    await ask(api, token, 'PUT', `/sso/domain/${id}`, { is_confirmed: true })
  } catch (error) {
    await end()
    throw error
  }
  return { domain, provider, end }
}

/** From the entrance to the provider and back. Nobody is signed in there, or somebody else was. */
export async function signInAtProvider(page: Page, { domain, provider }: CompanySignIn, login: string) {
  await page.getByLabel('Email').fill(`${login}@${domain}`)
  await button(page, 'Sign in with your company').click()
  await page.waitForURL(`${provider.issuer}/**`)
  await page.locator('input[name="login"]').fill(login)
  await page.locator('input[name="password"]').fill('any')
  await page.locator('button[type="submit"]').click()
}
