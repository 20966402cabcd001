/** A company from its first day: setting it up, its people, roles, plan and log; and what the platform's admins do with companies. */
import type { APIRequestContext, Page } from '@playwright/test'
import { ask } from './apiCalls.ts'
import { desktop, expect, expectAccessible, phone, test } from './people.ts'

const admin = 'admin@tend.example'
const riverside = 'manager@riverside.example'

type Session = { user: { id: number; company_id: number | null; ability_rules: object[] }; token: string }

let registered = 0

/** Somebody new with an account, who has read the privacy text. */
async function newcomer(api: APIRequestContext, name: string): Promise<Session & { email: string }> {
  const email = `${name.toLowerCase()}${++registered}.${Date.now()}@example.org`
  const session = await ask<Session>(api, '', 'PUT', '/auth/register', {
    name,
    email,
    password: 'a long password for journeys',
    time_zone: 'Europe/London',
  })
  const { version } = await ask<{ version: number }>(api, '', 'GET', '/system/legal')
  await ask(api, session.token, 'PUT', '/auth/accept-privacy', { version })
  return { ...session, email }
}

/** A company of its own, with its manager. */
async function newCompany(api: APIRequestContext, name: string) {
  const boss = await newcomer(api, 'Boss')
  const company = await ask<{ id: number }>(api, boss.token, 'POST', '/company', {
    name,
    country_id: 826,
    language_id: 1,
    time_zone: 'Europe/London',
  })
  const worker = (name: string) =>
    ask<{ id: number }>(api, boss.token, 'POST', `/company/${company.id}/worker`, {
      name,
      user_name: name.toLowerCase().replaceAll(' ', '.'),
    })
  return { boss, company, worker }
}

/** Opens the app as somebody whose session began elsewhere. */
async function enter(page: Page, api: APIRequestContext, { token }: Session, path: string) {
  const { ability_rules, ...user } = await ask<Session['user']>(api, token, 'GET', '/auth/user')
  await page.goto('/auth/login')
  await page.evaluate(
    ([token, user, rules]) => {
      localStorage.setItem('tend_token', token)
      localStorage.setItem('user', user)
      localStorage.setItem('userAbilityRules', rules)
    },
    [token, JSON.stringify(user), JSON.stringify(ability_rules)] as const,
  )
  await page.goto(path)
}

/** Answers the question that stands before what cannot be taken back. */
const confirm = (page: Page, question: string, answer: string) =>
  page.getByRole('dialog').filter({ hasText: question }).getByRole('button', { name: answer }).click()

const row = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name })

