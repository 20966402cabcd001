/** Workers without e-mail: a QR code makes the phone theirs, a PIN opens it. */
import { button, heading } from '../accountSteps.ts'
import { call } from '../apiCalls.ts'
import { desktop, expect, expectAccessible, freshPage, noScreen, test } from '../people.ts'

const manager = 'manager@greenfield.example'

test("a worker's phone is enrolled by a QR code, opens with the PIN, and ends after five wrong ones", async ({
  signIn,
  browser,
  baseURL,
}) => {
  const boss = await signIn(manager, { ...desktop, at: noScreen })
  const worker = await call<{ id: number }>(boss, 'POST', '/company/1/worker', {
    name: 'Pia Phone',
    user_name: `pia.${Date.now()}`,
  })
  const offer = await call<{ address: string }>(boss, 'POST', `/company/1/user/${worker.id}/enrolment`, {})
  const page = await freshPage(browser, baseURL)
  await page.goto(new URL(offer.address).pathname)
  await expect(heading(page, 'Hello Pia Phone')).toBeVisible()
  const pin = page.locator('input[name="pin"]')
  const pinAgain = page.locator('input[name="pin_again"]')
  await pin.fill('739154')
  await pinAgain.fill('739155')
  await button(page, 'Start').click()
  await expect(page.getByText('The two PINs are different. Type the same PIN twice.')).toBeVisible()
  await expect(pinAgain).toBeFocused()
  await expectAccessible(page)
  await pinAgain.fill('739154')
  await button(page, 'Start').click()
  await page.waitForURL('**/tasks')

  await page.goto('/auth/logout')
  await expect(heading(page, 'Hello Pia Phone')).toBeVisible()
  await expectAccessible(page)
  await pin.fill('739154')
  await button(page, 'Sign in').click()
  await page.waitForURL('**/tasks')
  await page.goto('/profile')
  await expect(heading(page, 'User name')).toBeVisible()
  await expect(heading(page, 'Email')).toHaveCount(0)

  await page.goto('/auth/logout')
  for (let left = 4; left > 0; left--) {
    await pin.fill('000000')
    await button(page, 'Sign in').click()
    await expect(page.getByText(new RegExp(`^${left} (try|tries) left`))).toBeVisible()
  }
  await pin.fill('000000')
  await button(page, 'Sign in').click()
  await expect(page.getByText('Ask your manager for a new QR code.')).toBeVisible()
  await expect(page.getByLabel('Email')).toBeVisible()
  await page.goto(new URL(offer.address).pathname)
  await expect(page.getByText('This link was already used.')).toBeVisible()
  await expect(page.getByText('A QR code works once: 15 minutes on a screen')).toBeVisible()
  await page.context().close()
})
