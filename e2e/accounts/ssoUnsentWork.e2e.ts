/**
 * Work that was unsent when a session of single sign-on ended: it waits on the phone, is not another person's, and goes
 * out when its person is back from the provider.
 */
import type { Page } from '@playwright/test'
import { realProvider } from '#testing/realProvider.ts'
import { button, heading } from '../accountSteps.ts'
import { ask, call } from '../apiCalls.ts'
import { demoPassword } from '../demoServer.ts'
import { companyWithForm, completeRound } from '../filling/unsentWork.ts'
import { expect, freshPage, isInstalled, phone, test } from '../people.ts'

test.use({ serviceWorkers: 'allow' })

/** Goes to the provider from the sign-in page, and says there who it is. */
async function comeIn(page: Page, issuer: string, email: string) {
  await button(page, 'Sign in with your company').click()
  await page.getByLabel('Email').fill(email)
  await button(page, 'Sign in with your company').click()
  await page.waitForURL(`${issuer}/**`)
  await page.locator('input[name="login"]').fill(email.split('@')[0] ?? '')
  await page.locator('input[name="password"]').fill('any')
  await page.locator('button[type="submit"]').click()
}

const isIn = (page: Page) => page.waitForURL(url => !url.pathname.startsWith('/auth/') && url.port !== '')

test('what was unsent when single sign-on ended goes out as its own person, after another was on the phone', async ({
  browser,
  baseURL,
  playwright,
}) => {
  const api = await playwright.request.newContext({ ...(baseURL && { baseURL }) })
  const { boss, company, form } = await companyWithForm(api, 'Unsent by provider')
  const domain = `unsent${company.id}.example`
  const admin = await ask<{ token: string }>(api, '', 'POST', '/auth/login', {
    email: 'admin@tend.example',
    password: demoPassword,
  })
  const again = { password: demoPassword }
  const { token } = await ask<{ token: string }>(api, admin.token, 'POST', '/auth/re-authenticate', again)
  const of = `/sso?company_id=${company.id}`
  const { redirect_address, logout_address } = await ask(api, token, 'GET', of)
  const provider = await realProvider({
    redirectAddress: redirect_address,
    logoutAddress: logout_address,
    claimsOf: name => ({ email: `${name}@${domain}`, email_verified: true, name, groups: ['farm'] }),
  })
  try {
    await ask(api, token, 'PUT', '/sso', {
      ...{ company_id: company.id, name: 'Farm ID', issuer: provider.issuer, client_id: provider.clientId },
      ...{ secret: provider.secret, domains: [domain], join_claim: 'groups', join_value: 'farm', ends_there: false },
      ...{ default_role_id: 3000, role_claim: null, role_values: [], acr_values: [], is_private: true },
    })
    const wanted = await ask<{ id: number; domain: string }[]>(api, token, 'GET', '/sso/domain')
    const { id } = wanted.find(row => row.domain === domain) ?? { id: 0 }
    await ask(api, token, 'PUT', `/sso/domain/${id}`, { is_confirmed: true })

    const page = await freshPage(browser, baseURL, phone)
    await page.addInitScript(() => localStorage.setItem('locale', 'en'))
    await page.goto('/auth/login')
    await comeIn(page, provider.issuer, `anna@${domain}`)
    await isIn(page)
    await button(page, 'Accept and continue').click()
    await isInstalled(page)
    const anna = await call<{ id: number }>(page, 'GET', '/auth/user')
    // The server does not answer while she completes a form, and her session ends before it does again.
    await page.route('**/api/**', route => route.abort('connectionfailed'))
    const uuid = await completeRound(page, form, async () => undefined)
    const session = await page.evaluate(() => localStorage.getItem('tend_token') ?? '')
    await ask(api, session, 'POST', '/auth/logout', {})
    await page.unroute('**/api/**')

    await page.goto('/outbox')
    await page.waitForURL('**/auth/login**')
    // Another person of the same provider comes to the same phone, and sees nothing of it.
    await page.context().clearCookies()
    await comeIn(page, provider.issuer, `bert@${domain}`)
    await isIn(page)
    await button(page, 'Accept and continue').click()
    await page.goto('/outbox')
    await expect(heading(page, 'On this phone')).toBeVisible()
    await expect(page.getByText('Round')).toHaveCount(0)
    const rows = () => ask<object[]>(api, boss.token, 'GET', `/form/submission?uuid=${uuid}`)
    expect(await rows()).toEqual([])
    await page.goto('/auth/logout')
    await page.waitForURL('**/auth/login**')

    // She herself comes back to where she was.
    await page.context().clearCookies()
    await page.goto('/outbox')
    await page.waitForURL('**/auth/login**')
    await comeIn(page, provider.issuer, `anna@${domain}`)
    await page.waitForURL('**/outbox')
    expect(await call(page, 'GET', '/auth/user')).toMatchObject({ id: anna.id })
    await expect
      .poll(rows)
      .toMatchObject([{ uuid, status: 'complete', user_id: anna.id, answers: { well: { value: 'yes' } } }])
    await page.context().close()
  } finally {
    await ask(api, token, 'DELETE', of)
    await provider.close()
    await api.dispose()
  }
})
