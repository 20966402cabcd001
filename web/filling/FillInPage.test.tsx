import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { createMemoryHistory, createRootRoute, createRouter, RouterContextProvider } from '@tanstack/react-router'
import { expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { expectAccessible, show } from '../lib/componentTest.tsx'
import { FillInPage } from './FillInPage.tsx'

const network = { isThere: false }
vi.mock('../lib/client.ts', () => ({
  send: vi.fn(async () => {
    if (!network.isThere) throw new TypeError('Failed to fetch')
    return Response.json({ data: [], meta: { total: 0 } })
  }),
}))

const router = createRouter({ routeTree: createRootRoute(), history: createMemoryHistory() })
const fillIn = () =>
  show(
    <RouterContextProvider router={router}>
      <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
        <FillInPage />
      </QueryClientProvider>
    </RouterContextProvider>,
  )

test('without a connection and without copies nobody is told that there are no forms', async () => {
  const user = { id: 11, name: 'Ann', company_id: 4, role_id: 3000, time_zone: 'UTC', language_id: 1 }
  localStorage.setItem('tend_token', 'a token')
  localStorage.setItem('user', JSON.stringify(user))
  localStorage.setItem('userAbilityRules', JSON.stringify([{ action: ['fill', 'read'], subject: 'Form' }]))
  await fillIn()
  await expect.element(page.getByRole('heading', { name: 'No forms on this phone yet' })).toBeVisible()
  await expectAccessible()

  document.body.replaceChildren()
  network.isThere = true
  await fillIn()
  await expect.element(page.getByRole('heading', { name: 'No forms yet' })).toBeVisible()
})
