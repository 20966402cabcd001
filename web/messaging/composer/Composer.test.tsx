/** What cannot be sent says why in the person's language, and stays as it was typed. */

import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { largestFile } from '#shared/lib/fileKinds.ts'
import type { Conversation, Message } from '#shared/messaging/shapes.ts'
import { expectAccessible, show } from '../../lib/componentTest.tsx'
import type { Intent } from '../conversations.ts'
import { queueMessageAction } from '../thread/threads.ts'
import { Composer } from './Composer.tsx'

const told: string[] = []
vi.mock('../../lib/client.ts', () => ({ send: vi.fn(async () => Response.json({ data: { enter_sends: true } })) }))
vi.mock('../thread/threads.ts', async original => ({
  ...(await original<object>()),
  queueMessageAction: vi.fn(async () => undefined),
}))
vi.mock('../../ui/toast.tsx', () => ({ tellFailed: vi.fn(async (text: string) => void told.push(text)) }))

const people = Array.from({ length: 51 }, (_, at) => ({ id: 100 + at, name: `Hand ${at + 10}x` }))
const conversation = {
  ...{ id: 7, company_id: 4, type: 'group', title: 'Barn', users: people, draft: null },
} as unknown as Conversation

beforeEach(() => {
  localStorage.setItem('tend_token', 'a token')
  const user = { id: 9, name: 'Bela', company_id: 4, role_id: 2000, time_zone: 'UTC', language_id: 1 }
  localStorage.setItem('user', JSON.stringify(user))
  const rules = [{ action: 'read', subject: ['Submission', 'SentTask', 'Guide'] }]
  localStorage.setItem('userAbilityRules', JSON.stringify(rules))
})
afterEach(() => {
  localStorage.clear()
  vi.mocked(queueMessageAction).mockClear()
  told.length = 0
})

const field = page.getByRole('textbox', { name: 'Write a message' })
const alert = page.getByRole('alert')
const value = () => (field.element() as HTMLTextAreaElement).value

const showIt = (intent: Intent = null, onIntent: (intent: Intent) => void = () => undefined) =>
  show(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { networkMode: 'always' } } })}>
      <Composer conversation={conversation} intent={intent} onIntent={onIntent} />
    </QueryClientProvider>,
  )
async function send(text: string): Promise<void> {
  await field.fill(text)
  await userEvent.keyboard('{Enter}')
}

test('nothing, 100,000 letters and too many names are not sent, and outlive a reload; what a text is written with is not touched', async () => {
  const again = await showIt()
  await send('   ')
  expect(queueMessageAction).not.toHaveBeenCalled()

  const long = 'x'.repeat(100_000)
  await send(long)
  await expect.element(alert).toHaveTextContent('At most 10,000 characters in one message')
  expect(value() === long).toBe(true)
  again()
  await expect.poll(() => value() === long).toBe(true)

  const named = people.map(({ name }) => `@${name}`).join(' ')
  await send(named)
  await expect.element(alert).toHaveTextContent('You can mention at most 50 people in one message')
  expect([value(), vi.mocked(queueMessageAction).mock.calls]).toEqual([named, []])

  // A device that cannot keep it does not lose it either.
  vi.mocked(queueMessageAction).mockRejectedValueOnce(new Error('The disk is full'))
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
  const marks = 'a\u202Eb\u200Fc @Hand 10x'
  await send(marks)
  await expect.element(alert).toHaveTextContent('Failed to send message')
  expect(value()).toBe(marks)
  await userEvent.keyboard('{Enter}')
  await expect.poll(() => value()).toBe('')
  expect(vi.mocked(queueMessageAction).mock.lastCall).toMatchObject([
    7,
    { deed: 'post', message_text: marks, mentions: [100] },
    [],
  ])
})

test('the new text of a message outlives a reload too, until it is sent or given up', async () => {
  const edit = { id: 31, message_text: 'In ten minuets', sender_id: 9 } as unknown as Message
  const left = vi.fn()
  const again = await showIt({ edit }, left)
  await expect.poll(value).toBe('In ten minuets')
  await field.fill('In ten minutes, at')
  again()
  await expect.poll(value).toBe('In ten minutes, at')
  await field.fill('In ten minutes, at the gate')
  await userEvent.keyboard('{Enter}')
  await expect.poll(() => left.mock.calls).toEqual([[null]])
  expect(vi.mocked(queueMessageAction).mock.lastCall).toMatchObject([7, { deed: 'edit', message_id: 31 }])
  again()
  await expect.poll(value).toBe('In ten minuets')
  await field.fill('Never mind')
  await userEvent.keyboard('{Escape}')
  again()
  await expect.poll(value).toBe('In ten minuets')
})

test('of eleven files ten are taken; 10 × 1024 × 1024 bytes are, and a byte more is not; a kind that does not go is told', async () => {
  await showIt()
  const file = (name: string, size = 3) => new File([new Uint8Array(size)], name, { type: 'text/plain' })
  const choose = (...files: File[]) => {
    const chosen = new DataTransfer()
    for (const one of files) chosen.items.add(one)
    const input = document.querySelector<HTMLInputElement>('input[type="file"]')
    if (!input) throw new Error('There is nowhere to choose a file')
    input.files = chosen.files
    input.dispatchEvent(new Event('change', { bubbles: true }))
  }
  const names = () => [...document.querySelectorAll('li bdi')].map(one => one.textContent)
  await field.fill('With these')
  choose(file('whole.txt', largestFile))
  await expect.poll(names).toEqual(['whole.txt'])
  choose(file('more.txt', largestFile + 1))
  await expect.poll(() => told).toEqual(['File size exceeds 10MB limit'])
  choose(file('tool.exe'))
  await expect.poll(() => told.at(-1)).toBe('Invalid file type')
  choose(...Array.from({ length: 10 }, (_, at) => file(`${at}.txt`)))
  await expect.poll(() => told.at(-1)).toBe('At most 10 files in one message')
  expect([names().length, names().at(-1), value()]).toEqual([10, '8.txt', 'With these'])
})

test('on a phone the text has most of the width; what else there is comes with the plus', async () => {
  await page.viewport(390, 844)
  await showIt()
  const width = () => field.element().getBoundingClientRect().width / innerWidth
  await expect.poll(width).toBeGreaterThanOrEqual(0.6)
  await expect.element(page.getByRole('button', { name: 'Attach files' })).not.toBeInTheDocument()
  await page.getByRole('button', { name: 'Add to the message' }).click()
  for (const name of ['Attach files', 'Submission', 'Task', 'Guide', 'Urgent: ask for confirmation', 'Emoji'])
    await expect.element(page.getByRole('button', { name, exact: true })).toBeVisible()
  expect(width()).toBeGreaterThanOrEqual(0.6)
  await expectAccessible()
})
