/** Coming in, staying in and going out: sign-in, the guard, the session and its end, language and theme. */
import type { Page } from '@playwright/test'
import { ask } from '../apiCalls.ts'
import { newcomer, newcomersPassword } from '../companySteps.ts'
import { demoPassword } from '../demoServer.ts'
import { desktop, expect, expectAccessible, phone, test } from '../people.ts'

const worker = 'worker@greenfield.example'

async function enter(page: Page, password = demoPassword) {
  await page.getByLabel('Email').fill(worker)
  await page.locator('input[name="password"]').fill(password)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
}

test('a wrong password is said in place and the e-mail stays', async ({ page }) => {
  await page.goto('/')
  await enter(page, 'not the one')
  await expect(page.getByRole('alert')).toHaveText('Email and password do not match.')
  await expect(page.getByLabel('Email')).toHaveValue(worker)
  await enter(page)
  await page.waitForURL('**/tasks')
})

test('a page that was opened without a session is shown after signing in', async ({ page }) => {
  await page.goto('/locations?sort=-name')
  await expect(page).toHaveURL(/\/auth\/login\?to=/)
  await enter(page)
  await page.waitForURL('**/locations?sort=-name')
  await expect(page.getByRole('heading', { name: 'Locations', exact: true })).toBeAttached()
})

test('the way back never leads to another site', async ({ page, baseURL }) => {
  for (const trap of ['//evil.example/', 'https://evil.example/', '/\\evil.example', 'javascript:alert(1)']) {
    await page.goto(`/auth/login?${new URLSearchParams({ to: trap })}`)
    await enter(page)
    await page.waitForURL(`${baseURL}/tasks`)
  }
})

test('a stored user that cannot be read counts as signed out', async ({ signIn }) => {
  const page = await signIn(worker)
  // A page without the app: the answer to a question that is on its way would store the user again.
  await page.goto('/icons/icon-192.png')
  await page.evaluate(() => localStorage.setItem('user', '{"id":'))
  await page.goto('/locations')
  await expect(page).toHaveURL(/\/auth\/login/)
})

test('signing out ends on the login page and leaves nothing behind', async ({ signIn }) => {
  // What was on its way while the session ended is refused.
  const page = await signIn(worker, { ...desktop, complaint: /status of 401/ })
  await page.getByRole('button', { name: /^Your account/ }).click()
  await page.getByRole('menuitem', { name: 'Sign out' }).click()
  await page.waitForURL('**/auth/login')
  const left = await page.evaluate(() => Object.keys(localStorage))
  for (const key of ['tend_token', 'user', 'userAbilityRules']) expect(left).not.toContain(key)
  await page.goBack()
  await expect(page).toHaveURL(/\/auth\/login/)
})

test('a session that ended elsewhere asks to sign in again and comes back to the same page', { tag: '@core' }, async ({
  page,
}) => {
  await page.goto('/auth/login?to=/locations')
  await enter(page)
  await page.waitForURL(/\d\/locations$/)
  await page.evaluate(async () => {
    const headers = {
      Authorization: `Bearer ${localStorage.getItem('tend_token')}`,
      'Content-Type': 'application/json',
    }
    await fetch('/api/auth/logout', { method: 'POST', headers, body: '{}' })
  })
  await page.waitForURL(/\/auth\/login\?to=%2Flocations/)
  await enter(page)
  await page.waitForURL(/\d\/locations$/)
})

