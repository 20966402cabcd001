/** A manager has another system told of what happens: key, webhook, secret, a test, and what the log says of it. */
import { answerAgain, button } from '../accountSteps.ts'
import { row } from '../companySteps.ts'
import { demoPassword } from '../demoServer.ts'
import { manager } from '../formSteps.ts'
import { desktop, expect, expectAccessible, phone, test } from '../people.ts'

/** The browser reports the refusal with which the question for the password begins. */
const asking = { complaint: /status of 4\d\d/, at: '/company/integrations/webhooks' }

test('a webhook is made with a key, its secret is shown once, and a test says what the address answers', async ({
  signIn,
}) => {
  const page = await signIn(manager, { ...desktop, ...asking })
  await button(page, 'New webhook').click()
  const form = page.getByRole('dialog', { name: 'New webhook' })
  await form.getByRole('textbox', { name: 'Name' }).fill('Herd book')
  await form.getByRole('textbox', { name: 'Address' }).fill('https://localhost/hook')
  await form.getByRole('checkbox', { name: 'Submission completed' }).check()
  await button(form, 'New key').click()
  const key = page.getByRole('dialog', { name: 'New key' })
  await key.getByRole('textbox', { name: 'Name' }).fill('Herd book key')
  await button(key, 'Create key').click()
  await answerAgain(page, demoPassword)
  const made = page.getByRole('dialog', { name: 'Herd book key' })
  await expect(made.getByRole('textbox', { name: 'Key' })).toHaveValue(/^tend_/)
  await made.getByRole('button', { name: 'Close' }).last().click()
  await form.getByRole('combobox', { name: 'API key' }).click()
  await page.getByRole('option', { name: 'Herd book key' }).click()
  await button(form, 'Create webhook').click()
  await expect(form.getByText('Use an address that starts with https://')).toBeVisible()
  // A name that nobody has, so that nothing leaves this machine.
  await form.getByRole('textbox', { name: 'Address' }).fill('https://hooks.example.invalid/tend')
  await expectAccessible(page)
  await button(form, 'Create webhook').click()
  const secret = page.getByRole('dialog', { name: 'Herd book' })
  await expect(secret.getByRole('textbox', { name: 'Secret' })).toHaveValue(/^whsec_/)
  await expectAccessible(page)
  await secret.getByRole('button', { name: 'Close' }).last().click()

  await row(page, 'Herd book').getByRole('link').click()
  const sheet = page.getByRole('dialog', { name: 'Herd book' })
  await button(sheet, 'Send test').click()
  await expect(sheet.getByText('Could not connect')).toBeVisible()
  await button(sheet, 'Details').click()
  await expect(sheet.getByRole('region', { name: 'What was sent' })).toContainText('"webhook.test"')
  await expectAccessible(page)
  await button(sheet, 'Pause').click()
  await expect(sheet.getByText('Paused. tend keeps new events for three days.')).toBeVisible()
  await button(sheet, 'Resume').click()
  await expect(button(sheet, 'Pause')).toBeVisible()

  const mobile = await signIn(manager, { ...phone, ...asking })
  await row(mobile, 'Herd book').getByRole('link').click()
  await expect(mobile.getByRole('dialog', { name: 'Herd book' }).getByText('Could not connect')).toBeVisible()
  await expectAccessible(mobile)

  await button(sheet, 'Delete webhook').click()
  await page.getByRole('dialog', { name: 'Delete webhook' }).getByRole('button', { name: 'Delete webhook' }).click()
  await expect(page.getByText('No webhooks yet')).toBeVisible()
})
