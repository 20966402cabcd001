/**
 * What was said, found and kept, in sheets over a conversation: without a server too, and further back than one page.
 */
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { filesPage, maxOffered } from '#shared/messaging/rules.ts'
import type { Conversation, Message } from '#shared/messaging/shapes.ts'
import { send } from '../../lib/client.ts'
import { expectAccessible, show } from '../../lib/componentTest.tsx'
import { RequestError } from '../../lib/requestError.ts'
import { ForwardSheet, HistorySheet } from '../actions/MessageMenu.tsx'
import { searchKept } from '../kept/keepMessages.ts'
import { SettingsSheet } from '../list/ConversationList.tsx'
import { SearchPanel } from '../search/SearchPanel.tsx'
import { queueMessageAction } from '../thread/threads.ts'
import { FilesSheet } from './FilesSheet.tsx'
import { NewConversation } from './NewConversation.tsx'

vi.mock('../../lib/client.ts', () => ({ send: vi.fn() }))
vi.mock('../thread/threads.ts', async original => ({
  ...(await original<object>()),
  queueMessageAction: vi.fn(async () => undefined),
}))
vi.mock('../kept/keepMessages.ts', () => ({ keptConversations: async () => [], searchKept: vi.fn() }))

beforeEach(() => {
  localStorage.setItem('tend_token', 'a token')
  const user = { id: 9, name: 'Bela', company_id: 4, role_id: 2000, time_zone: 'UTC', language_id: 1 }
  localStorage.setItem('user', JSON.stringify(user))
  localStorage.setItem('userAbilityRules', JSON.stringify([{ action: ['read'], subject: ['Conversation'] }]))
})
afterEach(() => {
  localStorage.clear()
  vi.mocked(send).mockReset()
})

const conversation = { id: 7, type: 'private', title: null, users: [] } as unknown as Conversation
const said = (id: number, message_text = `Line ${id}`) =>
  ({
    ...{ id, uuid: `${id}`, conversation_id: 7, message_text, sender: { id: 3, name: 'Anna', avatar: null } },
    ...{ created_at: '2026-03-10T12:00:00Z', edited_at: null, attachments: [] },
  }) as unknown as Message
const nobody = () => undefined
const showIn = (what: ReactNode) =>
  show(
    <QueryClientProvider
      client={new QueryClient({ defaultOptions: { queries: { networkMode: 'always', retry: false } } })}
    >
      {what}
    </QueryClientProvider>,
  )
type Asked = { path: string; kind?: string; before?: number; search?: string }
const answer = (how: (asked: Asked) => unknown) =>
  vi
    .mocked(send)
    .mockImplementation(async (_method, path, options) => Response.json({ data: how({ path, ...options?.query }) }))
const fail = (error: RequestError) => vi.mocked(send).mockRejectedValue(error)

test('without signal what this device has kept is searched, by the same filters, and that is said', async () => {
  fail(new RequestError({ status: 0, code: 'network_error' }))
  vi.mocked(searchKept).mockResolvedValue([said(1, 'Fodder came')])
  await showIn(<SearchPanel conversation={conversation} onClosed={nobody} onOpen={nobody} />)
  await page.getByRole('checkbox', { name: 'With files' }).click()
  await page.getByRole('textbox', { name: 'From' }).fill('9/3/2026')
  await page.getByRole('textbox', { name: 'In this conversation' }).fill('fodder')
  await expect.element(page.getByRole('button', { name: /Fodder came/ })).toBeVisible()
  await expect.element(page.getByText('You’re offline. Only messages on this device were searched.')).toBeVisible()
  const [who, wanted, where] = vi.mocked(searchKept).mock.lastCall ?? []
  expect([who, wanted, where?.conversationId]).toEqual([9, { q: 'fodder', has_file: true, from: '2026-03-09' }, 7])
  await expectAccessible()
})

test('a search that is refused says so, and finds nothing in what was kept', async () => {
  fail(new RequestError({ status: 422, code: 'invalid', message: 'These words are too long.' }))
  await showIn(<SearchPanel onClosed={nobody} onOpen={nobody} />)
  await page.getByRole('textbox', { name: 'In all conversations' }).fill('fodder')
  await expect.element(page.getByText('These words are too long.')).toBeVisible()
  expect(page.getByText('No messages found').elements()).toEqual([])
})

test('files are listed by kind and further back, and it is said where they could not be read', async () => {
  fail(new RequestError({ status: 500, code: 'internal', message: 'Something broke' }))
  await showIn(<FilesSheet conversation={conversation} onClosed={nobody} onOpen={nobody} />)
  await expect.element(page.getByText('Something broke')).toBeVisible()
  const asked: unknown[] = []
  answer(({ path, kind, before = filesPage + 2 }) => {
    if (!path.endsWith('/files')) return []
    asked.push([kind, before])
    if (kind) return []
    const newest = before - 1
    return Array.from({ length: Math.min(filesPage, newest) }, (_, at) => said(newest - at))
  })
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect.element(page.getByText(`Line ${filesPage + 1}`, { exact: true })).toBeVisible()
  expect(page.getByText('Line 1', { exact: true }).elements()).toEqual([])
  await page.getByRole('button', { name: 'Show earlier messages' }).click()
  await expect.element(page.getByText('Line 1', { exact: true })).toBeVisible()
  await expect.element(page.getByRole('button', { name: 'Show earlier messages' })).not.toBeInTheDocument()
  await expectAccessible()
  await page.getByText('Pictures', { exact: true }).click()
  await expect.element(page.getByText('None yet')).toBeVisible()
  expect(asked).toEqual([
    [undefined, filesPage + 2],
    [undefined, 2],
    ['image', filesPage + 2],
  ])
})

