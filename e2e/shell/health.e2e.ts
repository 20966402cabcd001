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

test('an admin says on the page who may register, and an address at which tend does not answer is not kept', async ({
  signIn,
}) => {
  const page = await signIn('admin@tend.example', { ...phone, at: '/system', complaint: /422/ })
  const area = (name: string) => page.getByRole('region', { name })
  const sheet = page.getByRole('dialog')
  await area('Email')
    .getByRole('button', { name: /^Change settings/ })
    .click()
  await expect(sheet.getByLabel('Email server')).toBeDisabled()
  await expect(sheet.getByText(/SMTP_URL is set where tend is started/).first()).toBeVisible()
  await button(sheet, 'Cancel').click()
  await expect(sheet).toBeHidden()

  await area('Address')
    .getByRole('button', { name: /^Change settings/ })
    .click()
  await sheet.getByLabel('Address', { exact: true }).fill('http://127.0.0.1:1')
  await expectAccessible(page)
  await button(sheet, 'Save').click()
  await expect(sheet.getByText(/bad port/)).toBeVisible()
  await button(sheet, 'Cancel').click()
  await button(sheet, 'Discard changes').click()
  await expect(sheet).toBeHidden()

  await area('Backups')
    .getByRole('button', { name: /^Change settings/ })
    .click()
  await sheet.getByText('More', { exact: true }).click()
  await expect(sheet.getByLabel('Passphrase of the backups')).toBeVisible()
  await expectAccessible(page)
  await button(sheet, 'Cancel').click()

  const registration = page.getByRole('region', { name: 'Registration' })
  for (const words of ['Only invited people can create an account.', 'Anybody can create an account.']) {
    await registration.getByRole('button', { name: /^Change settings/ }).click()
    await sheet.getByLabel('Registration').click()
    await page.getByRole('option', { name: words }).click()
    await button(sheet, 'Save').click()
    await expect(registration.getByText(words)).toBeVisible()
    await expect(sheet).toBeHidden()
  }
})

test('the health of the platform is no page of a company', async ({ signIn }) => {
  const page = await signIn('manager@greenfield.example')
  await expectNotForRole(page, '/system')
})
