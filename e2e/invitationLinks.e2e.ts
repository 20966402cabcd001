/** Invitations, from the mail or the app into the company. */
import type { Page } from '@playwright/test'
import { button, goodPassword, heading, newAddress, refusals, register } from './accountSteps.ts'
import { call } from './apiCalls.ts'
import { confirmAddress, enterAs, newCompany } from './companySteps.ts'
import { linkOfMail } from './mails.ts'
import { desktop, expect, expectAccessible, freshPage, test } from './people.ts'

const manager = 'manager@greenfield.example'

type Invite = { id: number; path: string }
const invite = (boss: Page, email: string) =>
  call<Invite>(boss, 'POST', '/company/1/invite', { email, role_id: 3000, forms: [] })

test('an invitation leads a stranger through registering, and somebody with an account through signing in, into the company', async ({
  signIn,
  browser,
  baseURL,
}) => {
  const boss = await signIn(manager, desktop)
  const stranger = newAddress('stranger')
  await invite(boss, stranger)
  const page = await freshPage(browser, baseURL)
  const link = await linkOfMail(stranger, 'Greenfield Farm invites you to tend')
  await page.goto(link)
  await expect(heading(page, 'Join Greenfield Farm')).toBeVisible()
  await expect(page.getByText('Maya Fletcher invites you. Your role: employee.')).toBeVisible()
  await expect(page.getByLabel('E-mail')).toHaveValue(stranger)
  await expectAccessible(page)
  await page.getByLabel('Your name').fill('Stan Stranger')
  await page.locator('input[name="password"]').fill(goodPassword)
  await button(page, 'Join').click()
  await button(page, 'Accept and go on').click()
  await page.waitForURL('**/tasks')
  await page.goto(link)
  await expect(page.getByText('If you have joined already, sign in.')).toBeVisible()

  const known = newAddress('known')
  const other = await freshPage(browser, baseURL)
  await register(other, known, 'Kim Known')
  await other.waitForURL('**/company/setup')
  await other.goto('/auth/logout')
  await other.waitForURL('**/auth/login')
  const { path } = await invite(boss, known)
  await other.goto(path)
  await button(other, 'I have an account: sign in').click()
  await other.locator('input[name="password"]').fill(goodPassword)
  await button(other, 'Sign in').click()
  await other.waitForURL('**/tasks')
  for (const opened of [page, other]) await opened.context().close()
})

test('an invitation that is no longer good, or for somebody else, says what to do next', async ({
  signIn,
  browser,
  baseURL,
}) => {
  const boss = await signIn(manager, { ...desktop, complaint: refusals })
  const email = newAddress('late')
  const first = await invite(boss, email)
  const second = await call<Invite>(boss, 'POST', `/company/1/invite/${first.id}/resend`)
  const page = await freshPage(browser, baseURL)

  await page.goto(first.path)
  await expect(page.getByText('A newer invitation was sent.')).toBeVisible()
  await expect(page.getByText('Ask whoever invited you')).toBeVisible()
  await expectAccessible(page)
  await page.goto(second.path.replace('/invite/1/', '/invite/2/'))
  await expect(page.getByText('This link is not whole, or it was never good.')).toBeVisible()

  // Somebody else is signed in on this device.
  await boss.goto(second.path)
  await expect(boss.getByText(`this invitation is for ${email}`)).toBeVisible()
  await button(boss, 'Sign out and go on').click()
  await expect(boss.getByLabel('Your name')).toBeVisible()

  const again = await signIn(manager, desktop)
  await call(again, 'DELETE', `/company/1/invite/${first.id}`)
  await page.goto(second.path)
  await expect(page.getByText('This invitation was taken back.')).toBeVisible()
  await page.getByRole('link', { name: 'Sign in' }).click()
  await page.waitForURL('**/auth/login')
  await page.context().close()
})

test('somebody with an account sees an invitation in the app, joins, and changes between both companies', async ({
  page,
  signIn,
  request: api,
}) => {
  const host = await signIn(manager, desktop)
  const { boss } = await newCompany(api, 'Own Yard', 'Ivy Invited')
  await confirmAddress(api, boss)
  await page.setViewportSize(desktop.viewport)
  await enterAs(page, api, boss, '/locations')
  await expect(page.getByRole('heading', { name: 'Locations', exact: true })).toBeAttached()
  await invite(host, boss.email)
  await page.reload()
  const notice = page.getByText('Greenfield Farm · Maya Fletcher invites you, as: Employee')
  await expect(notice).toBeVisible()
  await expectAccessible(page)
  await button(page, 'Later').click()
  await expect(notice).toHaveCount(0)
  await page.evaluate(() => sessionStorage.clear())
  await page.reload()
  await button(page, 'Join Greenfield Farm').click()
  await page.waitForURL('**/tasks')
  await button(page, 'Greenfield Farm, switch the company').click()
  await page.getByRole('menuitem', { name: 'Own Yard' }).click()
  await expect(button(page, 'Own Yard, switch the company')).toBeVisible()
  await expect(notice).toHaveCount(0)
})
