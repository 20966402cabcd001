/**
 * A manager issues an audit pass, an inspector reads by it on a phone, in German and in Arabic, and it ends when it is
 * revoked.
 */
import { readFileSync } from 'node:fs'
import type { Page } from '@playwright/test'
import { call } from '../apiCalls.ts'
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
  // The first of them counts the whole company.
  const surveys = inspector
    .getByRole('region', { name: 'Wie viele Aufzeichnungen' })
    .getByRole('listitem')
    .getByRole('button', { name: /^Erhebungen/ })
  await surveys.nth(1).click()
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

const picture = {
  ...{ name: 'gate.png', mimeType: 'image/png' },
  buffer: readFileSync(new URL('../../web/public/icons/icon-192.png', import.meta.url)),
}

test('a finding is written without signal, arrives once, is closed by a manager, and the pass is signed', async ({
  signIn,
  browser,
  baseURL,
}, info) => {
  const page = await signIn(manager, desktop)
  const holder = `Dr Moser ${info.repeatEachIndex}.${info.retry}`
  const now = Date.now()
  const { id, address } = await call<{ id: number; address: string }>(page, 'POST', '/pass', {
    ...{ holder_name: holder, reach: null, kinds: ['submission'], shows_names: false },
    ...{ starts_at: new Date(now).toISOString(), ends_at: new Date(now + 48 * 3600_000).toISOString() },
  })
  await page.goto(`/company/passes/${id}`)
  const inspector = await freshPage(browser, baseURL, { ...phone, locale: 'de', serviceWorkers: 'allow' })
  const complaints = errorsOf(inspector, /ERR_INTERNET_DISCONNECTED|Network error|Failed to load resource/)
  const path = new URL(address).pathname
  await inspector.goto(path)
  const main = inspector.getByRole('main')
  await main.getByRole('list').last().getByRole('listitem').first().getByRole('link').click()
  await expect(inspector.getByRole('button', { name: 'Befund melden' })).toBeVisible()
  await isInstalled(inspector)

  await inspector.context().setOffline(true)
  await inspector.getByRole('button', { name: 'Befund melden' }).click()
  const form = inspector.getByRole('form', { name: 'Befund melden' })
  const words = `Das Tor ${holder} schließt nicht`
  await form.getByRole('textbox', { name: 'Was ist nicht in Ordnung?' }).fill(words)
  await form.getByRole('radio', { name: 'Kritisch' }).check()
  await form.getByRole('textbox', { name: 'Zu beheben bis' }).fill(inThreeDays('.'))
  await form.locator('input[type=file]').setInputFiles(picture)
  await expect(form.getByRole('img', { name: 'Foto 1' })).toBeVisible()
  await expectAccessible(inspector)
  // Nothing that was typed is lost.
  await inspector.reload()
  await inspector.getByRole('button', { name: 'Befund melden' }).click()
  await expect(form.getByRole('textbox', { name: 'Was ist nicht in Ordnung?' })).toHaveValue(words)
  await expect(form.getByRole('img', { name: 'Foto 1' })).toBeVisible()
  await form.getByRole('button', { name: 'Melden', exact: true }).click()
  await inspector.getByRole('link', { name: 'Noch nicht gesendet' }).click()
  await expect(inspector.getByRole('heading', { level: 2, name: 'Noch nicht gesendet' })).toBeVisible()
  await expect(inspector.getByText(words)).toBeVisible()
  await expectNoSideways(inspector)
  await expectAccessible(inspector)

  await inspector.context().setOffline(false)
  await expect(inspector.getByRole('heading', { level: 2, name: 'Befunde' })).toBeVisible()
  await expect(inspector.getByRole('heading', { level: 2, name: 'Noch nicht gesendet' })).toHaveCount(0)
  await expect(inspector.getByText('Offen', { exact: true })).toBeVisible()
  const findings = page.getByRole('list', { name: 'Findings' })
  await expect(findings.getByText(words)).toBeVisible()
  await expect(findings.getByRole('listitem')).toHaveCount(1)
  await expect(findings.getByRole('img', { name: 'Photo 1' })).toBeVisible()
  await expectAccessible(page)

  const { findings: known } = await call<{ findings: { sent_task_id: number }[] }>(page, 'GET', `/pass/${id}/written`)
  await findings.getByRole('link', { name: 'Corrective task' }).click()
  await expect(page.getByRole('heading', { level: 1, name: words })).toBeVisible()
  await call(page, 'POST', `/task/sent/${known[0]?.sent_task_id}/complete`, { note: 'Neues Scharnier' })
  await inspector.reload()
  await expect(inspector.getByText('Behoben', { exact: true })).toBeVisible()
  await expect(inspector.getByText('Neues Scharnier')).toBeVisible()

  await inspector.getByRole('button', { name: 'Abschlussnotiz' }).click()
  const closing = inspector.getByRole('form', { name: 'Abschlussnotiz' })
  await closing.getByRole('textbox', { name: 'Abschlussnotiz' }).fill('Alles in Ordnung bis auf das Tor')
  await closing.getByRole('textbox', { name: 'Name' }).fill(holder)
  await closing.getByRole('button', { name: 'Mit getipptem Namen unterschreiben' }).click()
  await expect(closing.getByRole('img', { name: 'Unterschrift' })).toBeVisible()
  await expectAccessible(inspector)
  await closing.getByRole('button', { name: 'Unterschreiben und abschließen' }).click()
  await expect(inspector.getByText(`Unterschrieben von ${holder}`)).toBeVisible()
  await expect(inspector.getByRole('button', { name: 'Befund melden' })).toHaveCount(0)
  await expectNoSideways(inspector)
  await page.goto(`/company/passes/${id}`)
  await expect(page.getByText('Alles in Ordnung bis auf das Tor')).toBeVisible()
  await expect(page.getByText('Closing note signed')).toBeVisible()
  await expectAccessible(page)
  expect(complaints).toEqual([])
  await inspector.context().close()
})

const expectNoSideways = async (page: Page) =>
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0)

/** As the field of a day reads it in English, or with dots in German. */
function inThreeDays(between = '/'): string {
  const day = new Date(Date.now() + 3 * 24 * 3600_000)
  return [day.getDate(), day.getMonth() + 1, day.getFullYear()].map(part => String(part).padStart(2, '0')).join(between)
}
