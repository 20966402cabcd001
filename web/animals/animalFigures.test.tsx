/** What the page of an animal draws: its ancestors over three generations with its offspring, and what it weighed. */
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { createMemoryHistory, createRootRoute, createRoute, createRouter, RouterProvider } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { beforeEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import type { Animal } from '#shared/animals/contract.ts'
import { Weights } from '../animal-events/OnDay.tsx'
import { expectAccessible, show } from '../lib/componentTest.tsx'
import { Pedigree } from './Pedigree.tsx'

const animal = (id: number, name: string, mother_id: number | null = null, father_id: number | null = null) => ({
  ...{ id, name, mother_id, father_id },
})
const herd = [
  animal(1, 'Lily', 2, 3),
  animal(2, 'Iris', 4),
  animal(3, 'Oak'),
  animal(4, 'Rose', 5),
  animal(5, 'Fern', 6),
  animal(6, 'Moss'),
  animal(7, 'Bud', 1),
]
const weighed = [
  ['2026-03-01', 62.5],
  ['2026-02-01', 48],
  // Put right on the same day: the later one counts.
  ['2026-01-01', 31],
  ['2026-01-01', 99],
] as const

vi.mock('../lib/client.ts', () => ({
  send: vi.fn(async (_: string, path: string, { query = {} }: { query?: Record<string, unknown> } = {}) => {
    if (path.endsWith('/event')) {
      const data = weighed.map(([day, kilograms], at) => ({ id: 9 - at, day, details: { type: 'weight', kilograms } }))
      return Response.json({ data, meta: { total: data.length } })
    }
    const one = /\/animal\/(\d+)$/.exec(path)
    if (one) return Response.json({ data: herd.find(({ id }) => id === Number(one[1])) })
    const data = herd.filter(({ mother_id }) => mother_id !== null && mother_id === Number(query.mother_id))
    return Response.json({ data, meta: { total: data.length } })
  }),
}))

beforeEach(() => {
  localStorage.setItem('tend_token', 'a token')
  localStorage.setItem('user', JSON.stringify({ id: 51, name: 'Tom', company_id: 4, role_id: 3000, time_zone: 'UTC' }))
  const rules = ['Animal', 'AnimalEvent'].map(subject => ({ action: ['read'], subject: [subject] }))
  localStorage.setItem('userAbilityRules', JSON.stringify(rules))
})

async function within(children: ReactNode) {
  const root = createRootRoute({ component: () => children })
  const of = createRoute({ getParentRoute: () => root, path: '/animals/$id' })
  const router = createRouter({ routeTree: root.addChildren([of]), history: createMemoryHistory() })
  await show(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <RouterProvider router={router as never} />
    </QueryClientProvider>,
  )
}

test('a pedigree goes back three generations, mother and father, and on to the offspring', async () => {
  await within(<Pedigree animal={herd[0] as Animal} />)
  const line = (name: string) => page.getByRole('link', { name, exact: true })
  for (const name of ['Iris', 'Oak', 'Rose', 'Fern', 'Bud']) await expect.element(line(name)).toBeVisible()
  await expect.element(page.getByText('Father')).toBeVisible()
  expect(line('Moss').all()).toEqual([])
  await expectAccessible()
})

test('weights stand day by day, each day once, as a line and as a table that begins with the latest', async () => {
  await within(<Weights animalId={1} />)
  await expect.element(page.getByRole('img')).toBeVisible()
  await page.getByText('As a table').click()
  const shown = page
    .getByRole('row')
    .elements()
    .map(row => Number.parseFloat(row.lastElementChild?.textContent ?? ''))
  expect(shown).toEqual([62.5, 48, 31])
  await expectAccessible()
})
