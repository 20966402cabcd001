/** A company from its first day to its last: setting it up, belonging to several, leaving one, deleting one. */
import { answerAgain, button } from '../accountSteps.ts'
import { ask } from '../apiCalls.ts'
import { confirm, confirmAddress, enterAs, newCompany, newcomer, newcomersPassword, setUp } from '../companySteps.ts'
import { desktop, expect, expectAccessible, test } from '../people.ts'

test.describe('in Budapest', () => {
  test.use({ timezoneId: 'Europe/Budapest' })

  test('somebody new sets up a company step by step, and chooses a plan', async ({ page, request: api }) => {
    const nora = await newcomer(api, 'Nora')
    await enterAs(page, api, nora, '/tasks')
    await expect(page).toHaveURL(/\/company\/setup/)
    await page.getByRole('button', { name: 'Create company' }).click()
    await expect(page.getByLabel('Name')).toHaveAccessibleDescription('Please fill this in.')
    await page.getByLabel('Name').fill('Hilltop Dairy')
    // Guessed from the browser.
    await expect(page.getByRole('combobox', { name: 'Country' })).toHaveValue('Hungary')
    await page.reload()
    await expect(page.getByLabel('Name')).toHaveValue('Hilltop Dairy')
    await expect(page.getByRole('combobox', { name: 'Country' })).toHaveValue('Hungary')
    await expect(page.getByText('Step 1 of 4')).toBeVisible()
    await page.getByRole('combobox', { name: 'Kind of business' }).click()
    await page.getByRole('option', { name: 'Dairy' }).click()
    await page.getByRole('button', { name: 'Create company' }).click()
    await expect(page.locator('form').getByText(/^Please confirm that/)).toBeVisible()
    await confirmAddress(api, nora)
    await page.getByRole('button', { name: 'Create company' }).click()

    await page.getByLabel('Name of the location').fill('Home farm')
    await page.getByRole('button', { name: 'Add location' }).click()
    await page.getByLabel('Addresses, one per line').fill('anna@example.org')
    await page.reload()
    await expect(page.getByLabel('Addresses, one per line')).toHaveValue('anna@example.org')
    await page.getByRole('button', { name: 'Worker without email' }).click()
    const sheet = page.getByRole('dialog')
    await sheet.getByRole('textbox', { name: 'Name', exact: true }).fill('Ion Popa')
    await sheet.getByRole('button', { name: 'Create account' }).click()
    await expect(page.getByRole('img', { name: 'QR code that connects the phone of Ion Popa' })).toBeVisible()
    await page.getByRole('button', { name: 'Close' }).last().click()
    // Listed as it goes; a line that was refused is corrected where it is.
    const added = page.getByRole('list', { name: 'People so far' })
    await expect(added.getByRole('listitem')).toHaveText([/^Ion Popa.*Account created/])
    await page.getByLabel('Addresses, one per line').fill('anna@example.org\nbela@example')
    await button(page, 'Invite').click()
    const refused = page.getByRole('textbox', { name: 'Line 1' })
    await expect(refused).toHaveAccessibleDescription('Not an email address')
    await expect(added.getByRole('listitem')).toHaveText([/^Ion Popa/, /^anna@example.org.*Invited/])
    await page.reload()
    await refused.fill('bela@example.org')
    await expectAccessible(page)
    await button(page, 'Next').click()
    const fitting = page.getByRole('group', { name: 'Suggested' })
    await expect(fitting.getByRole('checkbox', { checked: true })).toHaveCount(3)
    await fitting.getByRole('checkbox').nth(2).uncheck()
    await page.getByRole('button', { name: 'Add 2 forms' }).click()
    const first = page.getByRole('region', { name: 'Your first steps' })
    await expect(first).toBeVisible()
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Add sample data' }).click()
    const there = page.getByText(/^Sample data in this company: 3 animals, 1 group, 2 locations,? and 1 task\.$/)
    await expect(there).toBeVisible()
    await expect(page.getByRole('article').filter({ hasText: 'Look around once (sample)' })).toBeVisible()
    // The sample is no step of theirs.
    const done = first.getByRole('listitem').filter({ has: page.getByRole('img', { name: 'Done' }) })
    await expect(done).toHaveText([/^Invite a colleague/])
    await page.getByRole('button', { name: 'Remove sample data' }).click()
    await confirm(page, 'Remove all sample data?', 'Remove sample data')
    await expect(there).toHaveCount(0)
    await expect(page.getByRole('article').filter({ hasText: '(sample)' })).toHaveCount(0)
    const steps = first.getByRole('listitem')
    await expect(steps).toHaveCount(3)
    await expect(steps.filter({ has: page.getByRole('img', { name: 'Done' }) })).toHaveText([/^Invite a colleague/])

    const warning = page.getByRole('alert').filter({ hasText: 'Your trial ends on' })
    await warning.getByRole('link', { name: 'Choose a plan' }).click()
    const medium = page.getByRole('article', { name: 'Medium' })
    await expect(medium).toContainText(/HUF|Ft/)
    await medium.getByRole('button', { name: 'Choose this plan' }).click()
    await expect(page.getByText('You chose Medium.')).toBeVisible()
    await expect(warning).toHaveCount(0)
    await page.getByRole('link', { name: 'Show your plan' }).click()
    await expect(page.getByText('Medium. We will activate it soon.')).toBeVisible()
    await expect(page.getByRole('progressbar', { name: /^People: 2 of/ })).toBeVisible()
  })
})