test('who has read a message is on its way, or could not be read; never as if nobody had', async () => {
  fail(new RequestError({ status: 503, code: 'unavailable', message: 'Too much to do' }))
  await showIn(<HistorySheet message={said(1)} conversation={conversation} onClosed={nobody} />)
  await expect.element(page.getByText('Too much to do')).toBeVisible()
  expect(page.getByText('Nobody has read it yet').elements()).toEqual([])
  answer(() => [])
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect.element(page.getByText('Nobody has read it yet')).toBeVisible()
})

test('settings that could not be read are not shown as if all were switched off', async () => {
  fail(new RequestError({ status: 503, code: 'unavailable', message: 'Too much to do' }))
  await showIn(<SettingsSheet onClosed={nobody} />)
  await expect.element(page.getByText('Too much to do')).toBeVisible()
  expect(page.getByRole('switch').elements()).toEqual([])
  const flags = { has_sound: true, enter_sends: true, hides_typing: false, hides_presence: false }
  answer(() => ({ ...flags, do_not_disturb_until: null, quiet_from: null, quiet_to: '06:00' }))
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect.element(page.getByRole('switch', { name: 'Sound for new messages' })).toBeChecked()
  await expect.element(page.getByLabelText('To', { exact: true })).toHaveValue('06:00')
})

const colleague = (id: number, name: string) => ({ id, name, avatar: null, last_seen_at: null, is_blocked: false })

test('a colleague is found without accents, and with the server’s help where not all are offered', async () => {
  const offered = ['Béla Kovács', 'Anna Tóth'].map((name, at) => colleague(at + 20, name))
  answer(({ path }) => (path.endsWith('/available') ? offered : []))
  await showIn(<NewConversation onClosed={nobody} onOpen={nobody} />)
  await page.getByRole('textbox', { name: 'People' }).fill('KOVACS')
  await expect.element(page.getByRole('button', { name: 'Start: Béla Kovács' })).toBeVisible()
  expect(page.getByRole('button', { name: /^Start: / }).elements()).toHaveLength(1)
  expect(vi.mocked(send).mock.calls.filter(([, , options]) => options?.query?.search)).toEqual([])
})

test('in a company with more people than are offered the others are found too', async () => {
  const offered = Array.from({ length: maxOffered }, (_, at) => colleague(at + 20, `Worker ${at}`))
  answer(({ path, search }) =>
    path.endsWith('/available') ? (search === 'zoltan' ? [colleague(9_000, 'Zoltán')] : search ? [] : offered) : [],
  )
  await showIn(<SearchPanel onClosed={nobody} onOpen={nobody} />)
  const person = page.getByRole('combobox', { name: 'Person' })
  await person.click()
  await expect.element(page.getByRole('option', { name: 'You', exact: true })).toBeVisible()
  await person.fill('zoltan')
  await page.getByRole('option', { name: 'Zoltán' }).click()
  await page.getByRole('textbox', { name: 'In all conversations' }).fill('fodder')
  await expect
    .poll(() => vi.mocked(send).mock.calls.some(([, , options]) => options?.query?.user_id === 9_000))
    .toBe(true)
  await page.getByLabelText('Anybody').click()
  await expect.poll(() => vi.mocked(send).mock.lastCall?.[2]?.query?.user_id).toBeUndefined()
  await expectAccessible()
})

test('a message is passed on into a conversation that is found, not only into one of the latest', async () => {
  const row = (id: number, title: string) => ({
    ...{ id, type: 'group', title, users: [], unread_count: 0, member_count: 2, last_message: null, is_pinned: false },
    ...{ updated_at: '2026-03-10T12:00:00Z', is_muted: false, picture_path: null },
  })
  vi.mocked(send).mockImplementation(async (_method, _path, options) => {
    const data = options?.query?.search === 'lambing' ? [row(300, 'Lambing shed')] : [row(7, 'Barn')]
    return Response.json({ data, meta: { total: data.length } })
  })
  await showIn(<ForwardSheet message={said(1)} onClosed={nobody} />)
  await expect.element(page.getByText('Barn')).toBeVisible()
  await page.getByRole('textbox', { name: 'Search conversations' }).fill('lambing')
  await page.getByText('Lambing shed').click()
  await expect
    .poll(() => vi.mocked(queueMessageAction).mock.calls)
    .toEqual([[300, { deed: 'post', message_text: '', forward_id: 1 }]])
})