test('somebody new sets up a company step by step, and chooses a plan', async ({ page, request: api }) => {
  await enter(page, api, await newcomer(api, 'Nora'), '/tasks')
  await expect(page).toHaveURL(/\/company\/setup/)
  await page.getByRole('button', { name: 'Next' }).click()
  await expect(page.getByLabel('Name')).toHaveAccessibleDescription('Please fill this in.')
  await page.getByLabel('Name').fill('Hilltop Dairy')
  await page.getByRole('combobox', { name: 'Country' }).fill('Hung')
  await page.getByRole('option', { name: 'Hungary' }).click()
  await page.reload()
  await expect(page.getByLabel('Name')).toHaveValue('Hilltop Dairy')
  await expect(page.getByRole('combobox', { name: 'Country' })).toHaveValue('Hungary')
  await page.getByRole('button', { name: 'Next' }).click()
  await page.getByRole('radio', { name: 'Dairy' }).check()
  await page.goBack()
  await expect(page.getByLabel('Name')).toHaveValue('Hilltop Dairy')
  await page.goForward()
  await expect(page.getByRole('radio', { name: 'Dairy' })).toBeChecked()
  await page.getByRole('button', { name: 'Next' }).click()
  await expect(page.getByText('Without a choice it is the country’s own: HUF.')).toBeVisible()
  await page.getByRole('button', { name: 'Set up the company' }).click()

  await page.getByLabel('Name of the place').fill('Home farm')
  await page.getByRole('button', { name: 'Add the place' }).click()
  // The address is not confirmed yet: what to do about it is said, and the list stays.
  await page.getByLabel('Addresses, one per line').fill('anna@example.org')
  await page.getByRole('button', { name: 'Send the invitations' }).click()
  await expect(page.getByRole('alert').getByRole('link', { name: 'To your profile' })).toBeVisible()
  await page.reload()
  await expect(page.getByLabel('Addresses, one per line')).toHaveValue('anna@example.org')
  await page.getByRole('button', { name: 'Skip' }).click()
  await page.getByRole('group', { name: 'Fitting for you' }).getByRole('checkbox').first().check()
  await page.getByRole('button', { name: 'Add 1 form' }).click()
  await expect(page.getByRole('heading', { name: 'Hilltop Dairy is ready' })).toBeVisible()
  await page.getByRole('link', { name: 'To the first screen' }).click()

  const warning = page.getByRole('alert').filter({ hasText: 'Your trial ends on' })
  await warning.getByRole('link', { name: 'Choose a plan' }).click()
  const medium = page.getByRole('article', { name: 'Medium' })
  await expect(medium).toContainText(/HUF|Ft/)
  await medium.getByRole('button', { name: 'Choose this plan' }).click()
  await expect(page.getByText('Your wish for Medium is noted.')).toBeVisible()
  await expect(warning).toHaveCount(0)
  await page.getByRole('link', { name: 'To your plan' }).click()
  await expect(page.getByText('Medium. We are opening it for you.')).toBeVisible()
  await expect(page.getByRole('progressbar', { name: /^People: 1 of/ })).toBeVisible()
})

