/** A server that fails is never taken for a company that has nothing: every screen says what could not be read, and offers another try. */
import type { Request } from '@playwright/test'
import { call } from '../apiCalls.ts'
import { desktop, expect, expectAccessible, noScreen, phone, test } from '../people.ts'
import { people, screens } from './screens.ts'

const failure = { message: 'Something broke', code: 'internal_error', errors: {} }

test('a part of a page that could not be read is said to be missing, and comes with another try', async ({
  signIn,
}) => {
  const boss = await signIn(people['a manager'], { at: noScreen })
  const { id } = await call(boss, 'POST', '/animal', { name: `Nettle ${Date.now()}`, species: 'cattle' })
  await call(boss, 'POST', `/animal/${id}/withhold`, { cause: 'other', product: 'meat', until: '2199-12-31' })
  const page = await signIn(people['a worker'], { ...phone, complaint: /500|Something broke/, at: noScreen })
  await page.route('**/withhold*', route => route.fulfill({ status: 500, json: failure }))
  await page.goto(`/animals/${id}`)
  const missing = page.getByText('Not everything on this page could be loaded. Something broke')
  await expect(missing).toBeVisible()
  await expectAccessible(page)
  await page.unroute('**/withhold*')
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByText('Not for sale', { exact: true })).toBeVisible()
  await expect(missing).toHaveCount(0)
  // What waited for the failed answer gives up four seconds later, and must not take what came since for a copy.
  await page.waitForTimeout(4_500)
  await expect(page.getByText('offline')).toHaveCount(0)
})

for (const [who, email] of Object.entries(people))
  test(`${who} is told on every screen what could not be read`, { tag: '@long' }, async ({ signIn }) => {
    // Each call is tried three times before it is given up.
    test.setTimeout(600_000)
    const page = await signIn(email, { ...desktop, complaint: /500|Something broke/ })
    const silent: string[] = []
    // What every screen reads, the least of them too, is not what they are for.
    const besides = new Set<string>()
    const note = (request: Request) => besides.add(request.url())
    page.on('request', note)
    await page.goto('/outbox')
    await page.waitForTimeout(3_000)
    page.off('request', note)
    for (const { path, address } of screens.filter(screen => screen.who === who)) {
      await page.unroute('**/api/**')
      const at = (await address?.(page)) ?? path
      // Of what the device has kept it could show a copy.
      await page.goto('/favicon.svg')
      await page.evaluate(async () => {
        for (const { name = '' } of await indexedDB.databases()) indexedDB.deleteDatabase(name)
        for (const key of Object.keys(localStorage).filter(key => /^tend_(?!token)/.test(key)))
          localStorage.removeItem(key)
      })
      let hasFailed = false
      await page.route('**/api/**', route => {
        if (route.request().method() !== 'GET' || besides.has(route.request().url())) return route.continue()
        hasFailed = true
        return route.fulfill({ status: 500, json: failure })
      })
      await page.goto(at)
      const told = page.getByRole('button', { name: 'Try again' }).or(page.getByText('Something broke'))
      const isTold = await told
        .first()
        .waitFor({ timeout: 12_000 })
        .then(
          () => true,
          () => false,
        )
      if (hasFailed && !isTold) silent.push(at)
    }
    expect(silent).toEqual([])
  })
