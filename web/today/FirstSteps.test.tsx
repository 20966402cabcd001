import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { createMemoryHistory, createRootRoute, createRouter, RouterContextProvider } from '@tanstack/react-router'
import { expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { expectAccessible, show } from '../lib/componentTest.tsx'
import { FirstSteps } from './FirstSteps.tsx'

const there = { people: 1, tasks: 0 }
vi.mock('../lib/client.ts', () => ({
  send: vi.fn(async (_: string, path: string) => {
    if (path.endsWith('/samples'))
      return Response.json({ data: { added_at: null, animals: 0, animal_groups: 0, locations: 0, tasks: 0 } })
    return Response.json({ data: [], meta: { total: path === '/task' ? there.tasks : there.people } })
  }),
}))

const router = createRouter({ routeTree: createRootRoute(), history: createMemoryHistory() })
const today = (hasSubmission: boolean) =>
  show(
    <RouterContextProvider router={router}>
      <QueryClientProvider
        client={new QueryClient({ defaultOptions: { queries: { retry: false, networkMode: 'always' } } })}
      >
        <FirstSteps companyId={4} hasSubmission={hasSubmission} />
        <p>What comes after them</p>
      </QueryClientProvider>
    </RouterContextProvider>,
  )

test('three steps stand there until the last of them is done, and do not come back when somebody leaves', async () => {
  const steps = page.getByRole('heading', { name: 'Your first steps' })
  localStorage.setItem('tend_token', 'a token')
  const user = { id: 9, name: 'Ann', company_id: 4, role_id: 2000, time_zone: 'UTC', language_id: 1 }
  localStorage.setItem('user', JSON.stringify(user))
  const rules = [{ action: ['read', 'update'], subject: ['Company', 'Member', 'Task'] }]
  localStorage.setItem('userAbilityRules', JSON.stringify(rules))
  const again = await today(false)
  await expect.element(steps).toBeVisible()
  for (const step of [/^Invite a colleague/, /^Send your first form/, /^Fill in a form/])
    await expect.element(page.getByRole('link', { name: step })).toBeVisible()
  await expectAccessible()

  there.people = 2
  again()
  await expect.element(page.getByRole('img', { name: 'Done' })).toBeVisible()
  await expect.element(page.getByRole('link', { name: /^Invite a colleague/ })).not.toBeInTheDocument()
  again()

  there.tasks = 1
  document.body.replaceChildren()
  await today(true)
  await vi.waitFor(() => expect(localStorage.getItem('tend_first_steps_4')).toBe('over'))
  await expect.element(steps).not.toBeInTheDocument()
  there.people = 1
  document.body.replaceChildren()
  await today(true)
  await expect.element(page.getByText('What comes after them')).toBeVisible()
  await expect.element(steps).not.toBeInTheDocument()
  localStorage.clear()
})
