/**
 * A manager issues an audit pass, an inspector reads by it on a phone, in German and in Arabic, and it ends when it is
 * revoked.
 */
import { desktop, errorsOf, expect, expectAccessible, freshPage, isInstalled, phone, test } from '../people.ts'

const manager = 'manager@greenfield.example'

test('a pass is issued, read by an inspector on a phone, seen in its log, and revoked', async ({
  signIn,
  browser,
  baseURL,
}, info) => {
  const page = await signIn(manager, desktop)
  const holder = `Dr Weber ${info.repeatEachIndex}.${info.retry}`
  await page.goto('/company/passes')
  await page.getByRole('button', { name: 'New pass' }).click()
  const sheet = page.getByRole('dialog', { name: 'New pass' })
  await sheet.getByRole('textbox', { name: 'Name of the inspector' }).fill(holder)
  await sheet.getByRole('textbox', { name: 'Last day', exact: true }).fill(inThreeDays())
  await expectAccessible(page)
  await sheet.getByRole('button', { name: 'Create pass' }).click()
  await expect(page.getByRole('heading', { level: 1, name: holder })).toBeVisible()
  const address = await page.getByText(/\/pass\/\d+\/[\w-]{43}$/).textContent()
  await expectAccessible(page)

  const inspector = await freshPage(browser, baseURL, { ...phone, locale: 'de', serviceWorkers: 'allow' })
  const complaints = errorsOf(inspector, /status of 410/)
  const path = new URL(address ?? '').pathname
  await inspector.goto(path)
  await expect(inspector.getByRole('heading', { level: 1, name: /^Aufzeichnungen/ })).toBeVisible()
  await expect(
    inspector
      .getByText(/^Person [0-9A-Z]{4}/)
      .or(inspector.getByText(/ · Person /))
      .first(),
  ).toBeVisible()
  await expectAccessible(inspector)
  const first = inspector.getByRole('main').getByRole('listitem').getByRole('link').first()
  await first.click()
  await expect(inspector.getByRole('heading', { level: 2, name: 'Herkunft' })).toBeVisible()
  expect(await inspector.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0)
  await expectAccessible(inspector)
  await inspector.getByRole('button', { name: 'Zurück zur Liste' }).click()
  const counted = inspector.getByRole('region', { name: 'Wie viele Aufzeichnungen' }).getByRole('listitem')
  await counted
    .nth(1)
    .getByRole('button', { name: /^Erhebungen/ })
    .click()
  await expect(inspector.getByLabel('Ort, Gruppe oder Fahrzeug')).not.toHaveValue('')
  await expectAccessible(inspector)
  await inspector.getByLabel('Aufzeichnungen', { exact: true }).selectOption('finding')
  await inspector.getByText('Eingrenzen').click()
  await inspector.getByLabel('Ergebnis', { exact: true }).selectOption('open')
  await inspector.getByRole('button', { name: 'Suchen' }).click()
  await expect(inspector.getByRole('main').getByRole('listitem').getByRole('link').first()).toBeVisible()
  const arabic = await freshPage(browser, baseURL, { ...phone, locale: 'ar' })
  await arabic.goto(path)
  await expect(arabic.locator('html')).toHaveAttribute('dir', 'rtl')
  await expect(arabic.getByRole('main').getByRole('listitem').first()).toBeVisible()
  await expectAccessible(arabic)

  await isInstalled(inspector)
  await inspector.context().setOffline(true)
  await inspector.goto(path)
  await expect(inspector.getByRole('heading', { level: 1, name: /^Aufzeichnungen/ })).toBeVisible()
  await inspector.getByRole('main').getByRole('listitem').getByRole('link').first().click()
  await expect(inspector.getByRole('heading', { level: 2, name: 'Herkunft' })).toBeVisible()
  await inspector.context().setOffline(false)

  await page.reload()
  await expect(page.getByText(/^Viewed: Submissions/)).toBeVisible()
  await page.getByRole('button', { name: 'Revoke pass' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Revoke pass' }).click()
  await expect(page.getByText('Revoked', { exact: true })).toBeVisible()
  await inspector.reload()
  await expect(inspector.getByRole('heading', { level: 1, name: 'Dieser Zugang funktioniert nicht' })).toBeVisible()
  expect(await inspector.evaluate(async () => (await caches.keys()).filter(name => name.startsWith('pass-')))).toEqual(
    [],
  )
  await arabic.reload()
  await expect(arabic.getByRole('heading', { level: 1, name: 'هذا التصريح لا يعمل' })).toBeVisible()
  expect(complaints).toEqual([])
  await inspector.context().close()
  await arabic.context().close()
})

/** As the field of a day reads it in English. */
function inThreeDays(): string {
  const day = new Date(Date.now() + 3 * 24 * 3600_000)
  return [day.getDate(), day.getMonth() + 1, day.getFullYear()].map(part => String(part).padStart(2, '0')).join('/')
}
