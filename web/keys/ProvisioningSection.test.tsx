import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { beforeEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { expectAccessible, show } from '../lib/componentTest.tsx'
import { ProvisioningSection } from './KeysPage.tsx'

const there = vi.hoisted(() => ({ sent: [] as unknown[] }))

const group = { updated_at: '2026-11-30T04:00:00.000Z', role_name: null, reach: null }
const found = {
  address: 'https://tend.example/scim/v2',
  people: 12,
  groups: [
    { ...group, id: 4, name: 'Herd managers', member_count: 3, role_id: 2000 },
    { ...group, id: 5, name: 'Milkers', member_count: 9, role_id: null },
  ],
}

vi.mock('../lib/client.ts', () => ({
  send: vi.fn(async (method: string, path: string, { body }: { body?: object } = {}) => {
    if (method === 'GET')
      return Response.json(
        path.endsWith('/provisioning') ? { data: found } : { data: [], meta: { current_page: 1, last_page: 1 } },
      )
    there.sent.push([method, path, body])
    return Response.json({ data: { ...found.groups[1], role_id: 3000 } })
  }),
}))

beforeEach(() => {
  there.sent = []
  localStorage.setItem('tend_token', 'a token')
  localStorage.setItem(
    'user',
    JSON.stringify({ id: 9, name: 'Ann', company_id: 3, role_id: 2000, time_zone: 'UTC', language_id: 1 }),
  )
  localStorage.setItem('userAbilityRules', JSON.stringify([{ action: 'manage', subject: 'all' }]))
})

test('the address to enter at the provider is shown, and what each group gives', async () => {
  await page.viewport(390, 844)
  await show(
    <QueryClientProvider client={new QueryClient()}>
      <ProvisioningSection companyId={3} />
    </QueryClientProvider>,
  )
  await expect.element(page.getByText('https://tend.example/scim/v2')).toBeVisible()
  await expect.element(page.getByText(/3 people · manager/i)).toBeVisible()
  await expect.element(page.getByText(/9 people · Gives no role/)).toBeVisible()
  await expectAccessible()
})

test('a group is given a role, in the whole company', async () => {
  await show(
    <QueryClientProvider client={new QueryClient()}>
      <ProvisioningSection companyId={3} />
    </QueryClientProvider>,
  )
  await page.getByRole('button', { name: 'Change Milkers' }).click()
  await page.getByRole('combobox', { name: 'Role' }).selectOptions('3000')
  await expectAccessible()
  await page.getByRole('button', { name: 'Save' }).click()
  await expect
    .poll(() => there.sent)
    .toEqual([['PUT', '/company/3/provisioning/group/5', { role_id: 3000, reach: null }]])
})
