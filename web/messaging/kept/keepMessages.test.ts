/** The conversations that a device keeps, while the app may be killed at any moment. */
import 'fake-indexeddb/auto'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Conversation, Message } from '#shared/messaging/shapes.ts'
import { deleteDatabase, inDatabase } from '../../lib/offline/database.ts'
import { keep, keepMessages, keptConversations, searchKept } from './keepMessages.ts'

const anna = 73
let listed: number[] = []
vi.mock('../../api.ts', () => ({
  api: {
    messaging: {
      list: async ({ page, per_page }: { page: number; per_page: number }) => ({
        data: listed
          .slice((page - 1) * per_page, page * per_page)
          .map(id => ({ id, change_id: 1, updated_at: new Date().toISOString() }) as unknown as Conversation),
        meta: { total: listed.length },
      }),
      messages: async () => [],
    },
  },
}))

beforeEach(() => {
  vi.stubGlobal('localStorage', { getItem: () => null, setItem: () => undefined, removeItem: () => undefined })
})
afterEach(async () => {
  vi.restoreAllMocks()
  await deleteDatabase(anna)
  vi.unstubAllGlobals()
})

const whose = { userId: anna } as Parameters<typeof keepMessages>[0]
const kept = async () => (await keptConversations(anna)).map(({ id }) => id).sort()

test('what was kept is there whichever write is the last before a kill, and what is gone goes', async () => {
  listed = [1, 2]
  await keepMessages(whose)
  expect(await kept()).toEqual([1, 2])
  listed = [2, 3]
  const tables = Object.getPrototypeOf(await inDatabase(anna, async database => database.table('keptConversations')))
  for (const write of ['clear', 'bulkPut', 'bulkDelete'] as const) {
    const { [write]: original } = tables
    const killed = vi.spyOn(tables, write).mockImplementation(function (this: { name: string }, ...given) {
      return this.name === 'keptConversations' ? Promise.reject(new Error('Killed')) : original.apply(this, given)
    })
    await keepMessages(whose).catch(() => undefined)
    killed.mockRestore()
    expect(await kept()).toContain(2)
  }
  await keepMessages(whose)
  expect(await kept()).toEqual([2, 3])
})

test('of more conversations than stand on one page all are kept', async () => {
  listed = Array.from({ length: 130 }, (_, at) => at + 1)
  await keepMessages(whose)
  expect(await kept()).toHaveLength(130)
})

test('what is kept is searched by words, person, day and file, in one conversation or in all', async () => {
  const said = (id: number, given: Partial<Message>) =>
    ({
      id,
      conversation_id: 1,
      sender_id: 3,
      message_text: 'Fódder came',
      created_at: '2026-03-10T12:00:00Z',
      attachments: [],
      ...given,
    }) as Message
  await keep(anna, [
    said(1, {}),
    said(2, { sender_id: 5 }),
    said(3, { created_at: '2026-03-12T12:00:00Z' }),
    said(4, { attachments: [{ type: 'task_sent', task_sent_id: 1 }] }),
    said(5, { conversation_id: 2 }),
    said(6, { message_text: 'Straw came' }),
    said(7, { deleted_at: '2026-03-10T13:00:00Z' }),
  ])
  const found = async (wanted: object, conversationId?: number) =>
    (
      await searchKept(anna, { q: 'came FODDER', ...wanted }, { conversationId, dayOf: moment => moment.slice(0, 10) })
    ).map(({ id }) => id)
  expect(await found({})).toEqual([5, 4, 3, 2, 1])
  expect(await found({}, 2)).toEqual([5])
  expect(await found({ user_id: 5 })).toEqual([2])
  expect(await found({ from: '2026-03-11' })).toEqual([3])
  expect(await found({ to: '2026-03-10' }, 1)).toEqual([4, 2, 1])
  expect(await found({ from: '2026-03-11', to: '2026-03-11' })).toEqual([])
  expect(await found({ has_file: true })).toEqual([4])
})
