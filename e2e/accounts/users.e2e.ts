/** What the platform's admins do for people: changing what is known of them, acting as them, ending their accounts. */
import { answerAgain, button } from '../accountSteps.ts'
import { confirm, newCompany, newcomer, row } from '../companySteps.ts'
import { demoPassword } from '../demoServer.ts'
import { desktop, expect, expectAccessible, test } from '../people.ts'

const admin = 'admin@tend.example'
/** The browser reports the refusal with which the question for the password begins. */
const asking = { ...desktop, complaint: /status of 403/ }

test('an admin changes a person, acts as them from there, sees that on every screen, and comes back with one press', async ({
  signIn,
  request: api,
}) => {
  const { boss } = await newCompany(api, 'Uma’s Yard', 'Uma Edit')
  const page = await signIn(admin, { ...asking, at: `/users?search=${boss.email}` })
  await row(page, 'Uma Edit').getByRole('link').click()
  await expect(page.getByRole('link', { name: 'Uma’s Yard' })).toBeVisible()
  await button(page, 'Edit').click()
  const sheet = page.getByRole('dialog', { name: 'Edit person' })
  await sheet.getByRole('textbox', { name: 'Name' }).fill('Uma Changed')
  await sheet.getByRole('textbox', { name: 'Email' }).fill(`changed.${boss.email}`)
  await sheet.getByRole('combobox', { name: 'Language' }).click()
  await page.getByRole('option', { name: 'Magyar' }).click()
  await expectAccessible(page)
  await button(sheet, 'Save').click()
  await answerAgain(page, demoPassword)
  await expect(page.getByRole('heading', { name: 'Uma Changed' })).toBeVisible()
  await expect(page.getByText(`changed.${boss.email}`)).toBeVisible()
  await expect(page.getByText('Magyar')).toBeVisible()

  await button(page, 'Act as this person').click()
  await confirm(page, 'Act as Uma Changed for up to an hour?', 'Act as this person')
  await page.waitForURL('**/tasks')
  await page.goto('/locations')
  await expect(page.getByText('You are acting as Uma Changed.')).toBeVisible()
  await expectAccessible(page)
  await button(page, 'Back to Alex Admin').click()
  await page.waitForURL('**/users')
  await expect(button(page, 'Your account, Alex Admin')).toBeVisible()
  await expect(page.getByText('You are acting as')).toHaveCount(0)
})

test('several accounts are ended at once, and come back', async ({ signIn, request: api }) => {
  const name = `Leaver${Date.now()}`
  for (const _ of ['first', 'second']) await newcomer(api, name)
  const page = await signIn(admin, { ...asking, at: `/users?search=${name}` })
  await expect(row(page, name)).toHaveCount(2)
  await page.getByRole('checkbox', { name: 'Select all' }).check()
  await button(page, 'Archive (2)').click()
  await confirm(page, 'Archive 2 people?', 'Archive')
  await answerAgain(page, demoPassword)
  await expect(page.getByText('2 people archived')).toBeVisible()
  await expect(row(page, name)).toHaveCount(0)

  await page.goto(`/users?search=${name}&archived=true`)
  await expect(row(page, name)).toHaveCount(2)
  await page.getByRole('checkbox', { name: 'Select all' }).check()
  await button(page, 'Restore (2)').click()
  await expect(page.getByText('2 people restored')).toBeVisible()
})
