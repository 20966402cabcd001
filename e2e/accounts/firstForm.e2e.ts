/** The first ten minutes of a manager: from an account to a form that is sent, and what it finds on Today. */
import type { Locator } from '@playwright/test'
import { button, confirmOwnAddress, goodPassword, newAddress } from '../accountSteps.ts'
import { call } from '../apiCalls.ts'
import { expect, expectAccessible, freshPage, phone, test } from '../people.ts'

/** All is well in the daily pen check, but for the water. */
const answers = {
  ...{ all_seen: { value: 'yes' }, dead_or_injured: { value: 'no' }, ill_or_lame: { value: 'no' } },
  ...{ water_works: { value: 'no', note: 'The left drinker is dry' }, feed_enough: { value: 'yes' } },
  ...{ lying_area: { value: 'dry' }, air: { value: 'fresh' }, fences_closed: { value: 'yes' } },
}

test('from registering to the first form that is sent takes twelve taps at most', async ({ browser, baseURL }) => {
  const page = await freshPage(browser, baseURL, phone)
  let taps = 0
  const tap = (there: Locator) => {
    taps++
    return there.tap()
  }
  await page.goto('/auth/register')
  await page.getByLabel('Your name').fill('Nora New')
  await page.getByLabel('Email').fill(newAddress('nora'))
  await page.locator('input[name="password"]').fill(goodPassword)
  await tap(button(page, 'Create account'))
  await page.waitForURL('**/company/setup')
  await confirmOwnAddress(page)
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Ridge Farm')
  await tap(button(page, 'Create company'))

  await page.getByLabel('Name of the location').fill('Home farm')
  await tap(button(page, 'Add location'))
  await page.getByLabel('Addresses, one per line').fill('anna@example.org')
  await tap(button(page, 'Invite'))
  await tap(button(page, 'Next'))
  await tap(page.getByRole('checkbox', { name: 'Daily pen check' }))
  await tap(button(page, 'Add 1 form'))

  await tap(page.getByRole('region', { name: 'Your first steps' }).getByRole('link', { name: 'Send your first form' }))
  const form = page.getByRole('link', { name: 'Daily pen check' })
  await tap(form)
  await tap(button(page, 'Send'))
  const sheet = page.getByRole('dialog', { name: 'Send a form' })
  await tap(sheet.getByRole('combobox', { name: 'Who', exact: true }))
  await tap(page.getByRole('option', { name: 'Nora New' }))
  await page.keyboard.press('Escape')
  expect(taps).toBeLessThanOrEqual(12)
  await sheet.getByRole('button', { name: 'Send', exact: true }).tap()
  await expect(page.getByText(/^Sent to Nora New.* · See it$/)).toBeVisible()

  const [sent] = await call<{ form_id: number }[]>(page, 'GET', '/task/sent?state=open')
  const [farm] = await call<{ id: number }[]>(page, 'GET', '/location')
  const subjects = [{ type: 'location', id: farm?.id }]
  const begun = { form_id: sent?.form_id, uuid: crypto.randomUUID(), subjects }
  const { id } = await call<{ id: number }>(page, 'POST', '/form/submission', begun)
  await call(page, 'POST', `/form/submission/${id}/complete`, { answers })
  await page.goto('/tasks')
  await expect(page.getByText('The left drinker is dry')).toBeVisible()
  await expectAccessible(page)
  await page.context().close()
})
