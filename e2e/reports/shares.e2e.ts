/**
 * A report is shared with a PIN, read by somebody without an account on a phone in Arabic, found in the list of what is
 * shared, and taken back.
 */
import type { TestInfo } from '@playwright/test'
import { call } from '../apiCalls.ts'
import { desktop, errorsOf, expect, expectAccessible, freshPage, noScreen, phone, test } from '../people.ts'

const manager = 'manager@greenfield.example'

/** What a report of a journey's own is called: what an earlier try left of its links and mails stands at another. */
const named = (what: string, { retry, repeatEachIndex }: TestInfo) => `${what} ${repeatEachIndex}.${retry}`

test('a report is shared, read without an account, and taken back where all links stand', async ({
  signIn,
  browser,
  baseURL,
}, info) => {
  const page = await signIn(manager, { ...desktop, at: noScreen })
  const name = named('What the vet reads', info)
  const { id } = await call<{ id: number }>(page, 'POST', '/report', { name })
  await page.goto(`/reports/details/${id}`)
  await page.getByRole('button', { name: 'Share', exact: true }).click()
  const sheet = page.getByRole('dialog', { name: 'Share a link' })
  await sheet.getByRole('textbox', { name: 'PIN' }).fill('4711')
  await sheet.getByRole('button', { name: 'Create link' }).click()
  const address = await sheet.getByRole('region', { name: 'Link' }).getByRole('textbox').inputValue()
  await expectAccessible(page)

  const visitor = await freshPage(browser, baseURL, { ...phone, locale: 'ar' })
  const complaints = errorsOf(visitor, /status of 4(03|10)/)
  await visitor.goto(`${new URL(address).pathname}?lang=ar`)
  await visitor.locator('input[name="pin"]').fill('4711')
  await visitor.getByRole('button', { name: 'فتح', exact: true }).click()
  await expect(visitor.getByRole('heading', { level: 1, name })).toBeVisible()
  await expect(visitor.locator('html')).toHaveAttribute('dir', 'rtl')
  expect(await visitor.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0)
  await expectAccessible(visitor)

  await page.goto('/company/shared?kind=report')
  const row = page.getByRole('row').filter({ has: page.getByRole('link', { name, exact: true }) })
  await expect(row.getByText(/^1 time/)).toBeVisible()
  await expect(row.getByText(/With a PIN/)).toBeVisible()
  await expectAccessible(page)
  await row.getByRole('button', { name: 'Stop sharing' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Stop sharing' }).click()
  await expect(row).toHaveCount(0)
  await visitor.reload()
  await expect(visitor.getByText('لا شيء للقراءة هنا')).toBeVisible()
  expect(complaints).toEqual([])
  await visitor.context().close()
})

test('a report is mailed every month to people who may open it', async ({ signIn }, info) => {
  const page = await signIn(manager, { ...desktop, at: noScreen })
  const { id } = await call<{ id: number }>(page, 'POST', '/report', {
    name: named('What is mailed', info),
    for_everybody: true,
  })
  await page.goto(`/reports/details/${id}`)
  await page.getByRole('button', { name: 'More', exact: true }).click()
  await page.getByRole('menuitem', { name: 'By email', exact: true }).click()
  const sheet = page.getByRole('dialog', { name: 'Email this report regularly' })
  await sheet.getByRole('combobox', { name: 'How often' }).click()
  await page.getByRole('option', { name: 'Every month' }).click()
  await expect(sheet.getByRole('combobox', { name: 'Day of the month' })).toHaveValue('1')
  const whom = sheet.getByRole('combobox', { name: 'Recipients' })
  await whom.click()
  await page.getByRole('listbox', { name: 'Recipients' }).getByRole('option', { name: 'Tom Ashby' }).click()
  await page.keyboard.press('Escape')
  await expectAccessible(page)
  await sheet.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(sheet.getByText(/^Next: /)).toBeVisible()
  await sheet.getByRole('button', { name: 'Stop emails' }).click()
  // The question comes a frame after the press; until then the sheet's own button is the only one of that name.
  const question = page.getByRole('dialog', { name: 'Stop emails' })
  await question.getByRole('button', { name: 'Stop emails' }).click()
  await expect(sheet).toHaveCount(0)
})

test('a guide and a submission are read by their links on a phone, and a link that was taken back says so', async ({
  signIn,
  browser,
  baseURL,
}, info) => {
  const page = await signIn(manager, desktop)
  const title = named('How gates are shut', info)
  const written = { title: { en: title }, body: { en: 'Look **behind** you.' }, default_language: 'en' }
  const guide = await call<{ id: number }>(page, 'POST', '/guide', written)
  await call(page, 'POST', `/guide/${guide.id}/publish`, {})
  const address = async () => {
    await page.getByRole('button', { name: 'Share', exact: true }).click()
    const sheet = page.getByRole('dialog', { name: 'Share a link' })
    await sheet.getByRole('button', { name: 'Create link' }).click()
    const link = sheet.getByRole('region', { name: 'Link' }).getByRole('textbox')
    return new URL(await link.first().inputValue()).pathname
  }
  await page.goto(`/guides/${guide.id}`)
  const ofGuide = await address()
  const visitor = await freshPage(browser, baseURL, phone)
  const complaints = errorsOf(visitor, /status of 410/)
  await visitor.goto(ofGuide)
  await expect(visitor.getByRole('heading', { level: 1, name: title })).toBeVisible()
  await expect(visitor.getByText('Look behind you.')).toBeVisible()
  await expectAccessible(visitor)
  const sheet = page.getByRole('dialog', { name: 'Share a link' })
  await sheet.getByRole('button', { name: 'Stop sharing' }).click()
  const question = page.getByRole('dialog', { name: 'Stop sharing' })
  await question.getByRole('button', { name: 'Stop sharing' }).click()
  await expect(sheet.getByRole('region', { name: 'Link' })).toHaveCount(0)
  await visitor.reload()
  await expect(visitor.getByText('This link was stopped. Ask the person who shared it for a new one.')).toBeVisible()

  const [submission] = await call<{ id: number }[]>(page, 'GET', '/form/submission?status=complete&per_page=5')
  await page.goto(`/submission/view/${submission?.id}`)
  const form = await page.getByRole('heading', { level: 1 }).textContent()
  await visitor.goto(await address())
  await expect(visitor.getByRole('heading', { level: 1, name: form ?? '' })).toBeVisible()
  await expect(visitor.getByText('Filled in by')).toBeVisible()
  expect(await visitor.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0)
  await expectAccessible(visitor)
  expect(complaints).toEqual([])
  await visitor.context().close()
})
