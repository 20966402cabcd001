/**
 * Work that is on the phone alone when the session ends, of somebody who signs in at a provider: it waits there until
 * they sign in by the provider again, also after another person did, and is then sent in their name.
 */
import type { Page } from '@playwright/test'
import { button, heading } from '../accountSteps.ts'
import { ask } from '../apiCalls.ts'
import { companyWithForm, completeRound, yes } from '../filling/unsentWork.ts'
import { errorsOf, expect, expectAccessible, freshPage, isInstalled, phone, test } from '../people.ts'
import { companySignIn, leaveProvider, signInAtProvider } from './companySignIn.ts'

test.use({ serviceWorkers: 'allow' })

const token = (page: Page) => page.evaluate(() => localStorage.getItem('tend_token') ?? '')

test('who signs in by their company again finds the draft and what waited, and nobody else does', async ({
  browser,
  baseURL,
  playwright,
}) => {
  const api = await playwright.request.newContext({ ...(baseURL && { baseURL }) })
  const { boss, company, form } = await companyWithForm(api, 'Signed and unsent')
  const signIn = await companySignIn(api, company)
  const listed = (uuid: string) => ask<object[]>(api, boss.token, 'GET', `/form/submission?uuid=${uuid}`)
  try {
    const page = await freshPage(browser, baseURL, phone)
    // Lists are not to be had without signal, and sessions that ended are refused.
    const errors = errorsOf(page, /^Failed to load|WebSocket is already in CLOSING|status of 401/)
    await page.addInitScript(() => localStorage.setItem('locale', 'en'))
    await page.goto('/tasks')
    await page.waitForURL('**/auth/login**')
    await signInAtProvider(page, signIn, 'anna')
    await page.waitForURL('**/tasks')
    await button(page, 'Accept and continue').click()
    await isInstalled(page)

    // One is completed without signal, another half done, and the session ends at the server.
    const uuid = await completeRound(page, form)
    await page.goto(`/submission/filling/new?form=${form.id}`)
    await yes(page).check()
    await expect(page.getByText(/^Saved \d/)).toBeVisible()
    const draft = page.url().match(/[0-9a-f-]{36}/)?.[0] ?? ''
    expect(draft).not.toBe(uuid)
    await ask(api, await token(page), 'POST', '/auth/logout', {})
    await page.context().setOffline(false)
    // The page hears of the end by itself, and leaves.
    await page.waitForURL('**/auth/**')
    await page.goto(`/submission/filling/${draft}`)

    // Nothing here opens it but the provider; the way back is kept.
    await page.waitForURL('**/auth/work**')
    await expect(heading(page, 'Unsent work')).toBeVisible()
    await expect(page.getByText('It opens when the person who did it signs in.')).toBeVisible()
    await expectAccessible(page)
    expect(await listed(uuid)).toEqual([])

    // Bela is first: he is told that something waits, and opens and sends none of it.
    await page.goto('/auth/login')
    await leaveProvider(page)
    await signInAtProvider(page, signIn, 'bela')
    await page.waitForURL('**/tasks')
    await button(page, 'Accept and continue').click()
    await expect(page.getByRole('link', { name: '1 unsent from others' })).toBeVisible()
    // The notices leave room for the menu of the account.
    await expect(page.getByRole('button', { name: 'Your account, Bela Signed' })).toBeInViewport({ ratio: 1 })
    await page.goto('/outbox')
    await expect(page.getByText(/1 unsent item from another person is on this device/)).toBeVisible()
    await expect(page.getByText('Round')).toHaveCount(0)
    await page.goto(`/submission/filling/${draft}`)
    await expect(heading(page, 'This draft is not on this device')).toBeVisible()
    expect(await listed(uuid)).toEqual([])
    await page.goto('/auth/logout')
    await page.waitForURL('**/auth/login')
    expect(await listed(uuid)).toEqual([])

    // Anna comes back to her draft, and what waited is sent in her name.
    await page.goto(`/submission/filling/${draft}`)
    await page.waitForURL('**/auth/work**')
    await page.getByRole('link', { name: 'Sign in' }).click()
    await leaveProvider(page)
    await signInAtProvider(page, signIn, 'anna')
    await page.waitForURL(`**/submission/filling/${draft}`)
    await expect(yes(page)).toBeChecked()
    const anna = { user_name: 'Anna Signed' }
    await expect.poll(() => listed(uuid)).toMatchObject([{ ...anna, status: 'complete' }])
    await button(page, 'Finish').click()
    await button(page, 'Complete').click()
    await expect.poll(() => listed(draft)).toMatchObject([{ ...anna, status: 'complete' }])
    await page.goto('/outbox')
    await expect(heading(page, 'Everything was sent')).toBeVisible()
    expect(errors).toEqual([])
    await page.context().close()
  } finally {
    await signIn.end()
    await api.dispose()
  }
})
