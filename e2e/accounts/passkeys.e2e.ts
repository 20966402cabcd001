/** Passkeys of a virtual authenticator: added in the profile, signing in alone and after the password. */
import type { CDPSession, Page } from '@playwright/test'
import { answerAgain, button, found, goodPassword, heading, login, newAddress, register } from '../accountSteps.ts'
import { expect, expectAccessible, freshPage, test } from '../people.ts'

type Device = { touch: () => Promise<void>; rest: () => Promise<void> }

/** A phone that knows its user; between `touch` and `rest` it answers what the page asks for. */
async function phoneOf(page: Page): Promise<Device> {
  const browser: CDPSession = await page.context().newCDPSession(page)
  await browser.send('WebAuthn.enable')
  const { authenticatorId } = await browser.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      ...{ protocol: 'ctap2', transport: 'internal', hasResidentKey: true, hasUserVerification: true },
      ...{ isUserVerified: true, automaticPresenceSimulation: false },
    },
  })
  const answers = (enabled: boolean) =>
    browser.send('WebAuthn.setAutomaticPresenceSimulation', { authenticatorId, enabled })
  return { touch: async () => void (await answers(true)), rest: async () => void (await answers(false)) }
}

test('a passkey is added, signs in without a password and after it, and is removed', async ({ browser, baseURL }) => {
  // Browsers bind passkeys to names, and a demo on this machine has the name of all machines.
  const page = await freshPage(browser, baseURL?.replace('127.0.0.1', 'localhost'))
  const phone = await phoneOf(page)
  const email = newAddress('petra')
  await register(page, email, 'Petra Passkey')
  await found(page, 'Passkey Yard')
  await page.goto('/profile/security')
  await button(page, 'Add a passkey').click()
  await page.getByLabel('Name of the passkey').fill('Blue phone')
  await expectAccessible(page)
  await phone.touch()
  await button(page, 'Add a passkey').click()
  await answerAgain(page, goodPassword)
  await expect(page.getByRole('list', { name: 'Recovery codes' })).toBeVisible()
  await phone.rest()
  await button(page, 'I have saved them').click()
  await expect(page.getByText('Blue phone', { exact: true })).toBeVisible()
  await expect(page.getByText('Not used yet')).toBeVisible()
  await expectAccessible(page)

  await page.goto('/auth/logout')
  await page.waitForURL('**/auth/login')
  const way = button(page, 'Sign in with a passkey')
  await expect(way).toBeVisible()
  await expectAccessible(page)
  // The phone answers only what it is asked after it is touched.
  const isTouched = Promise.withResolvers<void>()
  await page.route('**/api/auth/passkey/options?*', route => isTouched.promise.then(() => route.continue()))
  await way.click()
  await phone.touch()
  isTouched.resolve()
  await page.waitForURL('**/tasks')
  await page.unroute('**/api/auth/passkey/options?*')
  await phone.rest()

  await page.goto('/auth/logout')
  await page.waitForURL('**/auth/login')
  await login(page, email, goodPassword)
  await expect(heading(page, 'Two-step sign-in')).toBeVisible()
  await expect(page.getByText('Confirm with your passkey that it is you.')).toBeVisible()
  await expectAccessible(page)
  await phone.touch()
  await button(page, 'Use a passkey').click()
  await page.waitForURL('**/tasks')

  await page.goto('/profile/security')
  await expect(page.getByText('Not used yet')).toHaveCount(0)
  await button(page, 'Rename Blue phone').click()
  await page.getByLabel('Name of the passkey').fill('Old phone')
  await button(page, 'Save').click()
  await button(page, 'Remove Old phone').click()
  await button(page.getByRole('dialog').last(), 'Remove').click()
  await answerAgain(page, goodPassword)
  await expect(page.getByText('Old phone', { exact: true })).toHaveCount(0)
  await page.context().close()
})

test('at another address of the same tend the sign-in page says where passkeys work', async ({ browser, baseURL }) => {
  const page = await freshPage(browser, baseURL)
  await page.goto('/auth/login')
  await button(page, 'Sign in with a passkey').click()
  await expect(page.getByText('Passkeys work only at http://localhost:')).toBeVisible()
  await expectAccessible(page)
  await page.context().close()
})
