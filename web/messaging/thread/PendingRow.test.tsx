/** A message on its way: a refused upload says so in the specification's words, and an arrived message is announced. */
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { afterEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import type { Conversation } from '#shared/messaging/shapes.ts'
import { show } from '../../lib/componentTest.tsx'
import { RequestError } from '../../lib/requestError.ts'
import type { MessageEntry } from '../pendingActions.ts'
import { isAboutFiles, uploadError } from '../uploadError.ts'
import { MessageList, PendingRow } from './MessageList.tsx'
import { threadOf } from './threads.ts'

const waiting = vi.hoisted(() => ({ entries: [] as object[], listeners: new Set<() => void>() }))
vi.mock('../../lib/client.ts', () => ({ send: vi.fn(async () => Response.json({ data: [] })) }))
vi.mock('./threads.ts', async original => {
  const { useSyncExternalStore } = await import('react')
  const watch = (listener: () => void) => {
    waiting.listeners.add(listener)
    return () => waiting.listeners.delete(listener)
  }
  return {
    ...(await original<object>()),
    queueMessageAction: vi.fn(async () => undefined),
    usePendingActions: () => useSyncExternalStore(watch, () => waiting.entries),
  }
})
afterEach(() => localStorage.clear())

const entry = (last_error: MessageEntry['last_error'] = null) =>
  ({
    ...{ uuid: '5f0c', kind: 'message', deed: 'post', conversation_id: 12, user_id: 9, company_id: 4 },
    ...{ state: last_error ? 'refused' : 'waiting', message_text: 'The scales', last_error },
  }) as unknown as MessageEntry

test.each([
  [new RequestError({ status: 413, code: 'too_large', message: 'File size exceeds 10MB limit' })],
  [new RequestError({ status: 403, code: 'plan_limit_reached', message: 'The plan has no room left for files.' })],
  [new RequestError({ status: 415, code: 'file_type_refused', message: 'Invalid file type' })],
  [new RequestError({ status: 403, code: 'forbidden', message: 'You may not do this.' })],
])('after a refused upload the row says "Failed to upload file" with the reason (%s)', async refusal => {
  const { code, status, message, during } = uploadError(refusal) as RequestError
  await show(<PendingRow entry={entry({ code, status, message, during: during ?? 'upload', at: '' })} />)
  expect(during).toBe('upload')
  await expect.element(page.getByText(`Failed to upload file: ${refusal.message}`)).toBeVisible()
})

test('a post that was refused for another reason than its files failed to send', async () => {
  const blocked = new RequestError({ status: 403, code: 'blocked', message: 'You cannot write to this person.' })
  expect(isAboutFiles(blocked)).toBe(false)
  await show(<PendingRow entry={entry({ code: 'blocked', status: 403, message: blocked.message, at: '' })} />)
  await expect.element(page.getByText(`Failed to send message: ${blocked.message}`)).toBeVisible()
})

test('a message that arrives in the open conversation is announced as "Message sent", and not shown as a toast', async () => {
  localStorage.setItem('tend_token', 'a token')
  const user = { id: 9, name: 'Bela', company_id: 4, role_id: 2000, time_zone: 'UTC', language_id: 1 }
  localStorage.setItem('user', JSON.stringify(user))
  const conversation = {
    ...{ id: 12, company_id: 4, type: 'private', title: null, users: [], unread_count: 0, last_read_id: 0 },
  } as unknown as Conversation
  const message = {
    ...{ id: 1, uuid: '5f0c', conversation_id: 12, kind: 'message', sender_id: 9, locale: 'en', change_id: 1 },
    ...{ sender: { id: 9, name: 'Bela', avatar: null }, message_text: 'The scales', edited_at: null, deleted_at: null },
    ...{ created_at: '2026-11-20T08:00:00.000Z', reply_to: null, is_forwarded: false, mentions: [], reactions: [] },
    ...{ attachments: [], reads: [], pinned_at: null, is_urgent: false, acknowledgements: [] },
  } as ReturnType<typeof threadOf>['state']['messages'][number]
  const thread = threadOf(12)
  thread.state = { messages: [], hasOlder: false, hasNewer: false, isLoaded: true, place: null, error: null }
  waiting.entries = [entry()]
  await show(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { networkMode: 'always' } } })}>
      <MessageList conversation={conversation} around={undefined} onIntent={() => undefined} onOpen={() => undefined} />
    </QueryClientProvider>,
  )
  const status = page.getByRole('status')
  await expect.element(page.getByText('Sending')).toBeVisible()
  await expect.element(status).toHaveTextContent('')
  thread.hear(message)
  waiting.entries = []
  for (const listener of waiting.listeners) listener()
  await expect.element(status).toHaveTextContent('Message sent')
})
