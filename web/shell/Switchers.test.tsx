/** The switch of sites: who sees it, what it remembers on the device, and what says that one site is shown. */
import { QueryClientProvider, useQuery } from '@tanstack/react-query'
import { afterEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { api } from '../api.ts'
import { expectAccessible, show } from '../lib/componentTest.tsx'
import { queryClient } from '../lib/queryClient.ts'
import { currentSite, useSite } from '../lib/site.ts'
import { SiteNotice, SiteSwitcher } from './Switchers.tsx'

const north = { id: 7, name: 'Site North' }
const south = { id: 8, name: 'Site South' }
let sites = [north, south]
let isBroken = false
/** What each reading of animals was narrowed to. */
let asked: (string | undefined)[] = []

vi.mock('../lib/listSearch.ts', () => ({ useChangeSearch: () => () => undefined }))
vi.mock('../lib/client.ts', () => ({
  send: vi.fn(async (_: string, path: string, { headers = {} }: { headers?: Record<string, string> } = {}) => {
    if (path === '/location/site' && isBroken) throw new Error('It cannot be read')
    if (path === '/location/site') return Response.json({ data: sites })
    asked.push(headers['Site-Id'])
    const name = headers['Site-Id'] ? `Cow of ${headers['Site-Id']}` : 'All cows'
    return Response.json({ data: [{ id: 1, name }], meta: { total: 1 } })
  }),
}))

const signIn = (company_id: number) => {
  localStorage.setItem('tend_token', 'a token')
  const user = { id: 3, name: 'Tom', company_id, role_id: 2000, time_zone: 'UTC', language_id: 1 }
  localStorage.setItem('user', JSON.stringify(user))
  localStorage.setItem('userAbilityRules', JSON.stringify([{ action: ['read'], subject: ['Location', 'Animal'] }]))
}
afterEach(() => {
  localStorage.clear()
  queryClient.clear()
  sites = [north, south]
  asked = []
  isBroken = false
})

function Cows() {
  const { data } = useQuery(api.animals.list.at(useSite(), {}))
  return data?.data.map(({ id, name }) => <p key={id}>{name}</p>)
}

const open = () =>
  show(
    <QueryClientProvider client={queryClient}>
      <SiteSwitcher />
      <SiteNotice />
      <Cows />
    </QueryClientProvider>,
  )

test('one site is chosen, is said, is remembered for this company, and left again', async () => {
  // A phone, where the switch itself is out of sight.
  await page.viewport(390, 844)
  signIn(4)
  const reload = await open()
  await page.getByRole('button', { name: 'Site: All sites' }).click()
  await page.getByRole('menuitem', { name: 'Site North' }).click()
  await expect.element(page.getByText('Cow of 7')).toBeVisible()
  await expect.element(page.getByText('Only Site North is shown.')).toBeVisible()
  await expect.element(page.getByRole('button', { name: 'Site: Site North' })).toBeVisible()
  expect(page.getByText('All cows').elements()).toHaveLength(0)
  await expect.element(page.getByRole('menuitem').first()).not.toBeInTheDocument()
  await expectAccessible()

  queryClient.clear()
  reload()
  await expect.element(page.getByText('Cow of 7')).toBeVisible()
  signIn(5)
  expect(currentSite()).toBeNull()
  signIn(4)
  await page.getByRole('button', { name: 'All sites', exact: true }).click()
  await expect.element(page.getByText('All cows')).toBeVisible()
  expect(page.getByText('Only Site North is shown.').elements()).toHaveLength(0)
  expect(asked).toEqual([undefined, '7', '7', undefined])
})

test('who sees one site has no switch, and a site that is gone is left', async () => {
  signIn(4)
  localStorage.setItem('tend_site 3 4', '7')
  sites = [south]
  await open()
  await expect.element(page.getByText('All cows')).toBeVisible()
  expect(page.getByRole('button').elements()).toHaveLength(0)
  expect(currentSite()).toBeNull()
})

test('each company has a site of its own, which a change to the other and back keeps', async () => {
  signIn(4)
  localStorage.setItem('tend_site 3 4', '7')
  localStorage.setItem('tend_site 3 5', '9')
  await open()
  await expect.element(page.getByText('Cow of 7')).toBeVisible()
  sites = [{ id: 9, name: 'Yard East' }, south]
  signIn(5)
  dispatchEvent(new StorageEvent('storage', { key: 'user' }))
  await expect.element(page.getByText('Cow of 9')).toBeVisible()
  await expect.element(page.getByText('Only Yard East is shown.')).toBeVisible()
  expect([localStorage.getItem('tend_site 3 4'), localStorage.getItem('tend_site 3 5')]).toEqual(['7', '9'])
})

test('where the sites cannot be read it is said all the same, and left', async () => {
  signIn(4)
  localStorage.setItem('tend_site 3 4', '7')
  isBroken = true
  await open()
  await expect.element(page.getByText('Only one site is shown.')).toBeVisible()
  await page.getByRole('button', { name: 'All sites', exact: true }).click()
  await expect.element(page.getByText('All cows')).toBeVisible()
  expect(currentSite()).toBeNull()
})

test('in the narrow navigation its mark alone is shown, which says the site all the same', async () => {
  signIn(4)
  await show(
    <QueryClientProvider client={queryClient}>
      <SiteSwitcher isNarrow />
    </QueryClientProvider>,
  )
  const mark = page.getByRole('button', { name: 'Site: All sites' })
  await mark.click()
  await page.getByRole('menuitem', { name: 'Site North' }).click()
  const chosen = page.getByRole('button', { name: 'Site: Site North' })
  await expect.element(chosen).toBeVisible()
  const { width, height } = chosen.element().getBoundingClientRect()
  expect([Math.round(width), Math.round(height)]).toEqual([44, 44])
  expect(currentSite()).toBe(7)
})
