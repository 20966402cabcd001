/** Plans: the price list that admins write, the plan that a company has, its limits and its end. */
import { button } from '../accountSteps.ts'
import { ask } from '../apiCalls.ts'
import { enterAs, newCompany, row } from '../companySteps.ts'
import { desktop, expect, expectAccessible, test } from '../people.ts'

const admin = 'admin@tend.example'

test('an admin finds a company, opens the plan that it wished for, works in it and reads its log', async ({
  signIn,
  request: api,
}) => {
  const { boss, company } = await newCompany(api, 'Alder Farm')
  const { plan } = await ask<{ plan: { id: number } }>(api, boss.token, 'GET', '/auth/user')
  const offers = await ask<{ id: number; name: { en: string } }[]>(api, boss.token, 'GET', '/system/plan')
  const large = offers.find(offer => offer.name.en === 'Large')
  await ask(api, boss.token, 'POST', `/company/${company.id}/plan/${plan.id}/select`, { selected_plan_id: large?.id })

  const page = await signIn(admin, { ...desktop, at: '/company/list?search=Alder' })
  await row(page, 'Alder Farm').click()
  await page.getByRole('button', { name: 'Add a plan' }).click()
  await expect(page.getByRole('dialog').getByRole('combobox', { name: 'Plan' })).toHaveValue('Large')
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('listitem').filter({ hasText: 'Large' })).toContainText('Running')
  await page.getByRole('button', { name: 'Open this company' }).click()
  await expect(page).toHaveURL(/\/tasks$/)
  await expect(page.getByRole('button', { name: 'Alder Farm, switch company' })).toBeVisible()
  await page.goto('/audit')
  await page.getByRole('button', { name: 'Filter' }).click()
  await page.getByRole('combobox', { name: 'Company' }).fill('Alder')
  await page.getByRole('option', { name: 'Alder Farm' }).click()
  await page.getByLabel('What').selectOption('Plan opened')
  await expect(row(page, 'Plan opened').first()).toContainText('Alex Admin')
  await page.getByLabel('What').selectOption('Company deleted')
  await expect(page.getByText('Nothing found')).toBeVisible()
})

test('after the plan’s end everything can be read, and a refused write says why and leads to the plans', async ({
  page,
  signIn,
  request: api,
}) => {
  const { boss, company } = await newCompany(api, 'Late Yard')
  const { plan } = await ask<{ plan: { id: number } }>(api, boss.token, 'GET', '/auth/user')
  const office = await signIn(admin)
  const token = await office.evaluate(() => localStorage.getItem('tend_token') ?? '')
  await ask(api, token, 'PUT', `/company/${company.id}/plan/${plan.id}`, {
    start_date: '2026-01-01',
    end_date: '2026-02-01',
  })
  await enterAs(page, api, boss, '/locations')
  await expect(page.getByRole('alert').filter({ hasText: 'plan ended on 1 Feb 2026' })).toBeVisible()
  await page.getByRole('button', { name: 'Add location' }).click()
  await page.getByLabel('Name').fill('Too late')
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
  await page.getByRole('dialog').getByRole('link', { name: 'Show plans' }).click()
  await expect(page.getByRole('heading', { name: 'Plans and prices' })).toBeAttached()
})

test('an admin writes an offer in two languages, with prices and limits, and takes it out of the list', async ({
  signIn,
}) => {
  const page = await signIn(admin, { ...desktop, at: '/plans' })
  await button(page, 'New plan').click()
  const sheet = page.getByRole('dialog')
  await sheet.getByRole('button', { name: 'Save' }).click()
  await expect(sheet.getByRole('textbox', { name: 'Name' })).toHaveAccessibleDescription(/Please fill this in/)
  await sheet.getByRole('textbox', { name: 'Name' }).fill('Smallholding')
  await sheet.getByRole('textbox', { name: 'Description' }).fill('For a few animals.')
  await sheet.getByRole('combobox', { name: 'Texts in' }).click()
  await page.getByRole('option', { name: 'Magyar' }).click()
  await sheet.getByRole('textbox', { name: 'Name' }).fill('Kisgazdaság')
  await sheet.getByRole('combobox', { name: 'Add a currency' }).fill('EUR')
  await page.getByRole('option', { name: 'EUR' }).click()
  await sheet.getByRole('textbox', { name: 'Price in EUR' }).fill('12.5')
  await sheet.getByLabel('People').fill('3')
  await expectAccessible(page)
  await sheet.getByRole('button', { name: 'Save' }).click()
  await expect(sheet).toHaveCount(0)

  const offer = page.getByRole('listitem').filter({ hasText: 'Smallholding' })
  await expect(offer).toContainText('€12.50')
  await expect(offer).toContainText('Up to 3 people')
  await expect(offer).toContainText('Any number of animals')
  await page.goto('/pages/pricing')
  await expect(page.getByRole('article', { name: 'Smallholding' })).toContainText('For a few animals.')

  await page.goto('/plans')
  await offer.getByRole('button', { name: 'Edit' }).click()
  await sheet.getByRole('switch', { name: 'In the price list' }).click({ force: true })
  await sheet.getByRole('button', { name: 'Save' }).click()
  await expect(offer).toContainText('Not in the price list')
  await offer.getByRole('button', { name: 'Archive' }).click()
  await expect(offer).toHaveCount(0)
  await page.getByRole('switch', { name: 'Archived' }).click({ force: true })
  await expect(offer.getByRole('button', { name: 'Restore' })).toBeVisible()
})

test('of several people who come back, the plan takes those it has room for; who stays out is told with the way to the plans', async ({
  page,
  signIn,
  request: api,
}) => {
  const { boss, company, worker } = await newCompany(api, 'Full Yard')
  const people = [await worker('Ada Full'), await worker('Ben Full')]
  for (const { id } of people) await ask(api, boss.token, 'POST', `/company/${company.id}/user/${id}/freeze`, {})
  const { plan } = await ask<{ plan: { id: number } }>(api, boss.token, 'GET', '/auth/user')
  const office = await signIn(admin)
  const token = await office.evaluate(() => localStorage.getItem('tend_token') ?? '')
  const limits = { users: 2, animals: null, forms: null, storage: null }
  await ask(api, token, 'PUT', `/company/${company.id}/plan/${plan.id}`, { limits })

  await page.setViewportSize(desktop.viewport)
  await enterAs(page, api, boss, '/company/users')
  for (const name of ['Ada Full', 'Ben Full']) await row(page, name).getByRole('checkbox').check()
  await button(page, 'Reactivate (2)').click()
  const toast = page.getByRole('alert').filter({ hasText: 'Not possible for Ben Full' })
  await expect(toast).toBeVisible()
  await expect(row(page, 'Ada Full')).toContainText('Active')
  await toast.getByRole('link', { name: 'Show plans' }).click()
  await page.waitForURL('**/pages/pricing')
})

test('the price list says which plan the company has', async ({ signIn }) => {
  const page = await signIn('manager@greenfield.example', { ...desktop, at: '/pages/pricing' })
  const present = page.getByRole('article').filter({ hasText: 'Your plan' })
  await expect(present).toHaveCount(1)
  await expect(present).toHaveAttribute('aria-current', 'true')
  await expectAccessible(page)
})
