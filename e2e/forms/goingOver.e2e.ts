/**
 * A draft of a version that nobody can complete goes over to the newer one, with the answers that have a place there.
 */
import { ask } from '../apiCalls.ts'
import { enterAs, newCompany } from '../companySteps.ts'
import { errorsOf, expect, expectAccessible, freshPage, phone, test } from '../people.ts'

const yesNo = (id: string, label: string) => ({ type: 'yes_no', id, label: { en: label } })
/** The page is left while the draft may be on its way: the server is a revision ahead then, and says so once. */
const leftMidway = /status of 409 .Conflict./
const definition = (questions: object[]) => ({
  ...{ schema: 1, default_language: 'en' },
  sections: [{ id: 'all', title: { en: 'All' }, questions }],
})

test('a person goes over to the newer version, reads what has no place there before and after, and completes the form', async ({
  browser,
  baseURL,
  playwright,
}) => {
  const api = await playwright.request.newContext({ ...(baseURL && { baseURL }) })
  const { boss } = await newCompany(api, 'Versions farm')
  const call = <T>(method: string, path: string, body: object) => ask<T>(api, boss.token, method, path, body)
  // No whole number lies between: nobody can complete this one.
  const pens = {
    type: 'number',
    id: 'pens',
    label: { en: 'How many pens?' },
    required: true,
    min: 10.2,
    max: 10.8,
    decimals: 0,
  }
  const form = await call<{ id: number }>('POST', '/form', {
    name: { en: 'Pens' },
    definition: definition([yesNo('water', 'Is there water?'), yesNo('feed', 'Is there feed?'), pens]),
  })
  await call('POST', `/form/${form.id}/publish`, {})

  const page = await freshPage(browser, baseURL, phone)
  const errors = errorsOf(page, leftMidway)
  await page.addInitScript(() => localStorage.setItem('locale', 'en'))
  await enterAs(page, api, boss, `/submission/filling/new?form=${form.id}`)
  const yes = (name: string) => page.getByRole('group', { name }).getByLabel('Yes', { exact: true })
  await yes('Is there water?').check()
  await yes('Is there feed?').check()
  await expect(page.getByText(/^Saved/)).toBeVisible()
  const { min: _, max: __, ...without } = pens
  await call('PUT', `/form/${form.id}`, { definition: definition([yesNo('water', 'Is there water?'), without]) })
  await call('POST', `/form/${form.id}/publish`, {})

  await page.reload()
  await page.getByRole('button', { name: 'Move to the newer version' }).click()
  const told = page.getByRole('alert').filter({ hasText: 'has no questions for these answers' })
  await expect(told.getByText('Is there feed?')).toBeVisible()
  await expectAccessible(page)
  await told.getByRole('button', { name: 'Keep this version' }).click()
  await expect(page.getByRole('group', { name: 'Is there feed?' })).toBeVisible()
  await page.getByRole('button', { name: 'Move to the newer version' }).click()
  await told.getByRole('button', { name: 'Move to the newer version' }).click()

  await expect(page.getByRole('group', { name: 'Is there feed?' })).toHaveCount(0)
  await expect(yes('Is there water?')).toBeChecked()
  await expect(told.getByText('Is there feed?')).toBeVisible()
  await page.reload()
  await expect(told.getByText('Is there feed?')).toBeVisible()
  await told.getByRole('button', { name: 'I have noted them' }).click()
  await expect(told).toHaveCount(0)
  await page.getByRole('textbox', { name: 'How many pens?' }).fill('3')
  await page.getByRole('button', { name: 'Finish' }).click()
  await page.getByRole('button', { name: 'Complete', exact: true }).click()
  await expect(page.getByRole('heading', { name: /^Done/ })).toBeVisible()
  type Listed = { version: number; status: string }
  const list = () => ask<Listed[]>(api, boss.token, 'GET', `/form/submission?form_id=${form.id}`)
  await expect
    .poll(async () => (await list()).map(({ version, status }) => [version, status]))
    .toEqual([[2, 'complete']])
  expect(errors).toEqual([])
  await page.context().close()
  await api.dispose()
})

test('a visitor goes over to the newer version in the same way, and sends it', async ({
  browser,
  baseURL,
  playwright,
}) => {
  const api = await playwright.request.newContext({ ...(baseURL && { baseURL }) })
  const { boss } = await newCompany(api, 'Gates farm')
  const call = <T>(method: string, path: string, body: object) => ask<T>(api, boss.token, method, path, body)
  const form = await call<{ id: number }>('POST', '/form', {
    name: { en: 'Gates' },
    definition: definition([yesNo('shut', 'Was the gate shut?'), yesNo('wet', 'Was it wet?')]),
  })
  await call('POST', `/form/${form.id}/publish`, {})
  const { address } = await call<{ address: string }>('POST', `/form/${form.id}/public-link`, {})

  const page = await freshPage(browser, baseURL, phone)
  const errors = errorsOf(page)
  await page.goto(`${new URL(address).pathname}?lang=en`)
  const yes = (name: string) => page.getByRole('group', { name }).getByLabel('Yes', { exact: true })
  await yes('Was the gate shut?').check()
  await yes('Was it wet?').check()
  await call('PUT', `/form/${form.id}`, { definition: definition([yesNo('shut', 'Was the gate shut?')]) })
  await call('POST', `/form/${form.id}/publish`, {})

  await page.reload()
  await page.getByRole('button', { name: 'Move to the newer version' }).click()
  const told = page.getByRole('alert').filter({ hasText: 'has no questions for these answers' })
  await expect(told.getByText('Was it wet?')).toBeVisible()
  await told.getByRole('button', { name: 'Move to the newer version' }).click()
  await expect(page.getByRole('group', { name: 'Was it wet?' })).toHaveCount(0)
  await expect(yes('Was the gate shut?')).toBeChecked()
  await expect(told.getByText('Was it wet?')).toBeVisible()
  await expectAccessible(page)
  await told.getByRole('button', { name: 'I have noted them' }).click()
  await expect(told).toHaveCount(0)
  await page.getByRole('button', { name: 'Finish' }).click()
  await page.getByRole('button', { name: 'Send', exact: true }).click()
  await expect(page.getByRole('heading', { name: /^Thank you/ })).toBeVisible()
  type Listed = { version: number; status: string }
  const list = await ask<Listed[]>(api, boss.token, 'GET', `/form/submission?form_id=${form.id}`)
  expect(list.map(({ version, status }) => [version, status])).toEqual([[2, 'complete']])
  expect(errors).toEqual([])
  await page.context().close()
  await api.dispose()
})
