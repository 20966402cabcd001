/** Invitations, from the mail or the app into the company. */
import type { Page } from '@playwright/test'
import { button, goodPassword, heading, newAddress, refusals, register } from '../accountSteps.ts'
import { call } from '../apiCalls.ts'
import { enterAs, newCompany, newcomer, newcomersPassword } from '../companySteps.ts'
import { linkOfMail, mailsTo } from '../mails.ts'
import { desktop, expect, expectAccessible, freshPage, noScreen, test } from '../people.ts'

const manager = 'manager@greenfield.example'
const admin = 'admin@tend.example'

type Invite = { id: number; path: string }
const invite = (boss: Page, email: string) =>
  call<Invite>(boss, 'POST', '/company/1/invite', { email, role_id: 3000, forms: [] })

test('an invitation leads a stranger through registering, and somebody with an account through signing in, into the company', {
  tag: '@core',
}, async ({ signIn, browser, baseURL }) => {
  const boss = await signIn(manager, desktop)
  const stranger = newAddress('stranger')
  await invite(boss, stranger)
  const page = await freshPage(browser, baseURL)
  const link = await linkOfMail(stranger, 'Greenfield Farm invites you to tend')
  await page.goto(link)
  await expect(heading(page, 'Join Greenfield Farm')).toBeVisible()
  await expect(page.getByText('Maya Fletcher invited you. Your role: employee.')).toBeVisible()
  await expect(page.getByLabel('Email')).toHaveValue(stranger)
  await expectAccessible(page)
  await page.getByLabel('Your name').fill('Stan Stranger')
  await page.locator('input[name="password"]').fill(goodPassword)
  await button(page, 'Join').click()
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
  await button(other, 'I have an account. Sign in').click()
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
  await expect(page.getByText('Ask for a new invitation.')).toBeVisible()
  await expectAccessible(page)
  await page.goto(second.path.replace('/invite/1/', '/invite/2/'))
  await expect(page.getByText('This link does not work. Check that you copied all of it.')).toBeVisible()

  // Somebody else is signed in on this device.
  await boss.goto(second.path)
  await expect(boss.getByText(`This invitation was sent to ${email}. Join as Maya Fletcher?`)).toBeVisible()
  await expect(button(boss, 'Join as Maya Fletcher')).toBeVisible()
  await expectAccessible(boss)
  await button(boss, 'Sign out and continue').click()
  await expect(boss.getByLabel('Your name')).toBeVisible()

  const again = await signIn(manager, { ...desktop, at: noScreen })
  await call(again, 'DELETE', `/company/1/invite/${first.id}`)
  await page.goto(second.path)
  await expect(page.getByText('This invitation was revoked.')).toBeVisible()
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
  await button(page, 'Greenfield Farm, switch company').click()
  await page.getByRole('menuitem', { name: 'Own Yard' }).click()
  await expect(button(page, 'Own Yard, switch company')).toBeVisible()
  await expect(notice).toHaveCount(0)
})

test('signing in with another address than the invited one asks first, and mails the inviter', async ({
  page,
  signIn,
  request: api,
}) => {
  const host = await signIn(manager, desktop)
  const invited = newAddress('invited')
  const { path } = await invite(host, invited)
  const other = await newcomer(api, 'Otto Other')
  await page.goto(path)
  await button(page, 'I have an account. Sign in').click()
  await page.getByLabel('Email').fill(other.email)
  await page.locator('input[name="password"]').fill(newcomersPassword)
  await button(page, 'Sign in').click()
  await expect(page.getByText(`This invitation was sent to ${invited}. Join as Otto Other?`)).toBeVisible()
  await expectAccessible(page)
  await button(page, 'Join as Otto Other').click()
  await page.waitForURL('**/tasks')
  await linkOfMail(manager, `Otto Other (${other.email}) joined Greenfield Farm with your invitation`)
  await host.goto('/company/users/invitations')
  await host.getByRole('link', { name: invited }).click()
  await expect(host.getByText('Otto Other')).toBeVisible()
})

test('an admin adds somebody at once, who is told; whom a manager asks again joins by the link of the mail, or declines', async ({
  signIn,
  request: api,
  page,
}) => {
  const [added, yes, no] = [
    await newcomer(api, 'Adam Added'),
    await newcomer(api, 'Yara Yes'),
    await newcomer(api, 'Noah No'),
  ]
  const administrator = await signIn(admin, { ...desktop, at: `/users/${added.user.id}` })
  await button(administrator, 'Add to a company').click()
  const sheet = administrator.getByRole('dialog', { name: 'Add to a company' })
  await sheet.getByLabel('Company', { exact: true }).click()
  await administrator.getByRole('option', { name: 'Greenfield Farm' }).click()
  await expectAccessible(administrator)
  await sheet.getByRole('button', { name: 'Add to a company' }).click()
  await expect(administrator.getByText('Adam Added added')).toBeVisible()
  await expect.poll(async () => (await mailsTo(added.email, 'You were added to Greenfield Farm')).length).toBe(1)

  // Two who belonged to the company before.
  const boss = await signIn(manager, { ...desktop, at: '/company/users' })
  await expect(boss.getByText('Adam Added').first()).toBeVisible()
  for (const { user } of [yes, no]) {
    await call(administrator, 'POST', `/company/1/user/${user.id}`, { role_id: 3000 })
    await call(boss, 'DELETE', `/company/1/user/${user.id}`)
    await call(boss, 'POST', `/company/1/user/${user.id}`, { role_id: 3000 })
  }

  // The company's managers see who was asked and has not answered.
  await boss.reload()
  await expect(boss.getByText('Yara Yes')).toHaveCount(0)
  await boss.getByRole('link', { name: /^Invitations/ }).click()
  const asked = boss.getByRole('row').filter({ hasText: yes.email })
  await expect(asked.getByText('Waiting')).toBeVisible()

  // Signed out, on whatever device the mail is read on.
  const subject = 'Greenfield Farm invites you to tend'
  await page.goto(await linkOfMail(yes.email, subject))
  await expect(heading(page, 'Join Greenfield Farm?')).toBeVisible()
  await expect(page.getByText('Your role there: employee.')).toBeVisible()
  await expectAccessible(page)
  await button(page, 'Join').click()
  await expect(page.getByText('You joined Greenfield Farm.')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Sign in' })).toBeVisible()
  await boss.goto('/company/users')
  await expect(boss.getByText('Yara Yes').first()).toBeVisible()

  // Signed in: in the app, and by the link.
  await enterAs(page, api, no, '/company/setup')
  const link = await linkOfMail(no.email, subject)
  await page.goto(link)
  await button(page, 'Decline').click()
  await expect(page.getByText('Invitation declined.')).toBeVisible()
  await page.goto(link)
  await expect(page.getByText('This link was already used.')).toBeVisible()
  await expect(page.getByText('This invitation was answered already')).toBeVisible()
  await boss.getByRole('link', { name: /^Invitations/ }).click()
  await expect(boss.getByRole('row').filter({ hasText: no.email }).getByText('Declined')).toBeVisible()

  await call(boss, 'POST', `/company/1/user/${no.user.id}`, { role_id: 3000 })
  await expect.poll(async () => (await mailsTo(no.email, subject)).length).toBe(2)
  await page.goto(await linkOfMail(no.email, subject))
  await button(page, 'Join').click()
  await button(page, 'Open Greenfield Farm').click()
  await page.waitForURL('**/tasks')
})
