/** What somebody begins to write, and what is left of it once it was sent. */
import { useState } from 'react'
import { beforeEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import type { Conversation } from '#shared/messaging/shapes.ts'
import { show } from '../../lib/componentTest.tsx'
import { useDraft } from './useDraft.ts'

/** What the server has, and what reaches it. */
let drafts: (string | null)[]
/** The server takes its time for these words until this is called. */
let slow: { draft: string; answer?: () => void } | undefined
vi.mock('../../lib/client.ts', () => ({
  send: vi.fn(async (_method: string, _path: string, { body }: { body?: { draft: string | null } } = {}) => {
    const waiting = slow
    if (waiting && body?.draft === waiting.draft)
      await new Promise<void>(done => {
        waiting.answer = done
      })
    drafts.push(body?.draft ?? null)
    return Response.json({ data: null })
  }),
}))

beforeEach(() => {
  drafts = []
  slow = undefined
  localStorage.clear()
  localStorage.setItem('tend_token', 'a token')
  const user = { id: 9, name: 'Bela', company_id: 4, role_id: 2000, time_zone: 'UTC', language_id: 1 }
  localStorage.setItem('user', JSON.stringify(user))
})

function Field({ conversation }: { conversation: Conversation }) {
  const [text, setText] = useDraft(conversation)
  return <input aria-label="Message" value={text} onChange={event => setText(event.currentTarget.value)} />
}

/** The conversation can be left and opened again; the page has read nothing of it since. */
function Conversations({ id, draft }: { id: number; draft: string | null }) {
  const [isOpen, setOpen] = useState(true)
  return (
    <>
      <button type="button" onClick={() => setOpen(!isOpen)}>
        Leave
      </button>
      {isOpen && <Field conversation={{ id, draft } as Conversation} />}
    </>
  )
}
const field = page.getByRole('textbox', { name: 'Message' })
const leave = page.getByRole('button', { name: 'Leave' })
const value = () => (field.element() as HTMLInputElement).value

test('a message that was sent is no draft any more, however soon the conversation is left', async () => {
  await show(<Conversations id={7} draft="The gate is open" />)
  await expect.poll(value).toBe('The gate is open')
  // Sent.
  await field.fill('')
  await leave.click()
  await expect.poll(() => drafts).toEqual([null])
  await leave.click()
  expect(value()).toBe('')
})

test('the last words reach the other devices also where the conversation is left at once', async () => {
  await show(<Conversations id={8} draft={null} />)
  await field.fill('Ewe 12')
  await leave.click()
  await expect.poll(() => drafts).toEqual(['Ewe 12'])
  await leave.click()
  expect(value()).toBe('Ewe 12')
})

test('what was written before the conversation was left does not undo what was written after it was opened again', async () => {
  slow = { draft: 'Ewe 12' }
  await show(<Conversations id={10} draft={null} />)
  await field.fill('Ewe 12')
  await leave.click()
  await expect.poll(() => slow?.answer).toBeDefined()
  await leave.click()
  await field.fill('Ewe 12 limps')
  await leave.click()
  // Gives the second one time to overtake the first, which it must not.
  await new Promise(done => setTimeout(done, 50))
  expect(drafts).toEqual([])
  slow.answer?.()
  await expect.poll(() => drafts).toEqual(['Ewe 12', 'Ewe 12 limps'])
})
