/** Finding one's way in a long conversation: to the first unread message, to what a reply is about, and back to where one was. */
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { afterEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import type { Conversation, Message } from '#shared/messaging/shapes.ts'
import { show } from '../../lib/componentTest.tsx'
import { messagingApi } from '../api.ts'
import { MessageList } from './MessageList.tsx'
import { threadOf } from './threads.ts'

vi.mock('../../lib/client.ts', () => ({ send: vi.fn(async () => Response.json({ data: [] })) }))
vi.mock('../doDeed.ts', () => ({ doDeed: vi.fn(async () => undefined) }))
vi.mock('./useWaiting.ts', () => ({ useWaiting: () => [] }))
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
  const toUnread = page.getByRole('button', { name: 'To the first unread message' })
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

test('what was jumped to is in view, also where what follows it comes in the same moment', async () => {
  const thread = threadOf(8)
  const lines = Array.from({ length: 45 }, (_, at) => said(at + 1))
  const latest = { hasOlder: true, hasNewer: false, isLoaded: true, error: null }
  thread.state = { ...latest, messages: lines.slice(15), place: null }
  const opened = { ...conversation, id: 8, unread_count: 0 }
  await show(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { networkMode: 'always' } } })}>
      <div style={{ display: 'grid', blockSize: 400, inlineSize: 500, overflow: 'hidden' }}>
        <MessageList conversation={opened} around={undefined} onIntent={() => undefined} onOpen={() => undefined} />
      </div>
    </QueryClientProvider>,
  )
  await expect.element(line(45)).toBeInViewport()
  vi.spyOn(messagingApi, 'get').mockResolvedValue({ ...opened, change_id: 45 })
  vi.spyOn(messagingApi, 'messages').mockImplementation(async ({ around }) => (around ? lines : []))
  await thread.load({ around: 1 })
  await expect.element(line(1)).toBeInViewport()
})
