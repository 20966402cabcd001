/** What happens to an animal: recorded on a phone, mended, planned and done; and what it keeps from being sold. */
import { call } from '../apiCalls.ts'
import { manager, worker } from '../formSteps.ts'
import { expect, expectAccessible, noScreen, phone, test } from '../people.ts'

test('a treatment is recorded on a phone, withholds the meat, and is struck out and taken back', async ({ signIn }) => {
  const boss = await signIn(manager, { at: noScreen })
  const { id } = await call<{ id: number }>(boss, 'POST', '/animal', {
    name: `Marigold ${Date.now()}`,
    species: 'cattle',
  })
  const page = await signIn(worker, { ...phone, at: `/animals/${id}` })
  await expect(page.getByText('No records yet', { exact: false })).toBeVisible()
  await page.getByRole('button', { name: 'Add record', exact: true }).click()
  const sheet = page.getByRole('dialog')
  await sheet.getByRole('combobox', { name: 'What' }).click()
  await page.getByRole('option', { name: 'Treatment' }).click()
  await sheet.getByRole('button', { name: 'Save' }).click()
  await expect(sheet.getByLabel('Medicine')).toHaveAccessibleDescription('Please fill this in.')
  await sheet.getByLabel('Medicine').fill('Penicillin')
  await sheet.getByLabel('Dose').fill('20 ml')
  await sheet.getByLabel('Meat: withdrawal period until').fill('31/12/2199')
  await expectAccessible(page)
  await sheet.getByRole('button', { name: 'Save' }).click()
  await expect(sheet).toBeHidden()
  await expect(page.getByText('Withdrawal period', { exact: true })).toBeVisible()
  await expect(page.getByRole('listitem').filter({ hasText: 'Penicillin' })).toContainText('20 ml')
  await expectAccessible(page)

  await page.getByRole('button', { name: 'Cancel record', exact: true }).click()
  await expect(page.getByText('Withdrawal period', { exact: true })).toBeHidden()
  await page.getByRole('button', { name: 'Undo' }).press('Enter')
  await expect(page.getByText('Withdrawal period', { exact: true })).toBeVisible()
})
