/** Single sign-on with a real provider: in by its page, through a day's screen, and out again. */
import { button, heading } from '../accountSteps.ts'
import { newCompany } from '../companySteps.ts'
import { expect, expectAccessible, freshPage, phone, test } from '../people.ts'
import { companySignIn, signInAtProvider } from './companySignIn.ts'

test('somebody signs in by their company, comes back to the page they wanted, and signs out at the provider too', async ({
  browser,
  baseURL,
  request,
}) => {
  const { company } = await newCompany(request, 'Signed Farm')
  const signIn = await companySignIn(request, company, { ends_there: true })
  const { domain, provider } = signIn
  try {
    const page = await freshPage(browser, baseURL, phone)
    await page.goto('/profile/security')
    await page.waitForURL('**/auth/login**')
    await button(page, 'Sign in with your company').click()
    await expect(page.getByText('Enter your email address at work')).toBeVisible()
    await page.getByLabel('Email').fill('somebody@nowhere.example')
    await button(page, 'Sign in with your company').click()
    await expect(page.getByText('There is no company sign-in for this address.')).toBeVisible()
    await expectAccessible(page)
    await signInAtProvider(page, signIn, 'anna')
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
    await signIn.end()
  }
})
