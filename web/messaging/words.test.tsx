/**
 * What conversations say where there is nothing, who types, who came and who left: in the specification's words
 * (sections 2 and 4).
 */
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import type { Conversation, Message } from '#shared/messaging/shapes.ts'
import { show } from '../lib/componentTest.tsx'
import { changeLocale } from '../lib/i18n.ts'
import { ConversationList, ConversationRow } from './list/ConversationList.tsx'
import { SearchPanel } from './search/SearchPanel.tsx'
import { MessageList } from './thread/MessageList.tsx'
import { setTyping, threadOf, useTypingWords } from './thread/threads.ts'

vi.mock('../lib/client.ts', () => ({ send: vi.fn(async () => Response.json({ data: [], meta: { total: 0 } })) }))
vi.mock('../realtime.ts', () => ({ realtime: { listen: () => () => undefined }, useRealtimeState: () => 'connected' }))
vi.mock('./thread/threads.ts', async original => ({ ...(await original<object>()), usePendingActions: () => [] }))

beforeEach(() => {
  localStorage.setItem('tend_token', 'a token')
  const user = { id: 9, name: 'Cili', company_id: 4, role_id: 2000, time_zone: 'UTC', language_id: 1 }
  localStorage.setItem('user', JSON.stringify(user))
  localStorage.setItem('userAbilityRules', JSON.stringify([{ action: ['read'], subject: ['Conversation'] }]))
})
afterEach(async () => {
  localStorage.clear()
  await changeLocale('en')
})

const conversation = {
  ...{ id: 7, company_id: 4, type: 'group', title: 'Barn', unread_count: 0, last_read_id: 0 },
  users: [
    { id: 3, name: 'Anna' },
    { id: 5, name: 'Béla' },
    { id: 9, name: 'Cili' },
  ],
} as unknown as Conversation

const showIn = (what: ReactNode) =>
  show(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { networkMode: 'always' } } })}>
      {what}
    </QueryClientProvider>,
  )
const nobody = () => undefined
const seen = (text: string) => expect.element(page.getByText(text, { exact: true }).first()).toBeVisible()

test('where there is nothing it says what: no conversations, none found, no messages, none found', async () => {
  await showIn(<ConversationList openId={undefined} onOpen={nobody} />)
  await seen('No conversations yet')
  await page.getByRole('textbox', { name: 'Search conversations' }).fill('Nobody')
  await seen('No conversations found')

  threadOf(7).state = { messages: [], hasOlder: false, hasNewer: false, isLoaded: true, place: null, error: null }
  await showIn(<MessageList conversation={conversation} around={undefined} onIntent={nobody} onOpen={nobody} />)
  await seen('No messages yet')

  await showIn(<SearchPanel onClosed={nobody} onOpen={nobody} />)
  await page.getByRole('textbox', { name: 'In all conversations' }).fill('straw')
  await seen('No messages found')
})

function Typing() {
  return <p data-typing>{useTypingWords(conversation)}</p>
}

test.each([
  ['en', 'Anna is typing', 'Anna and Béla are typing'],
  ['hu', 'Anna éppen ír', 'Anna és Béla éppen ír'],
  ['de', 'Anna schreibt', 'Anna und Béla schreiben'],
  ['fr', 'Anna est en train d’écrire', 'Anna et Béla sont en train d’écrire'],
  ['ar', 'جارٍ الكتابة: Anna', 'جارٍ الكتابة: Anna وBéla'],
] as const)('in %s one types, or two do, and nobody is told of themselves', async (locale, one, two) => {
  const words = () => document.querySelector('[data-typing]')?.textContent?.replace(/[\u2066-\u2069]/g, '')
  await showIn(<Typing />)
  await changeLocale(locale)
  for (const user of [3, 5, 9]) setTyping(7, user, false)
  setTyping(7, 9)
  setTyping(7, 3)
  await expect.poll(words).toBe(one)
  setTyping(7, 5)
  await expect.poll(words).toBe(two)
  setTyping(7, 3, false)
  setTyping(7, 5, false)
  await expect.poll(words).toBe('')
})

test('who came and who left is said by name, and to oneself as “you”', async () => {
  const event = (id: number, kind: Message['kind'], about: number): Message =>
    ({
      ...{ id, uuid: `${id}`, conversation_id: 7, kind, sender_id: 3, message_text: '', change_id: id, reads: [] },
      ...{ sender: { id: 3, name: 'Anna', avatar: null }, mentions: [about], reactions: [], attachments: [] },
      ...{ created_at: new Date(Date.UTC(2026, 10, 20, 8, id)).toISOString(), deleted_at: null },
    }) as unknown as Message
  const messages = [event(1, 'joined', 5), event(2, 'left', 5), event(3, 'joined', 9), event(4, 'left', 9)]
  threadOf(7).state = { messages, hasOlder: false, hasNewer: false, isLoaded: true, place: null, error: null }
  await showIn(<MessageList conversation={conversation} around={undefined} onIntent={nobody} onOpen={nobody} />)
  for (const words of ['Béla joined', 'Béla left', 'You joined', 'You left']) await seen(words)
})

test('the list says who came and who left, and not who let them in or took them out', async () => {
  const [anna, own] = [
    { id: 3, name: 'Anna', avatar: null },
    { id: 9, name: 'Cili', avatar: null },
  ]
  const bela = { id: 5, name: 'Béla', avatar: null }
  const told = async (kind: Message['kind'], about: typeof anna, words: string) => {
    const latest_message = {
      kind,
      sender: anna,
      sender_id: 3,
      about,
      message_text: '',
      created_at: '2026-11-20T08:00:00Z',
    }
    const row = { ...conversation, latest_message } as unknown as Conversation
    await showIn(<ConversationRow conversation={row} isOpen={false} onOpen={nobody} />)
    await seen(words)
  }
  await told('joined', bela, 'Béla joined')
  await told('left', bela, 'Béla left')
  await told('joined', own, 'You joined')
})
