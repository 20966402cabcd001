/** The platform's admins write the privacy text and the terms. */
import { desktop, expect, expectAccessible, test } from './people.ts'

test('an admin writes the legal texts in five languages side by side; what is written waits, and publishing asks first', async ({
  signIn,
}) => {
  const page = await signIn('admin@tend.example', desktop)
  await page.getByRole('link', { name: 'Legal texts' }).click()
  await expect(page.getByText('everybody is asked to read and accept it')).toBeVisible()
  await expect(page.getByRole('textbox')).toHaveCount(5)
  await expect(page.getByRole('button', { name: /^Publish version/ })).toBeDisabled()
  await expectAccessible(page)

  await page.getByLabel('Deutsch').fill('Wir bewahren auf, was Sie eingeben.')
  await page.getByLabel('Terms').click()
  await page.getByLabel('English').fill('Be kind to animals.')
  await page.reload()
  await expect(page.getByLabel('Deutsch')).toHaveValue('Wir bewahren auf, was Sie eingeben.')
  await page.getByRole('button', { name: /^Publish version/ }).click()
  await expect(page.getByText('This cannot be taken back.')).toBeVisible()
  await page.getByRole('button', { name: 'Cancel' }).click()
  await page.getByRole('button', { name: 'Start over' }).click()
  await expect(page.getByLabel('Deutsch')).not.toHaveValue('Wir bewahren auf, was Sie eingeben.')
})
