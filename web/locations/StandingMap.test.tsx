/** Where rows of a list stand: at the place that somebody drew, or at the nearest one around theirs. */
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { show } from '../lib/componentTest.tsx'
import { StandingMap } from './LocationsMap.tsx'

const outline = [{ latitude: 51.75, longitude: -2.23 }]
const places: Record<number, object> = {
  4: { id: 4, name: 'Home farm', parent_id: null, outline },
  5: { id: 5, name: 'Calf pens', parent_id: 4, outline: null },
  6: { id: 6, name: 'Undrawn', parent_id: null, outline: null },
}
vi.mock('../lib/client.ts', () => ({
  send: vi.fn(async (_: string, path: string) => Response.json({ data: places[Number(path.split('/').at(-1))] })),
  // No tiles are there.
  request: vi.fn(async () => ({ tiles: null })),
}))
vi.mock('@tanstack/react-router', async original => ({
  ...(await original<object>()),
  useNavigate: () => () => undefined,
}))

test('animals stand where their place or what is around it was drawn, each place with one pin', async () => {
  localStorage.setItem('tend_token', 'a token')
  localStorage.setItem('user', JSON.stringify({ id: 9, name: 'Ann', company_id: 4, role_id: 2000, time_zone: 'UTC' }))
  localStorage.setItem('userAbilityRules', JSON.stringify([{ action: ['read'], subject: ['Location', 'Animal'] }]))
  const cow = (id: number, location_id: number | null) => ({ id, name: `Cow ${id}`, location_id })
  await show(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { networkMode: 'always' } } })}>
      <StandingMap rows={[cow(1, 5), cow(2, 4), cow(3, 6), cow(4, null)]} />
    </QueryClientProvider>,
  )
  await expect.element(page.getByText('On the map: 2 of 4')).toBeVisible()
  await expect.element(page.getByText('Home farm: Cow 1 and Cow 2').first()).toBeVisible()
  localStorage.clear()
})
