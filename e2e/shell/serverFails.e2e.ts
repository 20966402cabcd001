/**
 * A server that fails is never taken for a company that has nothing: every screen says what could not be read, and
 * offers another try.
 */
import { call } from '../apiCalls.ts'
import { desktop, expect, expectAccessible, noScreen, phone, test } from '../people.ts'
import { people, screens } from './screens.ts'

/** What stands around every screen reads these; that they failed says nothing of the screen. */
const besides =
  /\/(auth\/user|me\/(invite|device-key)|company(\/\d+)?|task\/\d+\/sent\/new\/count|notification\/unread-count|messaging\/(unread|config).*|system\/.*)$/
/** They need nothing of the server before somebody does something. */
const readNothing = new Set([
  ...['/guides/create', '/submission/import', '/import/$id', '/company/roles/$id', '/company/setup'],
  ...['/outbox', '/profile/account', '/pages/pricing/thanks'],
])
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
  const missing = page.getByText('Some of this page could not be loaded. Something broke')
  await expect(missing).toBeVisible()
  await expectAccessible(page)
  await page.unroute('**/withhold*')
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByText('Withdrawal period', { exact: true })).toBeVisible()
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
    for (const { path, address } of screens.filter(screen => screen.who === who && !readNothing.has(screen.path))) {
      await page.unroute('**/api/**')
      const at = (await address?.(page)) ?? path
      // Of what the device has kept it could show a copy.
      await page.goto('/favicon.svg')
      await page.evaluate(async () => {
        for (const { name = '' } of await indexedDB.databases()) indexedDB.deleteDatabase(name)
        for (const key of Object.keys(localStorage).filter(key => /^tend_(?!token)/.test(key)))
          localStorage.removeItem(key)
      })
      await page.route('**/api/**', route => {
        if (route.request().method() !== 'GET' || besides.test(new URL(route.request().url()).pathname))
          return route.continue()
        return route.fulfill({ status: 500, json: failure })
      })
      await page.goto(at)
      const told = page.getByRole('button', { name: 'Try again' }).or(page.getByText('Something broke'))
      // The word above the screen is hidden beside what the screen says itself.
      const isTold = await told
        .filter({ visible: true })
        .first()
        .waitFor({ timeout: 12_000 })
        .then(
          () => true,
          () => false,
        )
      if (!isTold) silent.push(at)
    }
    expect(silent).toEqual([])
  })
