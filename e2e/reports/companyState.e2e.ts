/** The company's numbers below its reports lead to their lists, on a phone in Arabic too. */
import type { Page } from '@playwright/test'
import { desktop, expect, expectAccessible, phone, test } from '../people.ts'

const manager = 'manager@greenfield.example'

/** The number that stands there, and how many the page that it leads to counts at its title. */
async function follow(page: Page, name: string, title: string) {
  await page.goto('/reports')
  const number = page
    .locator('dl > div')
    .filter({ has: page.getByText(name, { exact: true }) })
    .getByRole('link')
  const said = await number.textContent()
  await number.click()
  await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible()
  await expect(page.locator('main header').getByText(new RegExp(`^${said} entr`))).toBeVisible()
}

test('what the company’s numbers lead to is as much as they say', async ({ signIn }) => {
  const page = await signIn(manager, { ...desktop, at: '/reports' })
  await expect(page.getByRole('heading', { name: 'Needs attention' })).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Last twelve weeks' })).toBeVisible()
  await expectAccessible(page)
  await follow(page, 'Overdue tasks', 'Tasks')
  await follow(page, 'Open findings', 'Findings')
  await follow(page, 'Vehicles', 'Vehicles')
})

test('on a phone in Arabic the same stands there', async ({ signIn }) => {
  const page = await signIn(manager, { ...phone, language: 'ar', at: '/reports' })
  await expect(page.getByRole('heading', { name: 'بحاجة إلى انتباه' })).toBeVisible()
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0)
  await expectAccessible(page)
})
