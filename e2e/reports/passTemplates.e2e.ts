/** A pass is issued by a template, which goes and comes back. */
import { desktop, errorsOf, expect, expectAccessible, test } from '../people.ts'

test('a pass is issued by a template, which is archived and restored', async ({ signIn }, info) => {
  const page = await signIn('manager@greenfield.example', desktop)
  const complaints = errorsOf(page)
  const name = `Milk buyer ${info.repeatEachIndex}.${info.retry}`
  await page.goto('/company/passes')
  await page.getByRole('button', { name: 'New template' }).click()
  const sheet = page.getByRole('dialog', { name: 'New template' })
  await sheet.getByRole('textbox', { name: 'Name of the template' }).fill(name)
  await sheet.getByRole('textbox', { name: 'Name of the inspector' }).fill('Dr Weber')
  await expectAccessible(page)
  await sheet.getByRole('button', { name: 'Save' }).click()
  await page.getByRole('button', { name: `Use ${name}` }).click()
  await page.getByRole('button', { name: 'Create pass' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Dr Weber' })).toBeVisible()
  await page.goto('/company/passes')
  await page.getByRole('button', { name: `Edit ${name}` }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Archive' }).click()
  await expect(page.getByRole('button', { name: `Use ${name}` })).toHaveCount(0)
  await page.getByText('Archived', { exact: true }).last().click()
  await page.getByRole('listitem').filter({ hasText: name }).getByRole('button', { name: 'Restore' }).click()
  await expect(page.getByRole('button', { name: `Use ${name}` })).toBeVisible()
  expect(complaints).toEqual([])
})
