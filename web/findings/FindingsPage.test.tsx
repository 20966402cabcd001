import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { createMemoryHistory, createRootRoute, createRoute, createRouter, RouterProvider } from '@tanstack/react-router'
import { expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { expectAccessible, show } from '../lib/componentTest.tsx'
import { listSearch } from '../lib/listSearch.ts'
import { saveFile } from '../lib/saveFile.ts'
import { FindingsPage } from './FindingsPage.tsx'

/** What the server was asked. */
const asked: string[] = []
vi.mock('../lib/saveFile.ts', () => ({ saveFile: vi.fn() }))
vi.mock('../lib/client.ts', async original => ({
  ...(await original<object>()),
  send: vi.fn(async (_: string, path: string, { query = {} }: { query?: Record<string, string> } = {}) => {
    asked.push(`${path}?${new URLSearchParams(query)}`)
    if (path === '/finding/export') return new Response('xlsx')
    const barn = { id: 7, name: 'Barn 1' }
    if (path === '/location/7') return Response.json({ data: barn })
    const data = path === '/location' ? [barn] : []
    return Response.json({ data, meta: { current_page: 1, per_page: 25, total: data.length, last_page: 1 } })
  }),
}))

test('findings are narrowed to a location, and the export has what the list shows', async () => {
  localStorage.setItem('tend_token', 'abc')
  localStorage.setItem('user', JSON.stringify({ id: 1, company_id: 4, role_id: 2000, time_zone: 'UTC' }))
  const rules = [{ action: ['read', 'update'], subject: ['Finding', 'Location'] }]
  localStorage.setItem('userAbilityRules', JSON.stringify(rules))
  const root = createRootRoute()
  const route = createRoute({
    ...{ getParentRoute: () => root, path: '/findings', component: FindingsPage },
    validateSearch: listSearch('state', 'severity', 'assignee_id', 'location_id'),
  })
  const history = createMemoryHistory({ initialEntries: ['/findings'] })
  const router = createRouter({ routeTree: root.addChildren([route]), history })
  await page.viewport(390, 800)
  await show(
    <QueryClientProvider client={new QueryClient()}>
      <RouterProvider router={router as never} />
    </QueryClientProvider>,
  )
  await page.getByRole('button', { name: 'Filter' }).click()
  await page.getByRole('combobox', { name: 'Location' }).click()
  await page.getByRole('option', { name: 'Barn 1' }).click()
  await expect.poll(() => asked.some(one => one.startsWith('/finding?') && one.includes('location_id=7'))).toBe(true)
  await expectAccessible()
  await page.getByRole('button', { name: 'Show the list' }).click()
  await expect.element(page.getByRole('button', { name: 'Remove filter: Barn 1' })).toBeVisible()

  await page.getByRole('button', { name: 'Export' }).click()
  await page.getByRole('menuitem', { name: 'Export as workbook (XLSX)' }).click()
  await expect.poll(() => asked.at(-1)).toBe('/finding/export?format=xlsx&filters=location_id%3D7')
  await expect.poll(() => vi.mocked(saveFile).mock.calls.map(([, name]) => name)).toEqual(['Findings.xlsx'])
})
