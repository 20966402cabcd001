/** Where several people work is changed together, and the undo gives each what they had. */
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { beforeEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import type { ReachInput } from '#shared/companies/contract.ts'
import { expectAccessible, show } from '../lib/componentTest.tsx'
import { useSelection } from '../ui/list/BulkBar.tsx'
import { MemberBulkBar } from './MemberChanges.tsx'

const at = (...location_ids: number[]): ReachInput => ({ location_ids, animal_group_ids: [], vehicle_ids: [] })
const person = (id: number, name: string, reach: ReachInput | null) => ({
  id,
  name,
  role_id: 3000,
  frozen_at: null,
  reach,
})
const people = [person(10, 'Anna', at(1)), person(13, 'Dora', null)]
const { setReach, tellUndo } = vi.hoisted(() => ({ setReach: vi.fn(async () => ({})), tellUndo: vi.fn() }))

vi.mock('../answers/registerNames.ts', () => ({
  registerNames: (type: string) => ({
    queryKey: [type, 'names'],
    queryFn: () => (type === 'location' ? [{ id: 5, name: 'Barn' }] : []),
  }),
}))
vi.mock('../lib/ability.tsx', () => ({ useAbility: () => () => true }))
vi.mock('../roles/queries.ts', () => ({ useGivableRoles: () => [] }))
vi.mock('../ui/toast.tsx', () => ({ tellUndo, tellDone: vi.fn(), tellProblem: vi.fn() }))
vi.mock('../api.ts', () => ({
  api: {
    companies: {
      ...{ key: ['companies'], members: { key: ['members'] }, setReach },
      member: { query: () => ({ queryKey: ['member'] }) },
    },
    plans: { usage: { key: ['usage'] } },
  },
}))

beforeEach(() => {
  setReach.mockClear()
  tellUndo.mockClear()
})

function Bar() {
  const selection = useSelection()
  if (selection.ids.size === 0)
    return (
      <button type="button" onClick={() => selection.toggleAll(people)}>
        Pick
      </button>
    )
  return <MemberBulkBar companyId={7} selection={selection} />
}

test('two people are limited to a barn, and the undo gives each back where they worked', async () => {
  await show(
    <QueryClientProvider
      client={new QueryClient({ defaultOptions: { queries: { networkMode: 'always', retry: false } } })}
    >
      <Bar />
    </QueryClientProvider>,
  )
  await page.getByRole('button', { name: 'Pick' }).click()
  await page.getByRole('button', { name: 'Actions' }).click()
  await page.getByRole('button', { name: 'Works at' }).click()
  await page.getByRole('radio', { name: 'Only some', exact: false }).click()
  await expectAccessible()
  await page.getByRole('combobox').click()
  await page.getByRole('option', { name: 'Barn' }).click()
  await page.getByRole('button', { name: 'Save' }).click({ force: true })
  await expect.poll(() => tellUndo.mock.calls[0]?.[0]).toBe('Saved where 2 people work')
  expect(setReach.mock.calls).toEqual([10, 13].map(user_id => [{ id: 7, user_id, reach: at(5) }]))
  tellUndo.mock.calls[0]?.[2]()
  await expect
    .poll(() => setReach.mock.calls.slice(2))
    .toEqual([[{ id: 7, user_id: 10, reach: at(1) }], [{ id: 7, user_id: 13, reach: null }]])
})