test('a member of two companies switches between them, and sees nothing of the other', async ({
  page,
  request: api,
}) => {
  const { boss } = await newCompany(api, 'First Yard')
  await ask(api, boss.token, 'POST', '/location', { name: 'First barn', type: 'barn' })
  const second = { name: 'Second Yard', country_id: 826, language_id: 1, time_zone: 'Europe/London' }
  await ask(api, boss.token, 'POST', '/company', second)
  await page.setViewportSize(desktop.viewport)
  await enterAs(page, api, boss, '/locations')
  await expect(page.getByText('First barn')).toHaveCount(0)
  await page.getByRole('button', { name: 'Second Yard, switch company' }).click()
  await page.getByRole('menuitem', { name: 'First Yard' }).click()
  await expect(page).toHaveURL(/\/tasks$/)
  await expect(page.getByRole('button', { name: 'First Yard, switch company' })).toBeVisible()
  await page.goto('/locations')
  await expect(page.getByRole('link', { name: 'First barn' })).toBeVisible()
})

test('the only manager cannot leave; another can, and is asked where to work instead', async ({
  page,
  request: api,
}) => {
  const { boss } = await newCompany(api, 'Staying Yard')
  const { id } = await setUp(api, boss, 'Leaving Yard')
  const ada = await ask<{ id: number }>(api, boss.token, 'POST', `/company/${id}/worker`, {
    name: 'Ada Moss',
    user_name: `ada.${Date.now()}`,
  })
  await enterAs(page, api, boss, '/company')
  const leave = async () => {
    await button(page, 'Leave the company').click()
    await confirm(page, 'Leave Leaving Yard?', 'Leave the company')
    await expect(page.getByRole('dialog')).toHaveCount(0)
  }
  await leave()
  await expect(page.getByText('at least one manager')).toBeVisible()
  await ask(api, boss.token, 'POST', `/company/${id}/hand-over`, { user_id: ada.id, role_id: 3000 })
  await leave()
  await expect(page.getByRole('heading', { name: 'Where do you want to work?' })).toBeVisible()
  await expectAccessible(page)
  await button(page, 'Open Staying Yard').click()
  await page.waitForURL('**/tasks')
  await page.goto('/company')
  await expect(page.getByRole('heading', { name: 'Staying Yard' })).toBeAttached()
})

test('a company is deleted by typing its name and the password; the account stays', async ({ page, request: api }) => {
  const { boss } = await newCompany(api, 'Last Yard')
  await enterAs(page, api, boss, '/company')
  await button(page, 'Delete company').click()
  const sheet = page.getByRole('dialog', { name: 'Delete company' })
  const submit = button(sheet, 'Delete company')
  await expect(submit).toBeDisabled()
  await sheet.getByLabel('To confirm, type the name: Last Yard').fill('Last')
  await expect(submit).toBeDisabled()
  await sheet.getByLabel('To confirm, type the name: Last Yard').fill('Last Yard')
  await expectAccessible(page)
  await submit.click()
  await answerAgain(page, newcomersPassword)
  await expect(page.getByRole('heading', { name: 'What is the name of your company?' })).toBeVisible()

  // Whoever belongs nowhere can still see to their own data, and goes on from there.
  await page.getByRole('button', { name: /^Your account/ }).click()
  await page.getByRole('menuitem', { name: 'Your profile' }).click()
  await page.getByRole('textbox', { name: 'Name' }).fill('Boss Again')
  await button(page, 'Save').click()
  await expect(page.getByText(/^Saved/)).toBeVisible()
  await page.getByRole('link', { name: 'Your data' }).click()
  const download = page.waitForEvent('download')
  await button(page, 'Export my data').click()
  expect((await download).suggestedFilename()).toBe('tend-my-data.zip')
  await page.getByRole('link', { name: 'Set up your company' }).click()
  await expect(page.getByRole('heading', { name: 'What is the name of your company?' })).toBeVisible()
})
