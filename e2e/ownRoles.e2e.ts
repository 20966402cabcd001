/**
 * What a company's own roles see: three that are like none of the four ranks. Each is offered the places that it may
 * open and no other, every one of them opens, nothing of it is refused by the server, and what is not for them does not
 * open.
 */
import type { APIRequestContext, Page } from '@playwright/test'
import { ask } from './apiCalls.ts'
import { enterAs, newCompany, row } from './companySteps.ts'
import { desktop, errorsOf, expect, expectNotForRole, phone, test } from './people.ts'

type Rule = { action: string[]; subject: string; conditions?: object }
const everything = ['read', 'create', 'update', 'delete']
const all = (...subjects: string[]): Rule[] => subjects.map(subject => ({ action: everything, subject }))
const read = (...subjects: string[]): Rule[] => subjects.map(subject => ({ action: ['read'], subject }))
const registers = ['Animal', 'AnimalGroup', 'Location', 'Vehicle']
const everySubmission: Rule = { action: ['read'], subject: 'Submission', conditions: { status: 'complete' } }
const ownSubmissions: Rule = {
  action: ['read', 'create', 'update'],
  subject: 'Submission',
  conditions: { user_id: 'me' },
}

const herd = ['/animals', '/locations', '/company/vehicles']
/** What can be looked for in vain; the addresses of rows and of adding too. */
const elsewhere = [
  ...['/company/tasks', '/company/tasks/assignments', '/forms', '/forms/new', '/submission', '/submission/filled'],
  ...['/animals/books', '/papers', '/vehicles'],
  ...[
    ...herd,
    '/animals/groups',
    '/company/users',
    '/company/users/invitations',
    '/company/roles',
    '/company/plans',
    '/audit',
    '/seals',
  ],
  ...['/company/list', '/users', '/plans', '/legal', '/reports', '/dashboard', '/case', '/company/shared'],
]

const people = [
  {
    role: 'Herd lead',
    rules: [
      ...all('Animal', 'AnimalGroup', 'Location', 'Task'),
      ...read('Form', 'Member', 'Vehicle'),
      { action: ['read', 'complete', 'skip'], subject: 'SentTask' },
      everySubmission,
      ownSubmissions,
    ],
    places: ['/tasks', '/submission', '/messaging', '/guides', '/company/tasks', ...herd],
    bottomBar: ['/tasks', '/submission', '/messaging', '/company/tasks'],
    besides: [
      ...['/forms', '/submission/filled', '/company', '/animals/groups', '/tasks/calendar', '/company/calendar'],
      '/company/tasks/assignments',
      '/animals/books',
      '/outbox',
      '/profile',
    ],
    readsRows: true,
  },
  {
    role: 'Office',
    rules: [...all('Form', 'Invite'), ...read('Member'), everySubmission],
    places: ['/tasks', '/messaging', '/guides', '/forms', '/company/users'],
    bottomBar: ['/tasks', '/messaging', '/guides', '/forms'],
    besides: ['/submission/filled', '/company', '/forms/new', '/company/users/invitations', '/profile'],
    readsRows: false,
  },
  {
    role: 'Auditor',
    rules: [...read(...registers, 'Form', 'Task', 'Member'), everySubmission],
    places: ['/tasks', '/messaging', '/guides', '/company/tasks', '/forms', ...herd],
    bottomBar: ['/tasks', '/messaging', '/guides', '/company/tasks'],
    besides: [
      ...['/company/tasks/assignments', '/company/calendar', '/submission/filled', '/company', '/animals/groups'],
      '/animals/books',
      '/profile',
    ],
    readsRows: true,
  },
] as const

