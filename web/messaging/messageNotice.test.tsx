/** The popup of a new message, clause by clause of the specification's sections 2, 4, 8 and 9. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import type { Notification } from '#shared/messaging/shapes.ts'
import { show } from '../lib/componentTest.tsx'
import { queryClient } from '../lib/queryClient.ts'
import { Toasts } from '../shell/Toasts.tsx'
import { showMessageNotice, showMissedNotices } from './messageNotice.tsx'
import { setOpen } from './thread/threads.ts'

const asked: string[] = []
let missed: Notification[] = []
vi.mock('../lib/client.ts', () => ({
  send: vi.fn(async (_: string, path: string, { query }: { query?: object } = {}) => {
    asked.push(`${path} ${JSON.stringify(query)}`)
    if (path.includes('unread-count')) return Response.json({ data: { unread_count: missed.length } })
    return Response.json({ data: path.includes('notifications/unread') ? missed : { has_sound: true } })
  }),
}))

// No router is here.
vi.mock('../ui/PathLink.tsx', () => ({ PathLink: (given: object) => <a {...given} /> }))

const played: number[] = []
let isForbidden = false

beforeEach(() => {
  localStorage.setItem('tend_token', 'a token')
  localStorage.setItem(
    'user',
    JSON.stringify({ id: 9, name: 'Ann', company_id: 4, role_id: 2000, time_zone: 'UTC', language_id: 1 }),
  )
  localStorage.setItem('userAbilityRules', JSON.stringify([{ action: ['read'], subject: ['Conversation'] }]))
  vi.spyOn(HTMLMediaElement.prototype, 'play').mockImplementation(function (this: HTMLMediaElement) {
    played.push(this.volume)
    return isForbidden ? Promise.reject(new Error('NotAllowedError')) : Promise.resolve()
  })
})
afterEach(() => {
  for (const kept of [played, asked, missed]) kept.length = 0
  isForbidden = false
  setOpen(null)
  localStorage.clear()
  queryClient.clear()
  vi.restoreAllMocks()
})

const notice = (changes: Partial<Notification>): Notification => ({
  ...{ id: 1, conversation_id: 7, created_at: '2026-11-23T09:30:00.000Z', message_text: 'The gate is open' },
  ...{ sender: { id: 3, name: 'Anna', avatar: null }, unread_count: 2, attachment_count: 0 },
  ...{ conversation_title: null, is_muted: false, is_mention: false, is_urgent: false },
  ...changes,
})
const popups = () => [...document.querySelectorAll('a')].map(link => link.innerText)
const popup = () => expect.poll(() => popups().join())

test('who, what, how much is new and when; a later one of the same conversation takes its place; a button closes it', async () => {
  await show(<Toasts />)
  await showMessageNotice(notice({}))
  await popup().toMatch(/Anna.*\d:\d\d.*The gate is open.*2 new messages/s)
  expect(document.querySelector('a')?.getAttribute('href')).toBe('/messaging?conversation=7')
  expect(played).toEqual([0.5])

  await showMessageNotice(notice({ id: 2, message_text: 'And the calves are out', unread_count: 3 }))
  await popup().toMatch(/calves.*3 new messages/s)
  expect(popups()).toHaveLength(1)
  await page.getByRole('button', { name: 'Close', exact: true }).click()
  await expect.poll(() => popups().length).toBe(0)
})

test('the same twice within five seconds is told once; none of the conversation that is open, nor of a muted one', async () => {
  await show(<Toasts />)
  let time = Date.now()
  const begun = time
  vi.spyOn(Date, 'now').mockImplementation(() => time)
  const same = notice({ conversation_id: 8, message_text: 'Once' })
  await showMessageNotice(same)
  time = begun + 4_999
  await showMessageNotice(same)
  expect(played).toHaveLength(1)
  time = begun + 5_000
  await showMessageNotice(same)
  expect(played).toHaveLength(2)
  setOpen(9)
  await showMessageNotice(notice({ conversation_id: 9, message_text: 'Open' }))
  await showMessageNotice(notice({ conversation_id: 10, message_text: 'Muted', is_muted: true }))
  expect(played).toHaveLength(2)
  await showMessageNotice(notice({ conversation_id: 10, message_text: 'You there', is_muted: true, is_mention: true }))
  expect(played).toHaveLength(3)
})

test('what was read on another device already is not told aloud, but for what is urgent', async () => {
  await show(<Toasts />)
  await showMessageNotice(notice({ conversation_id: 12, message_text: 'Read', unread_count: 0 }))
  expect(played).toHaveLength(0)
  await showMessageNotice(notice({ conversation_id: 12, message_text: 'Fire', unread_count: 0, is_urgent: true }))
  expect(played).toHaveLength(1)
})

test('an unknown sender is called so, a missing text is the Hungarian one, and a forbidden sound is only logged', async () => {
  isForbidden = true
  const logged = vi.spyOn(console, 'log').mockImplementation(() => undefined)
  await show(<Toasts />)
  await showMessageNotice(notice({ conversation_id: 11, sender: null, message_text: '' }))
  await popup().toMatch(/Unknown.*Új üzenet/s)
  await expect.poll(() => logged.mock.calls.flat().join()).toContain('The sound of a notice was not played')
})

test('what was written without a connection is told when it is back, once, the newest and what is urgent', async () => {
  await show(<Toasts />)
  await showMessageNotice(notice({ id: 20, conversation_id: 20, message_text: 'Heard before the cut' }))
  await popup().toContain('Heard before')
  const before = popups().length
  const quiet = { is_muted: true, message_text: 'Muted' }
  missed = [
    notice({ id: 27, conversation_id: 27, message_text: 'Newest' }),
    notice({ id: 26, conversation_id: 26, ...quiet }),
    notice({ id: 25, conversation_id: 25, message_text: 'Third' }),
    notice({ id: 24, conversation_id: 24, message_text: 'Too many' }),
    notice({ id: 23, conversation_id: 23, message_text: 'Fire', is_urgent: true, is_muted: true }),
    notice({ id: 20, conversation_id: 20, message_text: 'Heard before the cut' }),
  ]
  await showMissedNotices(90_000.4)
  await popup().toMatch(/Newest/)
  await expect.poll(() => popups().length).toBe(before + 3)
  expect(popups().join()).toMatch(/Urgent.*Fire/s)
  expect(popups().join()).not.toMatch(/Muted|Too many/)
  expect(asked.filter(path => path.includes('notifications'))).toEqual([expect.stringContaining('{"within_ms":90001}')])
  // The socket may tell of the same a moment later; and after the next cut all of it is known.
  await showMessageNotice(missed[0])
  await showMissedNotices(90_000)
  expect(popups()).toHaveLength(before + 3)
  expect(played).toHaveLength(4)

  missed = []
  asked.length = 0
  await showMissedNotices(5_000)
  expect(asked.filter(path => path.includes('notifications'))).toEqual([])
})
