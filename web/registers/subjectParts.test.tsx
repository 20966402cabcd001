import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import {
  createMemoryHistory,
  createRootRoute,
  createRouter,
  RouterContextProvider,
  RouterProvider,
} from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { expectAccessible, show } from '../lib/componentTest.tsx'
import type { List } from '../ui/list/useList.ts'
import type { Archiving, SubjectRow, Update } from './SubjectBulkBar.tsx'
import { SubjectActions } from './SubjectPage.tsx'
import { SubjectsPage } from './SubjectsPage.tsx'
import { SubjectWork } from './SubjectWork.tsx'

const dayMs = 86_400_000
const looked = { id: 8, form_name: { en: 'Look at one animal' }, band: 'good', score_percent: 90, critical_failed: 0 }
const picture = (name: string) => ({ uuid: name, path: `tend/${name}`, name, content_type: 'image/jpeg', size: 1 })
const asked: { path: string; query: Record<string, unknown> }[] = []
vi.mock('../lib/client.ts', () => ({
  send: vi.fn(async (_: string, path: string, { query = {} }: { query?: Record<string, unknown> } = {}) => {
    asked.push({ path, query })
    if (path === '/view') return Response.json({ data: { views: [], columns: null, default_view_id: null } })
    if (path === '/form/submission') return Response.json({ data: [looked], meta: { total: 1 } })
    if (path === '/form/submission/8') {
      const files = [picture('hoof.jpg'), { ...picture('letter.pdf'), content_type: 'application/pdf' }]
      return Response.json({ data: { ...looked, files } })
    }
    return Response.json({ data: [], meta: { total: 0 } })
  }),
}))

beforeEach(() => {
  localStorage.setItem('tend_token', 'a token')
  const user = { id: 9, name: 'Ann', company_id: 4, role_id: 2000, time_zone: 'UTC', language_id: 1 }
  localStorage.setItem('user', JSON.stringify(user))
  const all = ['Animal', 'Task', 'SentTask', 'Submission', 'Finding', 'Form', 'Member']
  localStorage.setItem('userAbilityRules', JSON.stringify([{ action: ['read', 'create'], subject: all }]))
})
afterEach(() => {
  localStorage.clear()
  sessionStorage.clear()
  asked.length = 0
})

const queryClient = () => new QueryClient({ defaultOptions: { queries: { retry: false, networkMode: 'always' } } })
const router = createRouter({ routeTree: createRootRoute(), history: createMemoryHistory() })
const shown = (what: ReactNode) =>
  show(
    <RouterContextProvider router={router}>
      <QueryClientProvider client={queryClient()}>
        <main>{what}</main>
      </QueryClientProvider>
    </RouterContextProvider>,
  )
/** A list reads its view from the address of the route around it. */
const shownAtAddress = (what: ReactNode) => {
  const routeTree = createRootRoute({ component: () => <main>{what}</main> })
  return show(
    <QueryClientProvider client={queryClient()}>
      <RouterProvider router={createRouter({ routeTree, history: createMemoryHistory() })} />
    </QueryClientProvider>,
  )
}
const daisy = { type: 'animal', id: 3, name: 'Daisy' } as const

test('an animal’s page says when it was looked at last, what that showed, and its photos open whole', async () => {
  await shown(<SubjectWork about={daisy} lastChecked={new Date(Date.now() - 2 * dayMs).toISOString()} />)
  await expect.element(page.getByRole('heading', { name: 'Last checked: 2 days ago' })).toBeVisible()
  await expect
    .element(page.getByRole('link', { name: 'Look at one animal' }))
    .toHaveAttribute('href', '/submission/view/8')
  const photo = page.getByRole('button', { name: 'Photo 1: hoof.jpg' })
  await expect.element(photo).toBeVisible()
  // A letter is no photo.
  expect(page.getByRole('button').elements()).toHaveLength(1)
  await expectAccessible()
  await photo.click()
  await expect.element(page.getByRole('dialog', { name: 'Photo 1: hoof.jpg' })).toBeVisible()
  const ofDaisy = asked.filter(({ query }) => query.animal_id === 3).map(({ path }) => path)
  expect(ofDaisy.sort()).toEqual(['/company/4/tasks', '/finding', '/form/submission'])
})

test('a new task of an animal’s page is about that animal already', async () => {
  await shown(<SubjectActions about={daisy} />)
  await page.getByRole('button', { name: 'New task' }).click()
  const sheet = page.getByRole('dialog', { name: 'New task' })
  await expect.element(sheet.getByText('Daisy')).toBeVisible()
})

test('on phones, too, each card of a list says when it was checked last', async () => {
  await page.viewport(390, 844)
  const row = { revision: 1, status: null, archived_at: null, updated_at: '2026-11-01T08:00:00.000Z' }
  const data = [
    { ...row, id: 3, name: 'Daisy', last_checked_at: new Date(Date.now() - 2 * dayMs).toISOString() },
    { ...row, id: 4, name: 'Fern', last_checked_at: null },
  ] as unknown as SubjectRow[]
  const list = { search: {}, change: () => undefined, page: { data, meta: { total: 2 } }, error: null }
  await shownAtAddress(
    <SubjectsPage
      feature="animals"
      subject="Animal"
      calls={{} as Archiving & { update: Update }}
      list={list as unknown as List<SubjectRow>}
      columns={[]}
      filters={[]}
      href={({ id }) => `/animals/${id}`}
      drawing={null}
      empty={{ title: '', text: '' }}
      form={() => null}
    />,
  )
  for (const [name, when] of [
    ['Daisy', '2 days ago'],
    ['Fern', 'Never checked'],
  ] as const) {
    const card = page.getByRole('row').filter({ hasText: name })
    await expect.element(card.getByText(when)).toBeVisible()
    expect(card.getByText(when).element().closest('td')?.dataset.title).toBe('Last checked: ')
  }
  await expectAccessible()
})
