/** The switch of sites: lists are narrowed, the choice is remembered, and all sites are one press away. */
import type { APIRequestContext } from '@playwright/test'
import { ask } from '../apiCalls.ts'
import { enterAs, newCompany, row } from '../companySteps.ts'
import { desktop, errorsOf, expect, expectAccessible, phone, test } from '../people.ts'

/** Two sites with a pen and a cow each. */
async function twoSites(api: APIRequestContext) {
  const { boss } = await newCompany(api, 'Two Sites Farm')
  const add = (path: string, body: object) => ask<{ id: number }>(api, boss.token, 'POST', path, body)
  for (const name of ['North', 'South']) {
    const { id } = await add('/location', { name: `Site ${name}`, type: 'site' })
    const pen = await add('/location', { name: `Pen ${name}`, type: 'pen', parent_id: id })
    await add('/animal', { name: `Cow ${name}`, species: 'cattle', location_id: pen.id })
  }
  return boss
}

test('a manager looks at one site, comes back to it, and sees all again', async ({ browser, baseURL, request }) => {
  const boss = await twoSites(request)
  const page = await browser.newPage({ ...desktop, ...(baseURL && { baseURL }) })
  const errors = errorsOf(page)
  await enterAs(page, request, boss, '/animals')
  await expect(row(page, 'Cow South')).toBeVisible()
  await page.getByRole('button', { name: 'Site: All sites' }).click()
  await expect(page.getByRole('menuitem', { name: 'Site North' })).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('menuitem', { name: 'Site North' }).click()
  await expect(row(page, 'Cow South')).toHaveCount(0)
  await expect(row(page, 'Cow North')).toBeVisible()
  await expectAccessible(page)

  await page.reload()
  await expect(page.getByRole('button', { name: 'Site: Site North' })).toBeVisible()
  await expect(row(page, 'Cow North')).toBeVisible()
  await expect(row(page, 'Cow South')).toHaveCount(0)
  // What has no site says so, and leads back to all.
  await page.goto('/company/vehicles')
  await expect(page.getByText('There is nothing here at this site. Other sites may have some.')).toBeVisible()
  await page.getByRole('button', { name: 'Show all sites' }).click()
  await expect(page.getByRole('button', { name: 'Site: All sites' })).toBeVisible()
  await page.goto('/animals')
  await expect(row(page, 'Cow South')).toBeVisible()
  expect(errors).toEqual([])
  await page.context().close()
})

test('on a phone the site is chosen in the menu, and each narrowed screen says which it shows', async ({
  browser,
  baseURL,
  request,
}) => {
  const boss = await twoSites(request)
  const page = await browser.newPage({ ...phone, ...(baseURL && { baseURL }) })
  await enterAs(page, request, boss, '/animals')
  await expect(page.getByText('Cow South').first()).toBeVisible()
  await page.getByRole('button', { name: 'More', exact: true }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Site: All sites' }).click()
  await page.getByRole('menuitem', { name: 'Site North' }).click()
  await expect(page.getByText('Only Site North is shown.')).toBeVisible()
  await expect(page.getByText('Cow South')).toHaveCount(0)
  await expectAccessible(page)
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
  expect(overflow).toBeLessThanOrEqual(0)
  // The own profile shows no site.
  await page.goto('/profile')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(page.getByText('Only Site North is shown.')).toHaveCount(0)
  await page.goto('/animals')
  await page.getByRole('button', { name: 'All sites', exact: true }).click()
  await expect(page.getByText('Cow South').first()).toBeVisible()
  await page.context().close()
})
