/** Single sign-on with a real provider: in by its page, through a day's screen, and out again. */
import { realProvider } from '#testing/realProvider.ts'
import { button, heading } from '../accountSteps.ts'
import { ask } from '../apiCalls.ts'
import { newCompany } from '../companySteps.ts'
import { demoPassword } from '../demoServer.ts'
import { expect, expectAccessible, freshPage, phone, test } from '../people.ts'

test('somebody signs in by their company, comes back to the page they wanted, and signs out at the provider too', async ({
  browser,
  baseURL,
  request,
}) => {
  const { company } = await newCompany(request, 'Signed Farm')
  const domain = `signed${company.id}.example`
  const admin = await ask<{ token: string }>(request, '', 'POST', '/auth/login', {
    email: 'admin@tend.example',
    password: demoPassword,
  })
  const again = { password: demoPassword }
  const { token } = await ask<{ token: string }>(request, admin.token, 'POST', '/auth/re-authenticate', again)
  const of = `/sso?company_id=${company.id}`
  const { redirect_address, logout_address } = await ask(request, token, 'GET', of)
  const provider = await realProvider({
    redirectAddress: redirect_address,
    logoutAddress: logout_address,
    claimsOf: name => ({ email: `${name}@${domain}`, email_verified: true, name: 'Anna Signed', groups: ['farm'] }),
  })
  try {
    await ask(request, token, 'PUT', '/sso', {
      ...{ company_id: company.id, name: 'Farm ID', issuer: provider.issuer, client_id: provider.clientId },
      ...{ secret: provider.secret, domains: [domain], join_claim: 'groups', join_value: 'farm', ends_there: true },
      ...{ default_role_id: 3000, role_claim: null, role_values: [], acr_values: [], is_private: true },
    })
    const wanted = await ask<{ id: number; domain: string }[]>(request, token, 'GET', '/sso/domain')
    const { id } = wanted.find(row => row.domain === domain) ?? { id: 0 }
    await ask(request, token, 'PUT', `/sso/domain/${id}`, { is_confirmed: true })

    const page = await freshPage(browser, baseURL, phone)
    await page.goto('/profile/security')
    await page.waitForURL('**/auth/login**')
    await button(page, 'Sign in with your company').click()
    await expect(page.getByText('Enter your email address at work')).toBeVisible()
    await page.getByLabel('Email').fill('somebody@nowhere.example')
    await button(page, 'Sign in with your company').click()
    await expect(page.getByText('There is no company sign-in for this address.')).toBeVisible()
    await expectAccessible(page)
    await page.getByLabel('Email').fill(`anna@${domain}`)
    await button(page, 'Sign in with your company').click()
    await page.waitForURL(`${provider.issuer}/**`)
    await page.locator('input[name="login"]').fill('anna')
    await page.locator('input[name="password"]').fill('any')
    await page.locator('button[type="submit"]').click()
    await page.waitForURL('**/profile/security')
    await button(page, 'Accept and continue').click()
    await expect(heading(page, 'Single sign-on')).toBeVisible()
    await expect(page.getByText(`anna@${domain}`)).toBeVisible()
    await expectAccessible(page)

    await page.goto('/tasks')
    await expect(page.locator('h1')).toBeAttached()
    await page.goto('/auth/logout')
    await page.waitForURL(`${provider.issuer}/session/end**`)
    await page.locator('button[value="yes"]').click()
    await page.waitForURL('**/auth/login')
    await expect(heading(page, 'Sign in')).toBeVisible()
    await page.goto(`/auth/sso/company-${company.id}?code=made-up&state=made-up`)
    await expect(heading(page, 'You are not signed in')).toBeVisible()
    await expectAccessible(page)
    await page.context().close()
  } finally {
    await ask(request, token, 'DELETE', of)
    await provider.close()
  }
})
