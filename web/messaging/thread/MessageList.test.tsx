/**
 * Finding one's way in a long conversation: to the first unread message, to what a reply is about, and back to where
 * one was.
 */

import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { afterEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import type { Conversation, Message } from '#shared/messaging/shapes.ts'
import { api } from '../../api.ts'
import { show } from '../../lib/componentTest.tsx'
import { MessageList } from './MessageList.tsx'
import type { ThreadState } from './Thread.ts'
import { threadOf } from './threads.ts'

vi.mock('../../lib/client.ts', () => ({ send: vi.fn(async () => Response.json({ data: [] })) }))
vi.mock('./threads.ts', async original => ({
  ...(await original<object>()),
  queueMessageAction: vi.fn(async () => undefined),
  usePendingActions: () => [],
}))
afterEach(() => localStorage.clear())

const said = (id: number): Message => ({
  ...{ id, uuid: `${id}`, conversation_id: 7, kind: 'message', sender_id: 3, locale: 'en', change_id: id },
  ...{ sender: { id: 3, name: 'Anna', avatar: null }, message_text: `Line ${id}`, edited_at: null, deleted_at: null },
  ...{ created_at: new Date(Date.UTC(2026, 10, 20, 8, id)).toISOString(), reply_to: null, is_forwarded: false },
  ...{
    mentions: [],
    reactions: [],
    attachments: [],
    reads: [],
    pinned_at: null,
    is_urgent: false,
    acknowledgements: [],
  },
})
const conversation = {
  ...{ id: 7, company_id: 4, type: 'private', title: null, users: [], unread_count: 25, last_read_id: 20 },
} as unknown as Conversation
const line = (id: number) => page.getByText(`Line ${id}`, { exact: true })

test('one button leads to the first unread message, a quote to what it is about, and another button back', async () => {
  localStorage.setItem('tend_token', 'a token')
  const user = { id: 9, name: 'Bela', company_id: 4, role_id: 2000, time_zone: 'UTC', language_id: 1 }
  localStorage.setItem('user', JSON.stringify(user))
  const about = { id: 2, sender: null, message_text: 'What it is about', deleted_at: null }
  const messages = Array.from({ length: 45 }, (_, at) => said(at + 1))
  messages[44] = { ...said(45), reply_to: about }
  threadOf(7).state = { messages, hasOlder: false, hasNewer: false, isLoaded: true, place: null, error: null }
  const opened = vi.fn()
  await show(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { networkMode: 'always' } } })}>
      <div style={{ display: 'grid', blockSize: 400, inlineSize: 500, overflow: 'hidden' }}>
        <MessageList conversation={conversation} around={undefined} onIntent={() => undefined} onOpen={opened} />
      </div>
    </QueryClientProvider>,
  )
  await expect.element(line(45)).toBeInViewport()
  const toUnread = page.getByRole('button', { name: 'Jump to first unread message' })
  await toUnread.click()
  await expect.element(line(21)).toBeInViewport()
  await expect.element(toUnread).not.toBeInTheDocument()

  await page.getByRole('button', { name: 'Jump to the latest' }).click()
  await expect.element(line(45)).toBeInViewport()
  // Once it was seen nobody is led there again.
  await expect.element(toUnread).not.toBeInTheDocument()
  await page.getByRole('button', { name: /What it is about/ }).click()
  await expect.element(line(2)).toBeInViewport()
  await page.getByRole('button', { name: 'Back to where you were' }).click()
  await expect.element(line(45)).toBeInViewport()
})

test('days begin by the zone in which the times are shown, not by the device’s', async () => {
  localStorage.setItem('tend_token', 'a token')
  const user = { id: 9, name: 'Bela', company_id: 4, role_id: 2000, time_zone: 'Pacific/Auckland', language_id: 1 }
  localStorage.setItem('user', JSON.stringify(user))
  // 22:30 there, and half past midnight of the next day.
  const messages = ['09:30', '11:30'].map((time, at) => ({ ...said(at + 1), created_at: `2026-11-20T${time}:00.000Z` }))
  threadOf(8).state = { messages, hasOlder: false, hasNewer: false, isLoaded: true, place: null, error: null }
  await show(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { networkMode: 'always' } } })}>
      <MessageList
        conversation={{ ...conversation, id: 8, unread_count: 0 }}
        around={undefined}
        onIntent={() => undefined}
        onOpen={() => undefined}
      />
    </QueryClientProvider>,
  )
  await expect.element(line(2)).toBeVisible()
  const days = page.getByRole('heading', { level: 3 })
  expect(days.elements().map(({ textContent }) => textContent)).toEqual(['20 Nov 2026', '21 Nov 2026'])
})

async function showLong(id: number, state: Partial<ThreadState>) {
  const thread = threadOf(id)
  thread.state = { messages: [], hasOlder: true, hasNewer: false, isLoaded: true, place: null, error: null, ...state }
  const opened = { ...conversation, id, unread_count: 0 }
  await show(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { networkMode: 'always' } } })}>
      <div style={{ display: 'grid', blockSize: 400, inlineSize: 500, overflow: 'hidden' }}>
        <MessageList conversation={opened} around={undefined} onIntent={() => undefined} onOpen={() => undefined} />
      </div>
    </QueryClientProvider>,
  )
  return { thread, log: page.getByRole('log').element() as HTMLElement }
}