test('an expired token is renewed without the person noticing', async ({ page }) => {
  await page.goto('/auth/login?to=/locations')
  await enter(page)
  await page.waitForURL(/\d\/locations$/)
  const before = await page.evaluate(() => localStorage.getItem('tend_token'))
  await page.route('**/api/location?*', async route => {
    if (route.request().headers().authorization !== `Bearer ${before}`) return route.continue()
    await route.fulfill({ status: 401, json: { message: 'Token has expired', code: 'token_expired' } })
  })
  await page.getByRole('searchbox', { name: 'Search' }).fill('Barn 2')
  await expect(page.getByRole('link', { name: 'Barn 2' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Barn 1', exact: true })).toHaveCount(0)
  await expect(page).toHaveURL(/\/locations\?search=Barn/)
  expect(await page.evaluate(() => localStorage.getItem('tend_token'))).not.toBe(before)
})

test('the language turns the page around at once and stays after a reload', async ({ signIn }) => {
  const page = await signIn(worker, { ...desktop, at: '/locations' })
  await page.getByRole('button', { name: 'Language' }).click()
  await page.getByRole('menuitemradio', { name: 'العربية' }).click()
  await expect(page.locator('html')).toHaveAttribute('dir', 'rtl')
  await expect(page.getByRole('heading', { name: 'المواقع', exact: true })).toBeVisible()
  await page.reload()
  await expect(page.getByRole('heading', { name: 'المواقع', exact: true })).toBeVisible()
  const stored = await page.evaluate(() => [localStorage.language, localStorage.locale, document.cookie])
  expect(stored[0]).toBe('ar')
  expect(stored[1]).toBe('ar')
  expect(stored[2]).toContain('tend-language=ar')
  await page.getByRole('button', { name: 'اللغة' }).click()
  await page.getByRole('menuitemradio', { name: 'English' }).click()
  await expect(page.locator('html')).toHaveAttribute('dir', 'ltr')
})

test('from sign-in on a device speaks the language of the account, unless another was chosen on the sign-in page', async ({
  page,
  request,
}) => {
  const { email, token } = await newcomer(request, 'Berta')
  await ask(request, token, 'PATCH', '/auth/user', { language_id: 2 })
  // Somebody else had chosen German here.
  await page.goto('/auth/login')
  await page.evaluate(() => localStorage.setItem('locale', 'de'))
  await page.reload()
  const signIn = async () => {
    await page.locator('input[name="email"]').fill(email)
    await page.locator('input[name="password"]').fill(newcomersPassword)
    await page.locator('button[type="submit"]').click()
    await page.waitForURL('**/company/setup')
  }
  const stored = () => page.evaluate(() => [localStorage.language, localStorage.locale, document.cookie])
  await signIn()
  await expect(page.locator('html')).toHaveAttribute('lang', 'hu')
  expect(await stored()).toEqual(['hu', 'hu', expect.stringContaining('tend-language=hu')])

  await page.evaluate(() => localStorage.clear())
  await page.goto('/auth/login')
  await page.getByRole('combobox').selectOption('fr')
  await signIn()
  await expect(page.locator('html')).toHaveAttribute('lang', 'fr')
  expect(await stored()).toEqual(['fr', 'fr', expect.stringContaining('tend-language=fr')])
})

test('a dark theme is there before anything is drawn, and follows the system when asked to', async ({ signIn }) => {
  const page = await signIn(worker, desktop)
  await page.getByRole('button', { name: 'Theme' }).click()
  await page.getByRole('menuitemradio', { name: 'Dark' }).click()
  await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'dark')
  expect(await page.evaluate(() => document.cookie)).toContain('tend-theme=dark')
  // Gone before its files are taken away: what it still loads would be empty too.
  await page.goto('/health')
  await page.route('**/assets/*.js', route => route.fulfill({ contentType: 'text/javascript', body: '' }))
  await page.goto('/locations', { waitUntil: 'domcontentloaded' })
  await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'dark')
  await page.unroute('**/assets/*.js')
  await page.reload()
  await page.getByRole('button', { name: 'Theme' }).click()
  await page.getByRole('menuitemradio', { name: 'System' }).click()
  await page.emulateMedia({ colorScheme: 'light' })
  await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'light')
  await page.emulateMedia({ colorScheme: 'dark' })
  await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'dark')
})

test('an address that leads nowhere says so', async ({ page }) => {
  await page.goto('/no/such/place')
  await expect(page.getByRole('heading', { name: 'Page not found' })).toBeVisible()
  await expectAccessible(page)
})

for (const locale of ['en', 'ar']) {
  test(`sign-in can be read and used by everybody (${locale})`, { tag: '@core' }, async ({ browser, baseURL }) => {
    const context = await browser.newContext({ ...phone, ...(baseURL && { baseURL }) })
    const page = await context.newPage()
    await page.addInitScript(chosen => localStorage.setItem('locale', chosen), locale)
    await page.goto('/')
    await expect(page.locator('input[name="email"]')).toBeVisible()
    await expectAccessible(page)
    await context.close()
  })
}
