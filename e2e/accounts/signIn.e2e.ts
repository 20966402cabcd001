/** Signing in where it does not go as usual: as a guest, and after too many tries. */
import { button } from '../accountSteps.ts'
import { newcomer, newcomersPassword } from '../companySteps.ts'
import { desktop, expect, expectAccessible, freshPage, phone, test } from '../people.ts'

test('too many tries: it is said when it goes on, and what was typed stays', async ({ browser, baseURL, request }) => {
  const { email } = await newcomer(request, 'Tia Tries')
  const page = await freshPage(browser, baseURL)
  // From this browser, on which she never signed in: one that knows her has tries of its own.
  for (let tries = 0; tries < 10; tries++)
    await page.request.post('/api/auth/login', { data: { email, password: 'not the one' } })
  await page.goto('/auth/login')
  await page.getByLabel('Email').fill(email)
  await page.locator('input[name="password"]').fill(newcomersPassword)
  await button(page, 'Sign in').click()
  await expect(page.getByRole('alert')).toHaveText(/Too many wrong tries.*in [1-5] minutes?/)
  await expect(page.getByLabel('Email')).toHaveValue(email)
  await expect(page.locator('input[name="password"]')).toHaveValue(newcomersPassword)
  await expect(button(page, 'Sign in')).toBeEnabled()
  await expectAccessible(page)
  await page.context().close()
})

test('a guest looks around without an account, on the phone and at a desk', async ({ browser, baseURL }) => {
  for (const device of [phone, desktop]) {
    const page = await freshPage(browser, baseURL, device)
    await page.goto('/auth/login')
    await button(page, 'Look around as a guest').click()
    await button(page, 'Accept and continue').click()
    await page.waitForURL('**/tasks')
    await expect(page.locator('h1')).toBeAttached()
    await expect(page.locator('[aria-busy="true"]')).toHaveCount(0)
    await expectAccessible(page)
    await page.goto('/profile/security')
    await expect(page.getByText('You are a guest.')).toBeVisible()
    await expectAccessible(page)
    await page.context().close()
  }
})
