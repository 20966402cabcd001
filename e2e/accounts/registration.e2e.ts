/**
 * The ways to an account and back into it: registering, confirming the address, a forgotten password. Links come from
 * real mails.
 */
import { button, goodPassword, heading, newAddress, register } from '../accountSteps.ts'
import { linkOfMail } from '../mails.ts'
import { expect, expectAccessible, freshPage, test } from '../people.ts'

test('somebody registers, is told what a password lacks, accepts the privacy text by the button and confirms the address by the mail', async ({
  browser,
  baseURL,
}) => {
  const page = await freshPage(browser, baseURL)
  const email = newAddress('nora')
  await page.goto('/auth/login')
  await page.getByLabel('Email').fill(email)
  await page.getByRole('link', { name: 'No account yet? Create one' }).click()
  await expect(page.getByLabel('Email')).toHaveValue(email)
  await page.getByLabel('Your name').fill('Nora New')
  const password = page.locator('input[name="password"]')
  await password.fill('1234567890')
  await expect(page.getByText('Easy to guess')).toBeVisible()
  await expectAccessible(page)
  await button(page, 'Create account').click()
  await expect(page.getByText('This password is too common')).toBeVisible()
  await expect(password).toBeFocused()
  await expect(page.getByLabel('Your name')).toHaveValue('Nora New')
  await password.fill(goodPassword)
  await expect(page.getByText('Strong')).toBeVisible()
  await expect(page.getByText('By continuing you accept: Privacy and terms')).toBeVisible()
  await expectAccessible(page)
  await button(page, 'Create account').click()
  await page.waitForURL('**/company/setup')
  await expect(page.getByText(`Please confirm that ${email} is yours.`)).toBeVisible()

  const link = await linkOfMail(email, 'Confirm your email address')
  const response = await page.goto(link)
  expect(response?.headers()['referrer-policy']).toBe('no-referrer')
  await expect(page.getByText(`Nora New, is ${email} your address?`)).toBeVisible()
  await expectAccessible(page)
  await button(page, 'Yes, confirm').click()
  await expect(page.getByText('Your email address is confirmed.')).toBeVisible()
  await page.getByRole('link', { name: 'Continue' }).click()
  await page.waitForURL('**/company/setup')
  await expect(page.getByText('Please confirm that')).toHaveCount(0)

  await page.goto(link)
  await expect(page.getByText('This link was already used.')).toBeVisible()
  await expect(page.getByText('Your address may be confirmed already.')).toBeVisible()
  await page.context().close()
})

test('a forgotten password is chosen again by the mail, once', async ({ browser, baseURL }) => {
  const page = await freshPage(browser, baseURL)
  const email = newAddress('fred')
  await register(page, email, 'Fred Forgot')
  await page.waitForURL('**/company/setup')
  const other = await freshPage(browser, baseURL)
  await other.goto('/auth/login')
  await other.getByLabel('Email').fill(email)
  await other.getByRole('link', { name: 'Forgot your password?' }).click()
  await expect(other.getByLabel('Email')).toHaveValue(email)
  await expectAccessible(other)
  await button(other, 'Send link').click()
  await expect(heading(other, 'Check your email')).toBeFocused()

  const link = await linkOfMail(email, 'Set a new password')
  await other.goto(link)
  await expect(other.getByLabel('Email')).toHaveValue(email)
  await other.getByLabel('New password').fill('another orbit fence')
  await expectAccessible(other)
  await button(other, 'Save and sign in').click()
  await other.waitForURL('**/company/setup')
  // Whoever was signed in elsewhere is no more.
  await expect(page).toHaveURL(/\/auth\/login/)

  await page.goto(link)
  await page.getByLabel('New password').fill('a third orbit fence')
  await button(page, 'Save and sign in').click()
  await expect(page.getByText('This link was already used.')).toBeVisible()
  await page.getByRole('link', { name: 'Ask for a new link' }).click()
  await page.waitForURL('**/auth/forgot-password')
  for (const opened of [page, other]) await opened.context().close()
})
