/** Where somebody works is chosen among locations, groups and vehicles, and counts when it is saved. */
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { ReachInput } from '#shared/companies/contract.ts'
import { expectAccessible, show } from '../lib/componentTest.tsx'
import { MemberReach } from './ReachSelect.tsx'

const names = { location: [{ id: 1, name: 'Site North' }], animal_group: [{ id: 2, name: 'Heifers' }], vehicle: [] }

vi.mock('../answers/registerNames.ts', () => ({
  registerNames: (type: keyof typeof names) => ({ queryKey: [type, 'names'], queryFn: () => names[type] }),
}))

const nowhere: ReachInput = { location_ids: [], animal_group_ids: [], vehicle_ids: [] }

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
