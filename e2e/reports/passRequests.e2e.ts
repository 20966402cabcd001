/**
 * An inspector asks for evidence on a phone, a manager answers on the page of the task with a photo and a paper, and
 * the inspector opens both.
 */
import { readFileSync } from 'node:fs'
import { call } from '../apiCalls.ts'
import { desktop, errorsOf, expect, expectAccessible, freshPage, phone, test } from '../people.ts'

const manager = 'manager@greenfield.example'
const picture = {
  ...{ name: 'anna-kovacs.png', mimeType: 'image/png' },
  buffer: readFileSync(new URL('../../web/public/icons/icon-192.png', import.meta.url)),
}
const paper = { name: 'invoice.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.4\n%%EOF\n') }

test('an inspector asks for evidence on a phone, a manager answers with a photo and a paper', async ({
  signIn,
  browser,
  baseURL,
}, info) => {
  const page = await signIn(manager, desktop)
  const holder = `Dr Vogel ${info.repeatEachIndex}.${info.retry}`
  const now = Date.now()
  const { id, address } = await call<{ id: number; address: string }>(page, 'POST', '/pass', {
    ...{ holder_name: holder, reach: null, kinds: ['submission', 'certificate'], shows_names: false },
    ...{ starts_at: new Date(now).toISOString(), ends_at: new Date(now + 48 * 3600_000).toISOString() },
  })
  const inspector = await freshPage(browser, baseURL, { ...phone, locale: 'en' })
  const complaints = errorsOf(inspector, /ERR_INTERNET_DISCONNECTED/)
  await inspector.goto(new URL(address).pathname)
  await inspector.getByRole('link', { name: 'Requests for evidence' }).click()
  await inspector.getByRole('button', { name: 'Request evidence' }).click()
  const form = inspector.getByRole('form', { name: 'Request evidence' })
  await form.getByRole('textbox', { name: 'What do you need?' }).fill('The invoice of the ramp, and a photo of it')
  await expectAccessible(inspector)
  // In a barn without a network it waits on the phone.
  await inspector.context().setOffline(true)
  await form.getByRole('button', { name: 'Send request' }).click()
  await expect(inspector.getByRole('listitem').getByText('Not sent yet')).toBeVisible()
  await inspector.context().setOffline(false)
  const request = inspector.getByRole('article', { name: 'Request 1' })
  await expect(request.getByText('Open', { exact: true })).toBeVisible()
  await expectAccessible(inspector)

  const title = `Evidence for ${holder}: The invoice of the ramp, and a photo of it`
  await page.goto('/tasks')
  await page.getByRole('link', { name: title }).click()
  await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible()
  await page.getByRole('article', { name: 'Request 1' }).getByRole('button', { name: 'Answer request' }).click()
  const sheet = page.getByRole('dialog', { name: 'Answer request 1' })
  await sheet.getByRole('textbox', { name: 'Answer' }).fill('Repaired on Monday.')
  await sheet.locator('input[type=file]').setInputFiles([picture, paper])
  await expect(sheet.getByText('invoice.pdf')).toBeVisible()
  await expectAccessible(page)
  await sheet.getByRole('button', { name: 'Answer request' }).click()
  await expect(page.getByText('The inspector has not seen it yet.')).toBeVisible()
  await expectAccessible(page)

  await inspector.reload()
  await expect(request.getByText('Answered', { exact: true }).first()).toBeVisible()
  await expect(request.getByText('Repaired on Monday.')).toBeVisible()
  await expect(request.getByRole('img', { name: 'Photo 1' })).toBeVisible()
  const saved = inspector.waitForEvent('download')
  await request.getByRole('button', { name: /^Document 1/ }).click()
  expect((await saved).suggestedFilename()).toBe('Document 1.pdf')
  expect(await inspector.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0)
  await expectAccessible(inspector)
  await request.getByRole('button', { name: 'Not enough' }).click()
  await request.getByRole('textbox', { name: 'What is missing?' }).fill('The date is missing')
  await request.getByRole('button', { name: 'Ask again' }).click()
  await expect(request.getByText('Open', { exact: true })).toBeVisible()

  await page.goto(`/company/passes/${id}`)
  await expect(page.getByText('Document opened: answer to request 1')).toBeVisible()
  await expect(page.getByText('Photo loaded: answer to request 1')).toBeVisible()
  await expect(page.getByText(/^Seen by the inspector on/)).toBeVisible()
  await expectAccessible(page)
  expect(complaints).toEqual([])
  await inspector.context().close()
})
