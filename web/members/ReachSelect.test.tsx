/** Where somebody works is chosen among locations, groups and vehicles, and counts when it is saved. */
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { beforeEach, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { ReachInput } from '#shared/companies/contract.ts'
import { expectAccessible, show } from '../lib/componentTest.tsx'
import { MemberReach, ReachNames } from './ReachSelect.tsx'

const names = {
  location: [{ id: 1, name: 'Site North' }],
  animal_group: [
    { id: 2, name: 'Heifers' },
    { id: 3, name: 'Guests' },
  ],
  vehicle: [],
}
const nowhere: ReachInput = { location_ids: [], animal_group_ids: [], vehicle_ids: [] }
let isWhole = true

vi.mock('../answers/registerNames.ts', () => ({
  registerNames: (type: keyof typeof names) => ({ queryKey: [type, 'names'], queryFn: () => names[type] }),
}))
vi.mock('../lib/ability.tsx', () => ({
  useAbility: () => (_: string, subject: string) => subject === 'Member' || isWhole,
}))
vi.mock('../lib/session/session.ts', () => ({ useUser: () => ({ id: 4, company_id: 7 }) }))
vi.mock('../lib/format.ts', () => ({ useFormat: () => ({ list: (all: string[]) => all.join(', ') }) }))
vi.mock('../api.ts', () => ({
  api: {
    companies: {
      member: {
        query: (asked: object) => ({
          queryKey: ['member', asked],
          queryFn: () => ({ reach: { location_ids: [1], animal_group_ids: [2], vehicle_ids: [] } }),
        }),
      },
    },
  },
}))

beforeEach(() => {
  isWhole = true
})

async function showReach(value: ReachInput | null) {
  const onSave = vi.fn()
  await show(
    <QueryClientProvider
      client={new QueryClient({ defaultOptions: { queries: { networkMode: 'always', retry: false } } })}
    >
      <MemberReach value={value} isBusy={false} onSave={onSave} />
    </QueryClientProvider>,
  )
  return onSave
}

test('a site and a group are chosen, and nothing counts before it is saved', async () => {
  const onSave = await showReach(null)
  await expect.element(page.getByRole('radio', { name: 'The whole company' })).toBeChecked()
  expect(page.getByRole('button', { name: 'Save' }).elements()).toHaveLength(0)
  await page.getByRole('radio', { name: 'Only some locations', exact: false }).click()
  await expect.element(page.getByRole('button', { name: 'Save' })).toBeDisabled()
  for (const name of ['Site North', 'Heifers']) {
    await page.getByRole('combobox', { name: 'Locations, groups and vehicles' }).click()
    await page.getByRole('option', { name }).click()
  }
  // The list of choices would lie over the button.
  await userEvent.keyboard('{Tab}')
  expect(onSave).not.toHaveBeenCalled()
  await page.getByRole('button', { name: 'Save' }).click()
  expect(onSave).toHaveBeenCalledWith({ ...nowhere, location_ids: [1], animal_group_ids: [2] })
  await expectAccessible()
})

test('a place without a name here stays, and the whole company is a choice of its own', async () => {
  const onSave = await showReach({ ...nowhere, location_ids: [1, 77] })
  await page.getByRole('combobox', { name: 'Locations, groups and vehicles' }).click()
  await page.getByRole('option', { name: 'Heifers' }).click()
  await userEvent.keyboard('{Tab}')
  await page.getByRole('button', { name: 'Save' }).click()
  expect(onSave).toHaveBeenCalledWith({ ...nowhere, location_ids: [77, 1], animal_group_ids: [2] })
  await page.getByRole('radio', { name: 'The whole company' }).click()
  await page.getByRole('button', { name: 'Save' }).click()
  expect(onSave).toHaveBeenLastCalledWith(null)
})

test('who works in a part gives no more than that: not the whole company, and no group that only stands there', async () => {
  isWhole = false
  const onSave = await showReach({ ...nowhere, location_ids: [1] })
  expect(page.getByRole('radio').elements()).toHaveLength(0)
  await page.getByRole('combobox', { name: 'Works at' }).click()
  await expect.element(page.getByRole('option', { name: 'Heifers' })).toBeVisible()
  expect(page.getByRole('option', { name: 'Guests' }).elements()).toHaveLength(0)
  await page.getByRole('option', { name: 'Heifers' }).click()
  await userEvent.keyboard('{Tab}')
  await page.getByRole('button', { name: 'Save' }).click()
  expect(onSave).toHaveBeenCalledWith({ ...nowhere, location_ids: [1], animal_group_ids: [2] })
  await expectAccessible()
})

test('where somebody works is read, and what the reader does not see of it is elsewhere', async () => {
  await show(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { networkMode: 'always' } } })}>
      <p>
        <ReachNames reach={{ ...nowhere, location_ids: [1, 77] }} />
      </p>
      <p>
        <ReachNames reach={null} />
      </p>
    </QueryClientProvider>,
  )
  await expect.element(page.getByText('Site North · Elsewhere')).toBeVisible()
  await expect.element(page.getByText('The whole company')).toBeVisible()
})
