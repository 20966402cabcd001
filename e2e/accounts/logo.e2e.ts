/**
 * A company's logo: set by a manager, seen by whoever works there at once and by visitors of a public form, and removed
 * again.
 */
import type { Page } from '@playwright/test'
import { ask } from '../apiCalls.ts'
import { confirm, enterAs, newCompany } from '../companySteps.ts'
import { desktop, expect, expectAccessible, freshPage, phone, test } from '../people.ts'

const drawing = (inside: string) => ({
  name: 'logo.svg',
  mimeType: 'image/svg+xml',
  buffer: Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 60 30" width="60" height="30">${inside}</svg>`,
  ),
})
const field = '<path d="M0 30 Q15 10 30 20 T60 12 V30z" fill="#166534"/>'

const definition = {
  schema: 1,
  default_language: 'en',
  sections: [{ id: 'all', title: { en: 'All' }, questions: [{ id: 'note', type: 'text', label: { en: 'A note' } }] }],
}

/** It has arrived and is a picture. */
const isShown = (page: Page, name: string) => async () =>
  page
    .getByRole('img', { name })
    .first()
    .evaluate(image => (image as HTMLImageElement).naturalWidth)

test('a manager sets the logo; colleagues and visitors see it, and it goes again', async ({
  page,
  request: api,
  browser,
  baseURL,
}) => {
  const { boss } = await newCompany(api, 'Hill Yard')
  const form = await ask<{ id: number }>(api, boss.token, 'POST', '/form', { name: { en: 'Visitors' }, definition })
  await ask(api, boss.token, 'POST', `/form/${form.id}/publish`, {})
  const { address } = await ask<{ address: string }>(api, boss.token, 'POST', `/form/${form.id}/public-link`, {})
  await page.setViewportSize(desktop.viewport)
  await enterAs(page, api, boss, '/company')
  const colleague = await freshPage(browser, baseURL, desktop)
  await enterAs(colleague, api, boss, '/company')
  await expect(colleague.getByRole('button', { name: 'Choose picture' })).toBeVisible()

  const file = page.locator('input[type=file]')
  await file.setInputFiles(drawing('<script>alert(1)</script>'))
  const logo = page.getByRole('region', { name: 'Logo' })
  await expect(logo.getByRole('alert')).toContainText('This SVG contains scripts')
  await file.setInputFiles(drawing(field))
  await expect.poll(isShown(page, 'Logo of Hill Yard')).toBe(640)
  await expect(logo.getByRole('alert')).toHaveCount(0)
  await expect.poll(isShown(colleague, 'Logo of Hill Yard')).toBe(640)
  await colleague.context().close()
  await expectAccessible(page)

  const visitor = await freshPage(browser, baseURL, phone)
  await visitor.goto(new URL(address).pathname)
  await expect(visitor.getByRole('banner')).toContainText('Hill Yard')
  const picture = visitor.getByRole('banner').locator('img')
  await expect.poll(() => picture.evaluate(image => (image as HTMLImageElement).naturalWidth)).toBe(640)
  await expectAccessible(visitor)

  await page.getByRole('button', { name: 'Remove logo' }).click()
  await confirm(page, 'Remove the logo from forms', 'Remove logo')
  await expect(page.getByRole('img', { name: 'Logo of Hill Yard' })).toHaveCount(0)
  await visitor.reload()
  await expect(visitor.getByRole('banner')).toContainText('Hill Yard')
  await expect(visitor.getByRole('banner').locator('img')).toHaveCount(0)
  await visitor.context().close()
})