test('members get another role, are frozen and come back; the last manager stays', async ({ page, request: api }) => {
  const { boss, worker } = await newCompany(api, 'North Yard')
  for (const name of ['Ada Moss', 'Ben Reed']) await worker(name)
  await enter(page, api, boss, '/company/users')
  await row(page, 'Ada Moss').click()
  await page.getByRole('dialog').getByLabel('Role').selectOption('Guest')
  await expect(page.getByText('Ada Moss has another role')).toBeVisible()
  await page.goBack()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(row(page, 'Ada Moss')).toContainText('Guest')
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(row(page, 'Ada Moss')).toContainText('Employee')

  for (const name of ['Ada Moss', 'Ben Reed']) await row(page, name).getByRole('checkbox').check()
  await page.getByRole('button', { name: 'Freeze (2)' }).click()
  await expect(row(page, 'Ben Reed')).toContainText('Frozen')
  await page.getByLabel('State').selectOption('Frozen')
  await expect(page.getByRole('row')).toHaveCount(3)
  await page.getByLabel('State').selectOption('Active and frozen')
  await page.getByRole('button', { name: 'Undo' }).last().click()
  await expect(row(page, 'Ben Reed')).toContainText('Active')

  await row(page, 'Boss').click()
  await page.getByRole('dialog').getByLabel('Role').selectOption('Employee')
  await expect(page.getByRole('alert').getByText('at least one manager')).toBeVisible()
  await page.getByRole('alert').getByRole('link', { name: 'Hand over the company' }).click()

  await page.getByRole('button', { name: 'Hand over the company' }).click()
  await page.getByRole('dialog').getByRole('combobox', { name: 'New manager' }).fill('Ada')
  await page.getByRole('option', { name: 'Ada Moss' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Hand over the company' }).click()
  await expect(page.getByText('Ada Moss is the manager now')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Edit' })).toHaveCount(0)
})

test('a worker without e-mail gets an account and a code for the phone', async ({ page, request: api }) => {
  const { boss } = await newCompany(api, 'South Yard')
  await enter(page, api, boss, '/company/users')
  await page.getByRole('button', { name: 'Worker without e-mail' }).click()
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Ion Popa')
  await expect(page.getByText('ion.popa')).toBeVisible()
  await page.reload()
  await page.getByRole('button', { name: 'Worker without e-mail' }).click()
  await page.getByRole('button', { name: 'Make the account' }).click()
  await expect(page.getByText('User name: ion.popa')).toBeVisible()
  await page.getByRole('button', { name: 'Show a QR code' }).click()
  await expect(page.getByRole('img', { name: 'QR code that connects the phone of Ion Popa' })).toBeVisible()
  await expectAccessible(page)
})

test('people are invited by a list, with a result for each line; an invitation is sent again and revoked', async ({
  signIn,
}) => {
  const boss = await signIn(riverside, desktop)
  await boss.goto('/company/users/invitations')
  await boss.getByRole('button', { name: 'Invite' }).click()
  await boss.getByText('A list').click()
  const file = { name: 'people.csv', mimeType: 'text/csv', buffer: Buffer.from('vet@new.example; manager\nnobody\n') }
  await boss.locator('input[type="file"]').setInputFiles(file)
  await expect(boss.getByLabel('Addresses, one per line')).toHaveValue(/vet@new\.example; manager\nnobody/)
  await boss.getByRole('button', { name: 'Send the invitations' }).click()
  const results = boss.getByRole('dialog').getByRole('listitem')
  await expect(results.filter({ hasText: 'vet@new.example' })).toContainText('Invited')
  await expect(results.filter({ hasText: 'nobody' })).toContainText('Not an e-mail address')
  await expect(boss.getByLabel('Addresses, one per line')).toHaveValue('nobody')
  await boss.getByRole('dialog').getByRole('button', { name: 'Close' }).last().click()

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
  await enter(page, api, boss, '/company/roles')
  await page.getByRole('link', { name: 'New role' }).click()
  await page.getByLabel('Name').fill('Vet')
  await page.getByLabel('Animals: Change').check()
  await page.getByLabel('Submissions: See').selectOption('All')
  await page.reload()
  await expect(page.getByLabel('Animals: Change')).toBeChecked()
  await page.getByRole('button', { name: 'Save' }).click()
  await row(page, 'Vet').click()
  await expect(page.getByLabel('Submissions: See')).toHaveValue('all')

  await page.goto('/company/users')
  await row(page, 'Cleo Hart').click()
  await page.getByRole('dialog').getByLabel('Role').selectOption('Vet')
  await expect(page.getByText('Cleo Hart has another role')).toBeVisible()
  await page.goto('/company/roles')
  await row(page, 'Vet').click()
  await page.getByRole('button', { name: 'Delete the role' }).click()
  await confirm(page, 'Delete Vet for good?', 'Delete the role')
  await expect(page.getByText('cannot be deleted while Cleo Hart has it')).toBeVisible()
  await page.getByRole('link', { name: 'Give them another role' }).click()
  await expect(row(page, 'Cleo Hart')).toBeVisible()
})

test('an admin finds a company, opens the plan that it wished for, works in it and reads its log', async ({
  signIn,
  request: api,
}) => {
  const { boss, company } = await newCompany(api, 'West Yard')
  const { plan } = await ask<{ plan: { id: number } }>(api, boss.token, 'GET', '/auth/user')
  const offers = await ask<{ id: number; name: { en: string } }[]>(api, boss.token, 'GET', '/system/plan')
  const large = offers.find(offer => offer.name.en === 'Large')
  await ask(api, boss.token, 'POST', `/company/${company.id}/plan/${plan.id}/select`, { selected_plan_id: large?.id })

  const page = await signIn(admin, desktop)
  await page.goto('/company/list?search=West')
  await row(page, 'West Yard').click()
  await page.getByRole('button', { name: 'Open a plan' }).click()
  await expect(page.getByRole('dialog').getByRole('combobox', { name: 'Offer' })).toHaveValue('Large')
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('listitem').filter({ hasText: 'Large' })).toContainText('Running')
  await page.getByRole('button', { name: 'Work in this company' }).click()
  await expect(page).toHaveURL(/\/tasks$/)
  await expect(page.getByRole('link', { name: 'West Yard' })).toBeVisible()
  await page.goto('/audit')
  await page.getByRole('combobox', { name: 'Company' }).selectOption('West Yard')
  await page.getByLabel('What').selectOption('Plan opened')
  await expect(row(page, 'Plan opened').first()).toContainText('Alex Admin')
  await page.getByLabel('What').selectOption('Company deleted')
  await expect(page.getByText('Nothing found')).toBeVisible()
})

test('after the plan’s end everything can be read, and a refused write says why and leads to the plans', async ({
  page,
  signIn,
  request: api,
}) => {
  const { boss, company } = await newCompany(api, 'Late Yard')
  const { plan } = await ask<{ plan: { id: number } }>(api, boss.token, 'GET', '/auth/user')
  const office = await signIn(admin)
  const token = await office.evaluate(() => localStorage.getItem('tend_token') ?? '')
  await ask(api, token, 'PUT', `/company/${company.id}/plan/${plan.id}`, {
    start_date: '2026-01-01',
    end_date: '2026-02-01',
  })
  await enter(page, api, boss, '/locations')
  await expect(page.getByRole('alert').filter({ hasText: 'plan ended on 1 Feb 2026' })).toBeVisible()
  await page.getByRole('button', { name: 'Add a location' }).click()
  await page.getByLabel('Name').fill('Too late')
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
  await page.getByRole('dialog').getByRole('link', { name: 'See plans' }).click()
  await expect(page.getByRole('heading', { name: 'Plans and prices' })).toBeAttached()
})

test('whoever belongs to two companies switches between them, and sees nothing of the other', async ({
  page,
  request: api,
}) => {
  const { boss } = await newCompany(api, 'First Yard')
  await ask(api, boss.token, 'POST', '/location', { name: 'First barn', type: 'barn' })
  const second = { name: 'Second Yard', country_id: 826, language_id: 1, time_zone: 'Europe/London' }
  await ask(api, boss.token, 'POST', '/company', second)
  await page.setViewportSize(desktop.viewport)
  await enter(page, api, boss, '/locations')
  await expect(page.getByText('First barn')).toHaveCount(0)
  await page.getByRole('button', { name: 'Second Yard, switch the company' }).click()
  await page.getByRole('menuitem', { name: 'First Yard' }).click()
  await expect(page).toHaveURL(/\/tasks$/)
  await expect(page.getByRole('button', { name: 'First Yard, switch the company' })).toBeVisible()
  await page.goto('/locations')
  await expect(page.getByRole('link', { name: 'First barn' })).toBeVisible()
})

const screens: [who: string, paths: string[]][] = [
  [riverside, ['/company', '/company/users', '/company/users/invitations', '/company/plans', '/pages/pricing']],
  [riverside, ['/company/roles', '/company/roles/new', '/audit']],
  [admin, ['/company/list', '/company/list/1', '/users', '/users/2', '/plans']],
]
for (const [device, language, options] of [
  ['desktop', 'en', desktop],
  ['phone', 'en', phone],
  ['phone', 'hu', phone],
  ['desktop', 'de', desktop],
  ['phone', 'fr', phone],
  ['phone', 'ar', phone],
] as const) {
  for (const [who, paths] of screens) {
    test(`everybody can read and use ${paths.join(', ')} (${device}, ${language})`, {
      tag: device === 'desktop' && language === 'en' ? [] : '@long',
    }, async ({ signIn }) => {
      const page = await signIn(who, { ...options, language, reducedMotion: 'reduce' })
      for (const path of paths) {
        await page.goto(path)
        await expect(page.locator('h1')).toBeAttached()
        await expect(page.locator('[aria-busy="true"]')).toHaveCount(0)
        await expectAccessible(page)
        expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), path).toBe(true)
      }
    })
  }
}
