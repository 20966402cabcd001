/** The people of a company: their roles, who is frozen, who was invited, and roles of the company's own. */
import { confirm, enterAs, newCompany, row } from '../companySteps.ts'
import { desktop, expect, expectAccessible, test } from '../people.ts'

const riverside = 'manager@riverside.example'

test('members get another role, are frozen and come back; the last manager stays', async ({ page, request: api }) => {
  const { boss, worker } = await newCompany(api, 'North Yard')
  for (const name of ['Ada Moss', 'Ben Reed']) await worker(name)
  await enterAs(page, api, boss, '/company/users')
  await row(page, 'Ada Moss').click()
  await page.getByRole('dialog').getByLabel('Role').selectOption('Guest')
  await expect(page.getByText('Role of Ada Moss changed')).toBeVisible()
  await page.goBack()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(row(page, 'Ada Moss')).toContainText('Guest')
  await page.getByRole('button', { name: 'Undo' }).press('Enter')
  await expect(row(page, 'Ada Moss')).toContainText('Worker')

  for (const name of ['Ada Moss', 'Ben Reed']) await row(page, name).getByRole('checkbox').check()
  await page.getByRole('button', { name: 'Deactivate (2)' }).click()
  await expect(row(page, 'Ben Reed')).toContainText('Deactivated')
  await page.getByRole('button', { name: 'Filter' }).click()
  const filters = page.getByRole('dialog', { name: 'Filter' })
  await filters.getByLabel('State').selectOption('Deactivated')
  await expect(page.getByRole('row')).toHaveCount(3)
  await filters.getByLabel('State').selectOption('Active and deactivated')
  await filters.getByRole('button', { name: 'Show the list' }).click()
  await page.getByRole('button', { name: 'Undo' }).last().press('Enter')
  await expect(row(page, 'Ben Reed')).toContainText('Active')

  await row(page, 'Boss').click()
  await page.getByRole('dialog').getByLabel('Role').selectOption('Worker')
  await expect(page.getByRole('alert').getByText('at least one manager')).toBeVisible()
  await page.getByRole('alert').getByRole('link', { name: 'Hand over the company' }).click()

  await page.getByRole('button', { name: 'Hand over the company' }).click()
  await page.getByRole('dialog').getByRole('combobox', { name: 'New manager' }).fill('Ada')
  await page.getByRole('option', { name: 'Ada Moss' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Hand over the company' }).click()
  await expect(page.getByText('Ada Moss is now the manager')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Edit' })).toHaveCount(0)
})

test('a link opens the sheet of somebody whom the list does not show, and says when nobody is there', async ({
  page,
  request: api,
}) => {
  const { boss, worker } = await newCompany(api, 'West Yard')
  const ada = await worker('Ada Moss')
  await enterAs(page, api, boss, `/company/users?search=nobody#${ada.id}`)
  await expect(page.getByRole('dialog', { name: 'Ada Moss' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await page.goto('/company/users?search=somebody#2000000000')
  await expect(page.getByRole('alert').getByText('This does not exist')).toBeVisible()
})

test('a worker without e-mail gets an account and a code for the phone', async ({ page, request: api }) => {
  const { boss } = await newCompany(api, 'South Yard')
  await enterAs(page, api, boss, '/company/users')
  await page.getByRole('button', { name: 'Worker without email' }).click()
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Ion Popa')
  await expect(page.getByText('ion.popa')).toBeVisible()
  await page.reload()
  await page.getByRole('button', { name: 'Worker without email' }).click()
  await page.getByRole('button', { name: 'Create account' }).click()
  await expect(page.getByText('User name: ion.popa')).toBeVisible()
  // The code is there at once; of a card another is made, which lives for a week.
  await expect(page.getByRole('img', { name: 'QR code that connects the phone of Ion Popa' })).toBeVisible()
  await expectAccessible(page)
  await page.evaluate(() => Object.assign(window, { print: () => document.body.setAttribute('data-printed', 'yes') }))
  await page.getByRole('button', { name: 'Print card' }).click()
  await expect(page.locator('body')).toHaveAttribute('data-printed', 'yes')
  await expect(page.getByText('Scan this card with the camera of the worker’s own phone.')).toBeVisible()
})

test('people are invited by a list, with a result for each line; an invitation is sent again and revoked', async ({
  signIn,
}) => {
  const boss = await signIn(riverside, { ...desktop, at: '/company/users/invitations' })
  await boss.getByRole('button', { name: 'Invite', exact: true }).click()
  await boss.getByText('Several people').click()
  const file = { name: 'people.csv', mimeType: 'text/csv', buffer: Buffer.from('vet@new.example; manager\nnobody\n') }
  await boss.locator('input[type="file"]').setInputFiles(file)
  await expect(boss.getByLabel('Addresses, one per line')).toHaveValue(/vet@new\.example; manager\nnobody/)
  await boss.getByRole('button', { name: 'Send invitations' }).click()
  const results = boss.getByRole('dialog').getByRole('listitem')
  await expect(results.filter({ hasText: 'vet@new.example' })).toContainText('Invited')
  await expect(results.filter({ hasText: 'nobody' })).toContainText('Not an email address')
  await expect(boss.getByLabel('Addresses, one per line')).toHaveValue('nobody')
  // What was typed and not sent is not dropped without a question.
  await boss.getByRole('dialog').getByRole('button', { name: 'Close' }).last().click()
  await boss.getByRole('button', { name: 'Discard changes' }).click()

  await row(boss, 'vet@new.example').click()
  const sheet = boss.getByRole('dialog')
  const link = await sheet.getByLabel('Link').inputValue()
  await expect(sheet.getByRole('img', { name: /QR code of the invitation/ })).toBeVisible()
  await sheet.getByRole('button', { name: 'Send again' }).click()
  await expect(sheet.getByLabel('Link')).not.toHaveValue(link)
  await sheet.getByRole('button', { name: 'Revoke' }).click()
  await confirm(boss, 'Revoke the invitation to vet@new.example?', 'Revoke')
  await expect(sheet.getByText('Revoked')).toBeVisible()
  await expect(sheet.getByLabel('Link')).toHaveCount(0)
})

test('a role of one’s own is made, given, and cannot be deleted while somebody has it', async ({
  page,
  request: api,
}) => {
  const { boss, worker } = await newCompany(api, 'East Yard')
  await worker('Cleo Hart')
  await enterAs(page, api, boss, '/company/roles')
  await page.getByRole('link', { name: 'New role' }).click()
  await page.getByLabel('Name').fill('Vet')
  // It begins as a copy of a role, told in sentences; the table is for exceptions, and all of it fits the screen.
  await expect(page.getByText('Can add animal records and submissions (their own).')).toBeVisible()
  await page.getByLabel('Start as a copy of').selectOption('Guest')
  await expect(page.getByText('Can add animal records and submissions (their own).')).toHaveCount(0)
  await page.getByLabel('Start as a copy of').selectOption('Worker')
  await expect(page.getByRole('table')).toHaveCount(0)
  await page.getByRole('button', { name: 'Change what it may do' }).click()
  expect(
    await page
      .getByRole('table')
      .evaluate(({ scrollWidth, parentElement }) => scrollWidth - (parentElement?.clientWidth ?? 0)),
  ).toBeLessThanOrEqual(0)
  await page.getByLabel('Animals: Edit').check()
  await expect(page.getByText(/^Can edit animals, /)).toBeVisible()
  await page.getByLabel('Submissions: See').selectOption('All')
  await page.reload()
  await page.getByRole('button', { name: 'Change what it may do' }).click()
  await expect(page.getByLabel('Animals: Edit')).toBeChecked()
  await page.getByRole('button', { name: 'Save' }).click()
  await row(page, 'Vet').click()
  await page.getByRole('button', { name: 'Change what it may do' }).click()
  await expect(page.getByLabel('Submissions: See')).toHaveValue('all')

  await page.goto('/company/users')
  await row(page, 'Cleo Hart').click()
  await page.getByRole('dialog').getByLabel('Role').selectOption('Vet')
  await expect(page.getByText('Role of Cleo Hart changed')).toBeVisible()
  await page.goto('/company/roles')
  await row(page, 'Vet').click()
  await page.getByRole('button', { name: 'Archive', exact: true }).click()
  await expect(page.getByText('cannot be archived while Cleo Hart has it')).toBeVisible()
  await page.getByRole('link', { name: 'Give them another role' }).click()
  await expect(row(page, 'Cleo Hart')).toBeVisible()
  await row(page, 'Cleo Hart').click()
  await page.getByRole('dialog').getByLabel('Role').selectOption('Worker')
  await expect(page.getByText('Role of Cleo Hart changed')).toBeVisible()
  await page.goto('/company/roles')
  await row(page, 'Vet').click()
  await page.getByRole('button', { name: 'Archive', exact: true }).click()
  await expect(page.getByText('No roles of your own')).toBeVisible()
  await page.getByRole('button', { name: 'Filter' }).click()
  await page.getByRole('switch', { name: 'Archived' }).check()
  await page.keyboard.press('Escape')
  await row(page, 'Vet').click()
  await page.getByRole('button', { name: 'Restore' }).click()
  await expect(page.getByRole('button', { name: 'Archive', exact: true })).toBeVisible()
  // The log tells it in a sentence that leads to the role.
  await page.goto('/audit')
  await page.getByRole('row').filter({ hasText: 'restored Vet' }).getByRole('link', { name: 'Vet' }).click()
  await expect(page.getByRole('heading', { name: 'Vet' })).toBeVisible()
})