test('what was jumped to is in view, also where what follows it comes in the same moment', async () => {
  const lines = Array.from({ length: 45 }, (_, at) => said(at + 1))
  const { thread } = await showLong(8, { messages: lines.slice(15) })
  await expect.element(line(45)).toBeInViewport()
  vi.spyOn(api.messaging, 'get').mockResolvedValue({ ...conversation, id: 8, change_id: 45 })
  vi.spyOn(api.messaging, 'messages').mockImplementation(async ({ around }) => (around ? lines : []))
  await thread.load({ around: 1 })
  await expect.element(line(1)).toBeInViewport()
})

/** Rows come when the page has nothing better to do. */
const patient = { timeout: 10_000 }
const withLines = (count: number, from: number) =>
  Array.from({ length: count }, (_, at) => ({
    ...said(from + at),
    message_text: `Line ${from + at}\n${'Long. '.repeat((at % 5) * 20)}`,
  }))
const lineOf = (id: number) => document.getElementById(`message-${id}`)
const fromTop = (id: number) =>
  (lineOf(id)?.getBoundingClientRect().top ?? Number.NaN) - page.getByRole('log').element().getBoundingClientRect().top

const endOf = (log: HTMLElement) => Math.abs(log.scrollHeight - log.clientHeight - log.scrollTop)

test('a row that is read further up stays in place while older rows come above and newer ones below', async () => {
  vi.spyOn(api.messaging, 'messages').mockImplementation(async ({ before, after }) =>
    before ? (before > 101 ? withLines(50, before - 50) : withLines(20, 81)) : after ? withLines(50, after + 1) : [],
  )
  const { thread, log } = await showLong(9, { messages: withLines(50, 151) })
  await expect.poll(() => endOf(log)).toBeLessThan(2)
  lineOf(152)?.scrollIntoView({ block: 'start' })
  await expect.poll(() => lineOf(101), patient).not.toBeNull()
  expect(Math.abs(fromTop(152))).toBeLessThan(2)

  const before = fromTop(152)
  thread.hear({ ...said(201), change_id: thread.cursor + 1 })
  await expect.poll(() => lineOf(201), patient).not.toBeNull()
  expect(Math.abs(fromTop(152) - before)).toBeLessThan(2)
  // Up to the very first, where nothing stays free above it.
  lineOf(103)?.scrollIntoView({ block: 'start' })
  await expect.poll(() => lineOf(81), patient).not.toBeNull()
  await expect.poll(() => thread.state.hasOlder, patient).toBe(false)
  expect(Math.abs(fromTop(103))).toBeLessThan(2)
  log.scrollTop = 0
  await expect.poll(() => fromTop(81)).toBeLessThan(80)
})

test('what leaves the window at its beginning moves nothing, and nobody scrolls into what is not there yet', async () => {
  vi.spyOn(api.messaging, 'messages').mockImplementation(({ before, after }) =>
    after ? Promise.resolve(withLines(50, after + 1)) : before ? new Promise(() => undefined) : Promise.resolve([]),
  )
  const { thread, log } = await showLong(10, { messages: withLines(200, 1001), hasNewer: true })
  lineOf(1196)?.scrollIntoView({ block: 'start' })
  await expect.poll(() => lineOf(1001), patient).toBeNull()
  expect(thread.state.messages).toHaveLength(200)
  expect(Math.abs(fromTop(1196))).toBeLessThan(2)
  log.scrollTop = 0
  const first = thread.state.messages[0]?.id ?? 0
  await expect.poll(() => fromTop(first)).toBeLessThan(log.clientHeight)
  await expect.element(page.getByRole('button', { name: 'Show earlier messages' })).toBeInViewport()
})

test('a conversation opens at its end, also where messages come after the skeleton and in two portions', async () => {
  const { thread, log } = await showLong(11, { isLoaded: false, hasOlder: false })
  vi.spyOn(api.messaging, 'get').mockResolvedValue({ ...conversation, id: 11, change_id: 50 })
  vi.spyOn(api.messaging, 'messages').mockResolvedValue(withLines(50, 1))
  thread.offer(withLines(20, 31))
  await expect.poll(() => lineOf(50)).not.toBeNull()
  await expect.poll(() => endOf(log)).toBeLessThan(2)
  await thread.load()
  await expect.poll(() => lineOf(1)).not.toBeNull()
  await expect.poll(() => endOf(log)).toBeLessThan(2)
  // The box becomes smaller, as by the keyboard of a phone, before the scroll to the end is heard of.
  const frame = log.parentElement?.parentElement
  if (frame) frame.style.blockSize = '250px'
  log.dispatchEvent(new Event('scroll'))
  await expect.poll(() => log.clientHeight).toBeLessThan(260)
  await expect.poll(() => endOf(log)).toBeLessThan(2)
})
