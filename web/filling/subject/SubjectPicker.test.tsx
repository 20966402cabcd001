/**
 * Of a large register this device has only the first names: what a form is about can be one of the others, and it is
 * said that there are some.
 */
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { beforeEach, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { About } from '#shared/forms/definition.ts'
import { show } from '../../lib/componentTest.tsx'
import { queryClient } from '../../lib/queryClient.ts'
import { SubjectPicker, useOffered } from './SubjectStep.tsx'

let leftOut = 0
const far = { id: 9, name: 'Far', identifier: 'RO 77', other_identifiers: [] }

vi.mock('./useRecent.ts', () => ({ useRecent: () => [] }))
vi.mock('../../lib/client.ts', () => ({
  send: vi.fn(async (_: string, path: string, { query = {} }: { query?: Record<string, unknown> } = {}) =>
    Response.json(
      path.endsWith('/register/names')
        ? { ...{ since: '1 a', is_whole: true, left_out: leftOut }, rows: [[7, 'Bella', 'HU 30-1234']] }
        : { data: ['Fa', 'RO77'].includes(String(query.search)) ? [far] : [], meta: { total: 1, last_page: 1 } },
    ),
  ),
}))

beforeEach(() => {
  queryClient.clear()
  localStorage.setItem('tend_token', 'a token')
  localStorage.setItem('user', JSON.stringify({ id: 21, name: 'Tom', company_id: 4, role_id: 3000, time_zone: 'UTC' }))
  localStorage.setItem('userAbilityRules', JSON.stringify([{ action: ['read'], subject: ['Animal'] }]))
})

const about: About = { types: ['animal'], required: true }

function Picker({ onPick }: { onPick: (subject: unknown) => void }) {
  const found = useOffered(about)
  return found ? <SubjectPicker {...found} onPick={onPick} /> : null
}

async function pickerWith(others: number) {
  leftOut = others
  const onPick = vi.fn()
  await show(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <Picker onPick={onPick} />
    </QueryClientProvider>,
  )
  await expect.element(page.getByRole('button', { name: 'Animal Bella HU 30-1234' }).first()).toBeVisible()
  return onPick
}

test('what is not on this device is said, found by typing, and picked', async () => {
  const onPick = await pickerWith(45_000)
  await expect
    .element(page.getByText('45,000 more are not on this device. Type to search them when you are online.').first())
    .toBeVisible()
  await page.getByRole('searchbox').first().fill('Fa')
  await page.getByRole('button', { name: 'Animal Far RO 77' }).first().click()
  expect(onPick).toHaveBeenLastCalledWith({ type: 'animal', id: 9, name: 'Far' })
})

test('a tag that only the server knows is picked by its Enter', async () => {
  const onPick = await pickerWith(1)
  await page.getByRole('searchbox').first().click()
  await userEvent.keyboard('RO77{Enter}')
  await vi.waitFor(() => expect(onPick).toHaveBeenLastCalledWith({ type: 'animal', id: 9, name: 'Far' }))
})

test('where all names are on the device nothing is said', async () => {
  await pickerWith(0)
  expect(page.getByText(/not on this device/).elements()).toHaveLength(0)
})
