import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { afterEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { show } from '../../lib/componentTest.tsx'
import { UnreadCount } from './UnreadCount.tsx'

let unread = 3
vi.mock('../../lib/client.ts', () => ({ send: vi.fn(async () => Response.json({ data: { unread_count: unread } })) }))
afterEach(() => localStorage.clear())

test('what is unread stands on the app’s icon and in the title, as in the navigation, and goes from all of them', async () => {
  localStorage.setItem('tend_token', 'a token')
  localStorage.setItem(
    'user',
    JSON.stringify({ id: 9, name: 'Ann', company_id: 4, role_id: 2000, time_zone: 'UTC', language_id: 1 }),
  )
  localStorage.setItem('userAbilityRules', JSON.stringify([{ action: ['read'], subject: ['Conversation'] }]))
  const badge = { set: vi.fn(async () => undefined), clear: vi.fn(async () => undefined) }
  Object.defineProperty(navigator, 'setAppBadge', { value: badge.set, configurable: true })
  Object.defineProperty(navigator, 'clearAppBadge', { value: badge.clear, configurable: true })
  document.title = 'Tasks'
  const queries = new QueryClient({ defaultOptions: { queries: { networkMode: 'always' } } })
  await show(
    <QueryClientProvider client={queries}>
      <UnreadCount />
    </QueryClientProvider>,
  )
  await expect.element(page.getByText('3', { exact: true })).toBeVisible()
  await expect.poll(() => badge.set.mock.calls).toEqual([[3]])
  expect(document.title).toBe('(3) Tasks')

  badge.clear.mockClear()
  unread = 0
  await queries.invalidateQueries({ queryKey: ['messaging', 'unreadCount'] })
  await expect.poll(() => badge.clear.mock.calls.length).toBe(1)
  await expect.poll(() => document.title).toBe('Tasks')
})
