/** The health page of the platform: what its lights say, and what an admin does there. */
import { button } from '../accountSteps.ts'
import { expect, expectAccessible, expectNotForRole, phone, test } from '../people.ts'

test('an admin reads five lights on a phone, sends a test email, and backs up', async ({ signIn }) => {
  const page = await signIn('admin@tend.example', { ...phone, at: '/system' })
  const area = (name: string) => page.getByRole('region', { name })
  for (const name of ['Email', 'Address', 'Database and disk', 'Backups', 'Jobs and messages'])
    await expect(area(name)).toBeVisible()
  await expect(area('Backups').getByText('Nightly backups are off.')).toBeVisible()
  await area('Address').getByText('Details').click()
  await expect(area('Address').getByText('Open', { exact: true })).toBeVisible()
  await expectAccessible(page)

  await button(area('Email'), 'Send a test').click()
  await expect(page.getByText('Test sent to admin@tend.example')).toBeVisible()
  await button(page, 'Back up now').click()
  await expect(area('Backups').getByText('OK', { exact: true })).toBeVisible({ timeout: 60_000 })
  await expect(button(page, 'Back up now')).toBeEnabled()
})

test('the health of the platform is no page of a company', async ({ signIn }) => {
  const page = await signIn('manager@greenfield.example')
  await expectNotForRole(page, '/system')
})