/** Somebody with this role, signed in on a phone by PIN. */
async function employ(api: APIRequestContext, boss: string, company: number, { role, rules }: (typeof people)[number]) {
  const { id } = await ask<{ id: number }>(api, boss, 'POST', '/role', {
    name: role,
    rules,
    standing: 'below_employee',
  })
  const worker = await ask<{ id: number }>(api, boss, 'POST', `/company/${company}/worker`, {
    name: `The ${role}`,
    user_name: role.toLowerCase().replace(' ', '.'),
    role_id: id,
  })
  const offer = `/company/${company}/user/${worker.id}/enrolment`
  const { token: card } = await ask<{ token: string }>(api, boss, 'POST', offer, {})
  const session = await ask<{ token: string }>(api, '', 'POST', '/auth/enrolment', { token: card, pin: '508213' })
  const { version } = await ask<{ version: number }>(api, '', 'GET', '/system/legal')
  await ask(api, session.token, 'PUT', '/auth/accept-privacy', { version })
  return { ...session, id: worker.id }
}

const offered = (page: Page, name: string) =>
  page
    .getByRole('navigation', { name, exact: true })
    .getByRole('link')
    .evaluateAll(links => links.map(link => new URL((link as HTMLAnchorElement).href).pathname))

/** A screen stands when its heading does, and nothing that it waits for is left out. */
async function expectScreen(page: Page, path: string) {
  await page.goto(path)
  await expect(page.getByRole('heading', { level: 1 }), path).toBeAttached()
  await expect(page.locator('main [aria-busy="true"]'), path).toHaveCount(0)
  expect(new URL(page.url()).pathname, path).toBe(path)
  await expect(page.getByRole('main').getByText('Your role does not allow this'), path).toHaveCount(0)
}

test.use(desktop)

for (const person of people) {
  test(`${person.role}: sees every screen that the role may open, and no other`, async ({ page, request: api }) => {
    const errors = errorsOf(page)
    const refused: string[] = []
    page.on('response', response => {
      if (response.status() === 403) refused.push(response.url())
    })
    const { boss, company } = await newCompany(api, `${person.role} Yard`)
    const place = await ask<{ id: number }>(api, boss.token, 'POST', '/location', { name: 'Barn 2', type: 'barn' })
    const animal = await ask<{ id: number }>(api, boss.token, 'POST', '/animal', { name: 'Daisy', species: 'cattle' })
    const session = await employ(api, boss.token, company.id, person)
    const task = await ask<{ id: number }>(api, boss.token, 'POST', '/task', {
      title: 'Count the ewes',
      assignees: [{ user_id: boss.user.id }],
      subjects: [{ type: 'location', id: place.id }],
    })

    await enterAs(page, api, session, '/tasks')
    await expect(page.getByRole('heading', { level: 1 })).toBeAttached()
    await expect.poll(() => offered(page, 'Navigation')).toEqual(person.places)
    for (const path of [...person.places, ...person.besides]) await expectScreen(page, path)

    const rows = [`/animals/${animal.id}`, `/locations/${place.id}`, `/company/tasks/assignments/${task.id}`]
    const open = new Set<string>([...person.places, ...person.besides, ...(person.readsRows ? rows : [])])
    for (const path of rows) if (open.has(path)) await expectScreen(page, path)
    for (const path of [...elsewhere, ...rows]) {
      if (!open.has(path)) await expectNotForRole(page, path)
    }
    // One page for four registers; of vehicles none of these people adds any.
    await page.goto('/import/vehicle')
    await expect(page.getByRole('heading', { name: 'Page not found' })).toBeVisible()

    await page.setViewportSize(phone.viewport)
    await page.goto('/tasks')
    await expect.poll(() => offered(page, 'Shortcuts')).toEqual(person.bottomBar)
    expect(refused, 'asked in vain').toEqual([])
    expect(errors, 'errors in the console').toEqual([])
  })
}

test('what a herd lead may do is there to be done: a task is given, and its end is told', { tag: '@core' }, async ({
  page,
  request: api,
}) => {
  const [lead] = people
  const { boss, company } = await newCompany(api, 'South Fold')
  const session = await employ(api, boss.token, company.id, lead)
  await enterAs(page, api, session, '/company/tasks')
  await page.getByRole('button', { name: 'New task' }).first().click()
  await page.getByRole('dialog').getByLabel('What to do').fill('Mend the gate')
  await page.getByRole('dialog').getByRole('combobox', { name: 'Who' }).fill('Boss')
  await page.getByRole('option', { name: 'Boss' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
  await expect(row(page, 'Mend the gate')).toBeVisible()
})
