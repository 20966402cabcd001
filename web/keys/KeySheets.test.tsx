import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { beforeEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import type { ApiKey } from '#shared/accounts/keys.ts'
import { expectAccessible, show } from '../lib/componentTest.tsx'
import { KeySheet, NewKeySheet } from './KeySheets.tsx'

const there = vi.hoisted(() => ({ sent: [] as unknown[] }))

const key: ApiKey = {
  ...{ id: 7, company_id: 3, name: 'Milk recorder', access: 'read', role_id: 3000, role_name: null, hint: 'x9Qz' },
  ...{ made_by: 'Ann', created_at: '2026-11-30T04:00:00.000Z', ends_at: null, previous_until: null },
  ...{ last_used_at: null, last_ip: null, revoked_at: null, reach: null },
}
const secret = `tend_7.${'a'.repeat(43)}.${'b'.repeat(22)}`

vi.mock('../lib/client.ts', () => ({
  send: vi.fn(async (method: string, path: string, { body }: { body?: object } = {}) => {
    if (method === 'GET') return Response.json({ data: [], meta: { current_page: 1, last_page: 1 } })
    there.sent.push([method, path, body])
    return Response.json({ data: method === 'DELETE' ? null : { ...key, secret } })
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

const within = (sheet: React.ReactNode) =>
  show(<QueryClientProvider client={new QueryClient()}>{sheet}</QueryClientProvider>)

test('a new key is shown once, to be copied, and reads only unless somebody chooses more', async () => {
  await page.viewport(390, 844)
  await within(<NewKeySheet companyId={3} onClosed={() => undefined} />)
  await page.getByRole('textbox', { name: 'Name' }).fill('Milk recorder')
  await expectAccessible()
  await page.getByRole('button', { name: 'Create key' }).click()
  await expect.element(page.getByRole('textbox', { name: 'Key' })).toHaveValue(secret)
  expect(there.sent).toMatchObject([
    [
      'POST',
      '/key',
      { name: 'Milk recorder', access: 'read', company_id: 3, role_id: 3000, reach: null, ends_at: null },
    ],
  ])
  await expect.element(page.getByText('Copy the key now. It is shown only once.')).toBeVisible()
  await expectAccessible()
})

test('a key of the platform has no role to choose', async () => {
  await within(<NewKeySheet companyId={null} onClosed={() => undefined} />)
  await expect.element(page.getByRole('combobox', { name: 'Rights' })).toBeVisible()
  expect(page.getByRole('combobox', { name: 'Role' }).elements()).toEqual([])
})

test('a key is revoked after a question', async () => {
  await within(<KeySheet apiKey={key} onClosed={() => undefined} />)
  await expect.element(page.getByText('tend_…x9Qz')).toBeVisible()
  await page.getByRole('button', { name: 'Revoke key' }).click()
  expect(there.sent).toEqual([])
  await page.getByRole('dialog').getByRole('button', { name: 'Revoke key' }).last().click()
  await expect.poll(() => there.sent).toMatchObject([['DELETE', '/key/7', undefined]])
})

test('a revoked key offers nothing any more', async () => {
  await within(<KeySheet apiKey={{ ...key, revoked_at: key.created_at }} onClosed={() => undefined} />)
  await expect.element(page.getByText('This key no longer works.')).toBeVisible()
  expect(page.getByRole('button', { name: 'Revoke key' }).elements()).toEqual([])
})
