/** Links that lead nowhere any more: each page says why, and what to do next. */
import type { Page } from '@playwright/test'
import { button, goodPassword, newAddress } from '../accountSteps.ts'
import { call } from '../apiCalls.ts'
import { newcomer } from '../companySteps.ts'
import { letLinksExpire } from '../database.ts'
import { linkOfMail } from '../mails.ts'
import { desktop, expect, expectAccessible, freshPage, noScreen, test } from '../people.ts'

const manager = 'manager@greenfield.example'
const wrong = 'This link does not work. Check that you copied all of it.'
const expired = 'This link has expired.'

/** What the page of a broken link says, and where its one button leads. */
async function expectAdvice(page: Page, reason: string, advice: string, leadsTo: string): Promise<void> {
  await expect(page.getByText(reason)).toBeVisible()
  await expect(page.getByText(advice)).toBeVisible()
  await expect(page.locator('main').locator(`a.mantine-Button-root[href="${leadsTo}"]`)).toBeVisible()
}

test('links that were never good', async ({ browser, baseURL }) => {
  const page = await freshPage(browser, baseURL)
  await page.goto('/invite/1/never-good')
  await expectAdvice(page, wrong, 'Ask for a new invitation.', '/auth/login')
  await expectAccessible(page)
  await page.goto('/action/user/never-good')
  await expectAdvice(page, wrong, 'Open the newest email of this kind, or sign in.', '/auth/login')
  await expectAccessible(page)
  await page.goto('/auth/enrol/never-good')
  await expectAdvice(page, wrong, 'Ask your manager for a new one.', '/auth/login')
  await expectAccessible(page)
  await page.goto('/auth/reset-password/never-good/nobody@journey.example')
  await page.getByLabel('New password').fill(goodPassword)
  await button(page, 'Save and sign in').click()
  await expectAdvice(page, wrong, 'Only the newest one works.', '/auth/forgot-password')
  await expectAccessible(page)
  await page.context().close()
})

test('links that have become too old', async ({ signIn, browser, baseURL, request }) => {
  const boss = await signIn(manager, { ...desktop, at: noScreen })
  const stranger = newAddress('too.late')
  const { path } = await call(boss, 'POST', '/company/1/invite', { email: stranger, role_id: 3000, forms: [] })
  const late = await newcomer(request, 'Lea Late')
  await request.post('/api/auth/forgot-password', { data: { email: late.email } })
  const links = {
    confirm: await linkOfMail(late.email, 'Confirm your email address'),
    reset: await linkOfMail(late.email, 'Set a new password'),
  }
  for (const email of [stranger, late.email]) await letLinksExpire(email)

  const page = await freshPage(browser, baseURL)
  await page.goto(path)
  await expectAdvice(page, expired, 'Ask for a new invitation.', '/auth/login')
  await page.goto(links.confirm)
  await expectAdvice(page, expired, 'or to get a new email', '/auth/login')
  await page.goto(links.reset)
  await page.getByLabel('New password').fill(goodPassword)
  await button(page, 'Save and sign in').click()
  await expectAdvice(page, expired, 'Ask for a new link.', '/auth/forgot-password')
  await page.context().close()
})
