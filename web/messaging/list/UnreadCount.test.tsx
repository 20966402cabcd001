import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { show } from '../../lib/componentTest.tsx'
import { UnreadCount } from './UnreadCount.tsx'

let unread = 3
let asked = 0
vi.mock('../../lib/client.ts', () => ({
  send: vi.fn(async () => {
    asked++
    return Response.json({ data: { unread_count: unread } })
  }),
}))
beforeEach(() => {
  localStorage.setItem('tend_token', 'a token')
  localStorage.setItem(
    'user',
    JSON.stringify({ id: 9, name: 'Ann', company_id: 4, role_id: 2000, time_zone: 'UTC', language_id: 1 }),
  )
  localStorage.setItem('userAbilityRules', JSON.stringify([{ action: ['read'], subject: ['Conversation'] }]))
})
afterEach(() => {
  vi.useRealTimers()
  localStorage.clear()
})

test('what is unread stands on the app’s icon and in the title, as in the navigation, and goes from all of them', async () => {
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

test('it is asked every 30 seconds, for who hears nothing over the socket', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] })
  asked = 0
  unread = 1
  await show(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { networkMode: 'always' } } })}>
      <UnreadCount />
    </QueryClientProvider>,
  )
  const shown = () => document.querySelector('[aria-hidden]')?.textContent
  for (const [times, count] of [[1, '1'] as const, [2, '2'] as const, [3, '3'] as const]) {
    // Its own steps are by the real clock: a wait that moved this one would come to the next call on a slow machine.
    await expect
      .poll(async () => {
        await vi.advanceTimersByTimeAsync(0)
        return [asked, shown()]
      })
      .toEqual([times, count])
    unread++
    await vi.advanceTimersByTimeAsync(29_900)
    expect(asked).toBe(times)
    await vi.advanceTimersByTimeAsync(100)
  }
})
