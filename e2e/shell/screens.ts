/**
 * Every screen of the app with somebody who may see it, for the one walk that asks of all of them what every screen
 * must hold. A screen that is missing here fails the walk.
 */
import type { Page } from '@playwright/test'
import { type Caller, call } from '../apiCalls.ts'

export const people = {
  'a manager': 'manager@greenfield.example',
  'a manager in the registers': 'manager@greenfield.example',
  'a manager of the company': 'manager@greenfield.example',
  'a worker': 'worker@greenfield.example',
  'a case handler': 'trust@greenfield.example',
  'an admin': 'admin@tend.example',
} as const

export type Screen = {
  /** As the router has it. */
  path: string
  who: keyof typeof people
  /** Where the address needs the id of something, or more. */
  address?: (page: Caller) => Promise<string>
  /** What is opened on it, by what no language changes; each is looked at too. */
  opens?: ((page: Page) => Promise<void>)[]
}

/** The address of the first of a list. */
const first = (path: string, list: string) => async (page: Caller) => {
  const [row] = await call<{ id: number }[]>(page, 'GET', list)
  if (!row) throw new Error(`There is nothing in ${list}`)
  return path.replace('$id', String(row.id))
}
const issuedPass = async (page: Caller) => {
  const now = Date.now()
  const { id } = await call<{ id: number }>(page, 'POST', '/pass', {
    ...{ holder_name: 'Vet office', reach: null, kinds: ['submission', 'finding'], shows_names: false },
    ...{ starts_at: new Date(now).toISOString(), ends_at: new Date(now + 24 * 3600_000).toISOString() },
  })
  return id
}
const lastOfHeader = (page: Page) => page.locator('header button').last().click()
const firstOfArticle = (page: Page) => page.getByRole('article').first().getByRole('button').first().click()
const lastOfArticle = (page: Page) => page.getByRole('article').first().getByRole('button').last().click()

const of = (who: Screen['who'], screens: (string | Omit<Screen, 'who'>)[]): Screen[] =>
  screens.map(screen => (typeof screen === 'string' ? { path: screen, who } : { ...screen, who }))

export const screens: Screen[] = [
  ...of('a manager', [
    '/tasks',
    { path: '/company/tasks', opens: [lastOfHeader] },
    '/company/tasks/assignments',
    { path: '/company/tasks/assignments/$id', address: first('/company/tasks/assignments/$id', '/task') },
    '/forms',
    { path: '/forms/new', opens: [firstOfArticle] },
    { path: '/forms/$id', address: first('/forms/$id', '/form') },
    '/guides',
    '/guides/all',
    '/guides/ready',
    '/guides/create',
    { path: '/guides/edit/$id', address: first('/guides/edit/$id', '/guide/all') },
    { path: '/guides/$id', address: first('/guides/$id', '/guide') },
    '/reports',
    { path: '/reports/details/$id', address: first('/reports/details/$id', '/report') },
    { path: '/reports/export/pdf/$id', address: first('/reports/export/pdf/$id', '/report') },
    '/submission',
    '/submission/filled',
    '/submission/import',
    '/findings',
    { path: '/findings', address: async () => '/findings?state=closed' },
    '/messaging',
    '/messaging/reports',
    { path: '/submission/view/$id', address: first('/submission/view/$id', '/form/submission?status=complete') },
    { path: '/submission/correct/$id', address: first('/submission/correct/$id', '/form/submission?status=complete') },
  ]),
  ...of('a manager in the registers', [
    { path: '/locations', opens: [lastOfHeader] },
    { path: '/locations/tree', opens: [lastOfHeader] },
    { path: '/locations/$id', address: first('/locations/$id', '/location') },
    '/animals',
    { path: '/animals/$id', address: first('/animals/$id', '/animal') },
    '/animals/groups',
    { path: '/animals/groups/$id', address: first('/animals/groups/$id', '/animal/group') },
    '/company/vehicles',
    { path: '/papers', opens: [lastOfHeader] },
    { path: '/vehicles/$id', address: first('/vehicles/$id', '/vehicle') },
    '/animals/books',
    { path: '/import/$id', address: async () => '/import/animal' },
    { path: '/vehicles/edit/$id', address: first('/vehicles/edit/$id', '/vehicle') },
  ]),
  ...of('a manager of the company', [
    '/company',
    '/company/calendar',
    '/tasks/calendar',
    '/notifications',
    '/company/users',
    '/company/users/invitations',
    '/company/plans',
    '/company/roles',
    { path: '/company/roles/$id', address: async () => '/company/roles/new' },
    { path: '/company/integrations', opens: [lastOfHeader] },
    { path: '/company/integrations/webhooks', opens: [lastOfHeader] },
    '/company/sign-in',
    '/company/passes',
    { path: '/company/passes/$id', address: async page => `/company/passes/${await issuedPass(page)}` },
    '/company/shared',
    '/audit',
    '/seals',
    '/pages/pricing',
    '/pages/pricing/thanks',
    '/outbox',
    '/profile',
    ...[
      '/profile/security',
      '/profile/devices',
      '/profile/notifications',
      '/profile/calendar',
      '/profile/account',
      '/profile/',
    ],
  ]),
  ...of('a worker', [
    { path: '/tasks', opens: [lastOfArticle] },
    { path: '/tasks/$id', address: first('/tasks/$id', '/task/sent?state=open') },
    '/submission',
    {
      path: '/submission/filling/$id',
      address: async page => {
        // The demo's first, whichever others journeys have made: what the bar at the foot half covers is too small for
        // axe.
        const forms = await call<{ id: number }[]>(page, 'GET', '/form')
        return `/submission/filling/new?form=${Math.min(...forms.map(({ id }) => id))}`
      },
    },
  ]),
  ...of('a case handler', ['/case', { path: '/case/$id', address: first('/case/$id', '/case') }]),
  ...of('an admin', [
    '/dashboard',
    '/company/list',
    { path: '/company/list/$id', address: async () => '/company/list/1' },
    '/company/setup',
    '/vehicles',
    '/users',
    { path: '/users/$id', address: async () => '/users/2' },
    '/plans',
    '/legal',
    '/system',
    { path: '/system/keys', opens: [lastOfHeader] },
    '/system/sign-in',
  ]),
]
