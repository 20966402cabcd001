/**
 * A report on its way: a manager makes it, follows each of its numbers, and carries it away; a worker opens what is for
 * everybody.
 */
import type { Page } from '@playwright/test'
import { desktop, expect, expectAccessible, noScreen, phone, test } from '../people.ts'

const manager = 'manager@greenfield.example'
const worker = 'worker@greenfield.example'

/** Opens a report of the demo by its name. */
async function open(page: Page, name: string) {
  await page.goto('/reports')
  await page.getByRole('link', { name, exact: true }).click()
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible()
  await expect(page.locator('main [aria-busy="true"]')).toHaveCount(0)
}

/** How many submissions the sheet shows, over all its pages. */
async function countedIn(page: Page): Promise<number> {
  const sheet = page.getByRole('dialog', { name: 'Submissions' })
  const items = sheet.getByRole('listitem').filter({ has: page.getByRole('link') })
  const next = sheet.getByRole('button', { name: 'Next page' })
  await expect(items.first()).toBeVisible()
  let count = await items.count()
  while ((await next.count()) > 0 && (await next.isEnabled())) {
    const before = await items.first().getByRole('link').getAttribute('href')
    await next.click()
    await expect(items.first().getByRole('link')).not.toHaveAttribute('href', before ?? '')
    count += await items.count()
  }
  return count
}

test(
  'a manager makes a report, and the submissions behind a number are as many as it says',
  { tag: '@core' },
  async ({ signIn }, { retry }) => {
    const page = await signIn(manager, { ...desktop, at: noScreen })
    const name = `Barns ${retry}`
    await page.goto('/reports')
    await page.getByRole('button', { name: 'New report' }).click()
    const sheet = page.getByRole('dialog', { name: 'New report' })
    await sheet.getByRole('textbox', { name: 'Name' }).fill(name)
    await sheet.getByRole('combobox', { name: 'Forms' }).click()
    await page.getByRole('option', { name: 'Daily pen check' }).click()
    await sheet.getByRole('textbox', { name: 'Name' }).click()
    await sheet.getByRole('button', { name: 'Save' }).click()
    await expect(page.getByRole('heading', { level: 1, name })).toBeVisible()
    // The farm has several sites, which a new report compares.
    await expect(page.getByText('Daily pen check by site, the last 12 weeks')).toBeVisible()
    await expectAccessible(page)

    // How many needed attention, counted one by one.
    const number = page.locator('dl').first().locator('div').filter({ hasText: 'Needs attention' }).getByRole('link')
    const said = Number(await number.textContent())
    expect(said).toBeGreaterThan(0)
    await number.click()
    expect(await countedIn(page)).toBe(said)
    await expectAccessible(page)
    const first = page.getByRole('dialog').getByRole('listitem').first().getByRole('link')
    await first.click()
    await expect(page).toHaveURL(/\/submission\/view\/\d+$/)
    await page.goBack()
    await expect(page.getByRole('dialog', { name: 'Submissions' })).toBeVisible()
  },
)

test('a report is carried away as PDF, workbook and text', async ({ signIn }) => {
  const page = await signIn(manager, desktop)
  await open(page, 'Pens and paddocks')
  for (const [button, ending] of [
    ['Export as workbook (XLSX)', 'xlsx'],
    ['Export as text (CSV)', 'csv'],
  ] as const) {
    const saving = page.waitForEvent('download')
    await page.getByRole('button', { name: 'More', exact: true }).click()
    await page.getByRole('menuitem', { name: button }).click()
    expect((await saving).suggestedFilename()).toBe(`Pens and paddocks.${ending}`)
  }
  const saving = page.waitForEvent('download')
  await page.getByRole('link', { name: 'Save as PDF' }).click()
  await expect(page).toHaveURL(/\/reports\/export\/pdf\/\d+$/)
  expect((await saving).suggestedFilename()).toMatch(/^Pens and paddocks \d{4}-\d\d-\d\d\.pdf$/)
  await expect(page.getByText('The PDF is ready.')).toBeVisible()
  await expectAccessible(page)
})

test('a report has three buttons, and its period is changed on it; the running week is marked', async ({ signIn }) => {
  const page = await signIn(manager, desktop)
  await open(page, 'Pens and paddocks')
  const header = page.locator('main header').first()
  await expect(header.getByRole('button').or(header.getByRole('link', { name: 'Save as PDF' }))).toHaveCount(3)
  await page.getByLabel('Period', { exact: true }).selectOption('The last 26 weeks')
  await expect(page.getByText('Daily pen check by location, the last 26 weeks')).toBeVisible()
  await expect(page.getByText(/^\d+ \w+ \(now\)$/).first()).toBeVisible()
  await page.reload()
  await expect(page.getByLabel('Period', { exact: true })).toHaveValue('26 week')
})

test('a worker opens the report that is for everybody, on the phone and in Arabic too', async ({ signIn }) => {
  const page = await signIn(worker, { ...phone, language: 'ar' })
  await open(page, 'Pens and paddocks')
  await expect(page.getByText('لا تظهر إلا التعبئات المتاحة لك، وليس تعبئات الجميع.')).toBeVisible()
  await expect(page.locator('html')).toHaveAttribute('dir', 'rtl')
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0)
  await expectAccessible(page)
  await page.goto('/reports')
  await expect(page.getByRole('link', { name: 'Lame and thin cows' })).toHaveCount(0)
})
