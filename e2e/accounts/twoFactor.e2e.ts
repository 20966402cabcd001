/** The second step at sign-in: by choice, and because a company asks for it. */
import { readFile } from 'node:fs/promises'
import { type TOTP, URI } from 'otpauth'
import { answerAgain, button, found, goodPassword, heading, login, newAddress, register } from '../accountSteps.ts'
import { ask, call } from '../apiCalls.ts'
import { enterAs, newCompany, newcomer, newcomersPassword } from '../companySteps.ts'
import { expect, expectAccessible, freshPage, noScreen, test } from '../people.ts'

test('the second step is set up, asked for at sign-in, opened by a recovery code, and turned off', async ({
  browser,
  baseURL,
}) => {
  const page = await freshPage(browser, baseURL)
  const email = newAddress('tess')
  await register(page, email, 'Tess Twofold')
  await found(page, 'Twofold')
  await page.goto('/profile/security')
  await button(page, 'Set up').click()
  const dialog = page.getByRole('dialog', { name: 'Confirm that it is you' })
  await dialog.locator('input[name="password"]').fill('not the one')
  await button(dialog, 'Continue').click()
  await expect(dialog.getByText('This is not your current password.')).toBeVisible()
  await expectAccessible(page)
  await answerAgain(page, goodPassword)

  const address = await page.getByRole('link', { name: 'Open the app on this device' }).getAttribute('href')
  const authenticator = URI.parse(address ?? '') as TOTP
  await expect(page.getByRole('img', { name: 'QR code for your authenticator app' })).toBeVisible()
  await expectAccessible(page)
  await page.getByLabel('Six digits from the app').fill(authenticator.generate())
  await button(page, 'Turn on').click()
  const codes = page.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem')
  await expect(codes.first()).toBeVisible()
  const [code = ''] = await codes.allTextContents()
  const saved = page.waitForEvent('download')
  await button(page, 'Save as a file').click()
  expect(await readFile(await (await saved).path(), 'utf8')).toContain(code)
  await button(page, 'I have saved them').click()
  await expect(page.getByText(/^On since/)).toBeVisible()

  await page.goto('/auth/logout')
  await page.waitForURL('**/auth/login')
  await login(page, email, goodPassword)
  await expect(heading(page, 'Two-step sign-in')).toBeVisible()
  await expectAccessible(page)
  await page.getByLabel('Code').fill('000000')
  await button(page, 'Sign in').click()
  await expect(page.getByText('Wrong code.')).toBeVisible()
  await button(page, 'Use a recovery code').click()
  await page.getByLabel('Recovery code').fill(code)
  await button(page, 'Sign in').click()
  await page.waitForURL('**/tasks')

  await page.goto('/profile/security')
  await button(page, 'Turn off').click()
  await button(page.getByRole('dialog').last(), 'Turn off').click()
  await answerAgain(page, goodPassword)
  await expect(button(page, 'Set up')).toBeVisible()
  await page.context().close()
})

test('a company asks everybody for the second step: a member is led to set it up, and works on from there', async ({
  page,
  browser,
  baseURL,
  signIn,
  request: api,
}) => {
  const { boss, company } = await newCompany(api, 'Careful Yard')
  const member = await newcomer(api, 'Mia Member')
  const office = await signIn('admin@tend.example', { at: noScreen })
  await call(office, 'POST', `/company/${company.id}/user/${member.user.id}`, { role_id: 3000 })

  // Who is at work already is led there by what they open next.
  await ask(api, member.token, 'PATCH', '/auth/user', { company_id: company.id })
  const working = await freshPage(browser, baseURL)
  await enterAs(working, api, member, '/locations')
  await expect(working.getByRole('heading', { name: 'Locations', level: 1 })).toBeAttached()

  await enterAs(page, api, boss, '/company')
  await button(page, 'Edit').click()
  const sheet = page.getByRole('dialog', { name: 'Edit company' })
  await sheet.getByRole('switch', { name: 'Two-step sign-in' }).press('Space')
  await button(sheet, 'Save').click()
  // Whoever asks for it needs it too.
  await page.waitForURL('**/profile/security')

  await working.goto('/animals')
  const isDue = () => working.evaluate(() => JSON.parse(localStorage.getItem('user') ?? '{}').two_factor_due)
  await expect.poll(isDue).toBe(true)
  await working.goto('/locations')
  await working.waitForURL('**/profile/security')
  await working.context().close()

  const theirs = await freshPage(browser, baseURL)
  await login(theirs, member.email, newcomersPassword)
  await theirs.waitForURL('**/profile/security')
  await expect(theirs.getByText('Your company requires two-step sign-in')).toBeVisible()
  await expectAccessible(theirs)
  await theirs.goto('/locations')
  await theirs.waitForURL('**/profile/security')
  await button(theirs, 'Set up').click()
  await answerAgain(theirs, newcomersPassword)
  const address = await theirs.getByRole('link', { name: 'Open the app on this device' }).getAttribute('href')
  const authenticator = URI.parse(address ?? '') as TOTP
  await theirs.getByLabel('Six digits from the app').fill(authenticator.generate())
  await button(theirs, 'Turn on').click()
  await button(theirs, 'I have saved them').click()
  await expect(theirs.getByText('Your company requires it, so you cannot turn it off.')).toBeVisible()
  await theirs.goto('/locations')
  await expect(theirs.getByRole('heading', { name: 'Locations', level: 1 })).toBeAttached()
  await expect(theirs).toHaveURL(/\/locations$/)
  await theirs.context().close()
})
