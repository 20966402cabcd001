/** One tablet, several people, no signal: each with a PIN, and with what they read and did. */
import type { Page } from '@playwright/test'
import { ask } from '../apiCalls.ts'
import { enrolByPin } from '../companySteps.ts'
import { errorsOf, expect, expectAccessible, freshPage, phone, test } from '../people.ts'
import { companyWithForm, formsHere, yes } from './unsentWork.ts'

test.use({ serviceWorkers: 'allow' })

const pin = (page: Page) => page.locator('input[name="pin"]')

const tokenHere = (page: Page) => page.evaluate(() => localStorage.getItem('tend_token'))
const bearer = (token: string | null) => ({ headers: { Authorization: `Bearer ${token}` } })

async function unlock(page: Page, name: string, digits: string) {
  await page.getByRole('button', { name: new RegExp(name) }).click()
  await pin(page).fill(digits)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
}
async function handOver(page: Page, name: string) {
  await page.goto('/tasks')
  await page.getByRole('button', { name }).click()
  await page.getByRole('menuitem', { name: 'Switch person' }).click()
  // A device of one worker asks for the PIN at once, one of several for the name first.
  await expect(page.getByRole('heading', { name: /^(Who are you\?|Hello )/ })).toBeVisible()
}
async function fillIn(page: Page): Promise<string> {
  await page.goto('/submission')
  await page.getByRole('link', { name: /Round/ }).last().click()
  await yes(page).check()
  await page.getByRole('button', { name: 'Finish' }).click()
  await page.getByRole('button', { name: 'Complete', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'Done. Your answers are safe on this phone.' })).toBeVisible()
  return page.url().match(/[0-9a-f-]{36}/)?.[0] ?? ''
}

test('two workers share a tablet without signal by their PINs, and each sends their own when they are back', async ({
  browser,
  baseURL,
  playwright,
}) => {
  const api = await playwright.request.newContext({ ...(baseURL && { baseURL }) })
  const { boss, company, worker } = await companyWithForm(api, 'Tablet farm')

  const page = await freshPage(browser, baseURL, phone)
  // Without signal lists are not to be had, which is logged in the specification's words; and the socket's last words
  // reach nobody.
  const errors = errorsOf(page, /^Failed to load|WebSocket is already in CLOSING/)
  await page.addInitScript(() => localStorage.setItem('locale', 'en'))
  for (const [name, digits, copies] of [
    ['Anna', '508213', 1],
    ['Bela', '731946', 2],
  ] as const) {
    await enrolByPin(page, api, { boss, company }, await worker(name), digits)
    await page.goto('/submission')
    await expect(page.getByRole('link', { name: /Round/ }).last()).toBeVisible()
    // Kept for when there is no signal.
    await page.getByRole('link', { name: /Round/ }).last().click()
    await expect(yes(page)).toBeVisible()
    await expect.poll(() => formsHere(page)).toBe(copies)
    await page.goto('/tasks')
    const token = await tokenHere(page)
    expect((await api.get('/api/auth/user', bearer(token))).status()).toBe(200)
    if (name !== 'Anna') continue
    await handOver(page, name)
    // What lies on the tablet opens nothing at the server without the PIN.
    expect((await api.get('/api/auth/user', bearer(token))).status()).toBe(401)
  }

  const left = await tokenHere(page)
  await page.context().setOffline(true)
  const ofBela = await fillIn(page)
  await handOver(page, 'Bela')
  await expectAccessible(page)
  await expect(page.getByRole('button', { name: /Bela.*1 unsent/ })).toBeVisible()
  await page.getByRole('button', { name: /Anna/ }).click()
  await pin(page).fill('111222')
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await expect(page.getByRole('alert')).toBeVisible()
  await pin(page).fill('508213')
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await page.waitForURL('**/tasks')
  expect((await api.get('/api/auth/user', bearer(await tokenHere(page)))).status()).toBe(401)
  await expect(page.getByRole('link', { name: '1 unsent from others' })).toBeVisible()
  await page.goto('/outbox')
  await expect(page.getByText(/1 piece of other people’s work/)).toBeVisible()
  await page.goto(`/submission/filling/${ofBela}`)
  await expect(page.getByRole('heading', { name: 'This draft is not on this device' })).toBeVisible()
  const ofAnna = await fillIn(page)

  await page.context().setOffline(false)
  await page.goto('/outbox')
  await expect(page.getByRole('heading', { name: 'Everything was sent' })).toBeVisible()
  const list = (uuid: string) => ask<{ user_name: string }[]>(api, boss.token, 'GET', `/form/submission?uuid=${uuid}`)
  expect(await list(ofAnna)).toMatchObject([{ user_name: 'Anna' }])
  expect(await list(ofBela)).toEqual([])
  // She has a session of her own by now, for the PIN that she typed offline.
  expect((await api.get('/api/auth/user', bearer(await tokenHere(page)))).status()).toBe(200)
  await handOver(page, 'Anna')
  await unlock(page, 'Bela', '731946')
  await page.waitForURL('**/tasks')
  await expect.poll(() => list(ofBela)).toMatchObject([{ user_name: 'Bela' }])
  // The session that he handed over without signal is over too.
  expect((await api.get('/api/auth/user', bearer(left))).status()).toBe(401)
  expect(errors).toEqual([])
  await page.context().close()
  await api.dispose()
})
