/** The page of a location says who works there; a manager adds people and takes them away. */
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import type { ReachInput } from '#shared/companies/contract.ts'
import { expectAccessible, show } from '../lib/componentTest.tsx'
import { WorksHere } from './WorksHere.tsx'

const locations = [
  { id: 1, name: 'Site North' },
  { id: 2, name: 'Barn', placeId: 1 },
]
const at = (...location_ids: number[]): ReachInput => ({ location_ids, animal_group_ids: [], vehicle_ids: [] })
const person = (id: number, name: string, reach: ReachInput | null) => ({
  id,
  name,
  role_id: 3000,
  role_name: null,
  reach,
  changeable: true,
})
const people = [
  person(10, 'Anna', at(1)),
  person(11, 'Béla', at(2, 3)),
  person(12, 'Cecil', at(2)),
  person(13, 'Dora', null),
]
const changeReach = vi.hoisted(() => vi.fn())

vi.mock('../answers/registerNames.ts', () => ({
  registerNames: (type: string) => ({
    queryKey: [type, 'names'],
    queryFn: () => (type === 'location' ? locations : []),
  }),
}))
vi.mock('./memberActions.ts', () => ({ useMemberActions: () => ({ changeReach, isBusy: false }) }))
vi.mock('../lib/ability.tsx', () => ({ useAbility: () => () => true }))
vi.mock('../lib/session/session.ts', () => ({ useUser: () => ({ id: 1, company_id: 7 }) }))
vi.mock('../roles/queries.ts', () => ({ useRoleName: () => () => 'Worker' }))
vi.mock('../ui/PathLink.tsx', () => ({
  PathLink: ({ href, children }: { href: string; children: React.ReactNode }) => <a href={href}>{children}</a>,
}))
vi.mock('../api.ts', () => {
  const members = ({ works_at }: { works_at?: string }) => {
    const data = people.filter(({ reach }) =>
      works_at === 'company' ? !reach : works_at === undefined || reach?.location_ids.some(id => id < 3),
    )
    return { data, meta: { total: data.length } }
  }
  return {
    api: {
      companies: {
        members: { query: (asked: object) => ({ queryKey: ['members', asked], queryFn: () => members(asked) }) },
        member: {
          query: ({ user_id: id }: { user_id: number }) => ({
            queryKey: ['member', id],
            queryFn: () => people.find(one => one.id === id) ?? null,
          }),
        },
      },
    },
  }
})

async function showBarn() {
  changeReach.mockClear()
  await show(
    <QueryClientProvider
      client={new QueryClient({ defaultOptions: { queries: { networkMode: 'always', retry: false } } })}
    >
      <WorksHere about={{ type: 'location', id: 2, name: 'Barn' }} />
    </QueryClientProvider>,
  )
  await page.getByText('Who works here').click()
}

test('it names those of the location above, of this one, and how many work everywhere', async () => {
  await showBarn()
  const texts = () =>
    page
      .getByRole('listitem')
      .elements()
      .map(item => item.textContent ?? '')
  await expect.poll(() => texts()[0]).toMatch(/^Anna.*Site North.*includes this/)
  expect(texts()[2]).toMatch(/^Cecil.*Works only here/)
  await expect.element(page.getByText('1 person works in the whole company, here too')).toBeVisible()
  // Only Béla has this location and another: nobody is left without any.
  expect(page.getByRole('button', { name: 'from here', exact: false }).elements()).toHaveLength(1)
  await expectAccessible()
  await page.getByRole('button', { name: 'Remove Béla from here' }).click()
  expect(changeReach).toHaveBeenCalledWith([people[1]], at(3))
})

test('who works in the whole company is limited to the place only after a question', async () => {
  await showBarn()
  await page.getByRole('combobox', { name: 'Add a person' }).click()
  expect(page.getByRole('option', { name: 'Anna' }).elements()).toHaveLength(0)
  await page.getByRole('option', { name: 'Dora' }).click()
  await page.getByRole('button', { name: 'Add', exact: true }).click()
  await expect.element(page.getByText('Dora works in the whole company.', { exact: false })).toBeVisible()
  expect(changeReach).not.toHaveBeenCalled()
  await page.getByRole('button', { name: 'Only here' }).click()
  expect(changeReach).toHaveBeenCalledWith([people[3]], at(2))
})
