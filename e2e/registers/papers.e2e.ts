/** Papers: one that ended keeps its vehicle from being sent off, with the reason said, until there is another. */
import { call } from '../apiCalls.ts'
import { manager, worker } from '../formSteps.ts'
import { desktop, expect, expectAccessible, phone, test } from '../people.ts'

test('an insurance that ended is said on the page of its vehicle, and the next one puts that right', async ({
  signIn,
}, { retry }) => {
  const page = await signIn(manager, desktop)
  const { id } = await call<{ id: number }>(page, 'POST', '/vehicle', { name: `Insured ${retry}`, type: 'van' })
  await call(page, 'POST', '/paper', { kind: 'insurance', vehicle_id: id, valid_until: '2024-01-31' })
  await page.goto(`/vehicles/${id}`)
  await expect(page.getByRole('alert')).toContainText('Insurance')
  await page.getByRole('button', { name: 'Add a paper' }).click()
  const sheet = page.getByRole('dialog')
  await sheet.getByLabel('Number').fill('P 88')
  await sheet.getByLabel('Valid until').fill('31/12/2098')
  await expectAccessible(page)
  await sheet.getByRole('button', { name: 'Save' }).click()
  await expect(sheet).toBeHidden()
  await expect(page.getByText('P 88', { exact: true })).toBeVisible()
  await expect(page.getByRole('alert')).toHaveCount(0)
})

test('a worker reads on a phone which papers there are, and changes none', async ({ signIn }) => {
  const page = await signIn(worker, { ...phone, at: '/papers' })
  await expect(page.getByRole('listitem').filter({ hasText: 'Transporter authorisation, type 2' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Add a paper' })).toHaveCount(0)
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
  expect(overflow).toBeLessThanOrEqual(0)
  await expectAccessible(page)
})
