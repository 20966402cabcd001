import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { createMemoryHistory, createRootRoute, createRouter, RouterContextProvider } from '@tanstack/react-router'
import { beforeEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { request } from '../lib/client.ts'
import { expectAccessible, show } from '../lib/componentTest.tsx'
import { OtherCompanies } from './OtherCompanies.tsx'

const sent = (id: number, title: string, minutes: number) => ({
  ...{
    id,
    title,
    titles: null,
    priority: 'normal',
    subjects: [{ type: 'location', id: 3, name: 'Barn 2', status: null }],
  },
  ...{ is_completed: false, is_skipped: false, is_missed: false },
  starts_at: new Date(Date.now() - 90 * 60_000).toISOString(),
  due_at: new Date(Date.now() + minutes * 60_000).toISOString(),
})
const nothing = { guides: { total: 0 }, reviews: null, findings: null }
const answer = {
  more: 2,
  companies: [
    {
      ...{ id: 5, name: 'Quiet Farm', logo: null, time_zone: 'UTC', two_factor_due: false },
      ...{ tasks: { data: [], total: 0 }, ...nothing },
    },
    {
      ...{ id: 6, name: 'Riverside Dairy', logo: null, time_zone: 'UTC', two_factor_due: false },
      tasks: { data: [sent(71, 'Look at the lame cow', -30), sent(72, 'Sign the papers', 30)], total: 4 },
      ...{ guides: { total: 1 }, reviews: { total: 3 }, findings: { total: 12 } },
    },
    {
      ...{ id: 8, name: 'Careful Haulage', logo: null, time_zone: 'UTC', two_factor_due: true },
      ...{ tasks: null, guides: null, reviews: null, findings: null },
    },
  ],
}
vi.mock('../lib/client.ts', () => ({
  send: vi.fn(async (_: string, path: string) =>
    Response.json({ data: path === '/today/others' ? answer : { id: 4, name: 'Home', time_zone: 'UTC', logo: null } }),
  ),
  request: vi.fn(async () => ({ id: 9, name: 'Ann', company_id: 6, ability_rules: [] })),
}))

const user = { id: 9, name: 'Ann', company_id: 4, role_id: 3000, time_zone: 'UTC', language_id: 1 }
beforeEach(() => {
  localStorage.setItem('tend_token', 'a token')
  localStorage.setItem('user', JSON.stringify(user))
  return () => localStorage.clear()
})

const router = createRouter({ routeTree: createRootRoute(), history: createMemoryHistory() })
const shown = () =>
  show(
    <RouterContextProvider router={router}>
      <QueryClientProvider
        client={new QueryClient({ defaultOptions: { queries: { retry: false, networkMode: 'always' } } })}
      >
        <h1>Today</h1>
        <OtherCompanies isInSeveral />
      </QueryClientProvider>
    </RouterContextProvider>,
  )

test('each company has its mark, what is due in it, and how much waits; the quiet ones come last', async () => {
  await shown()
  const cards = page.getByRole('article')
  await expect.element(cards.nth(0)).toMatchTextContent('Riverside Dairy')
  const dairy = page.getByRole('article', { name: 'Riverside Dairy' })
  await expect.element(dairy).toMatchTextContent('RD')
  await expect.element(dairy.getByRole('listitem').nth(0)).toMatchTextContent(/Look at the lame cow.*Barn 2.*Overdue/)
  await expect.element(dairy.getByRole('listitem').nth(1)).toMatchTextContent(/Sign the papers.*Due/)
  for (const line of [/2 more tasks/, /To read.*1/, /All submissions to review.*3/, /Findings.*12/])
    await expect.element(dairy.getByRole('listitem').filter({ hasText: line })).toBeVisible()
  await expect
    .element(page.getByRole('article', { name: 'Careful Haulage' }))
    .toMatchTextContent(/Your company requires two-step sign-in/)
  await expect.element(cards.nth(2)).toMatchTextContent(/Quiet Farm.*Nothing is due/)
  await expect.element(page.getByText('2 more companies')).toBeVisible()
  await expectAccessible()
})

test('a tap goes on in that company', async () => {
  await shown()
  await page.getByRole('button', { name: 'Look at the lame cow' }).click()
  await vi.waitFor(() => expect(request).toHaveBeenCalledWith('PATCH', '/auth/user', { body: { company_id: 6 } }))
})
