/** The conversations that a device keeps, while the app may be killed at any moment. */
import 'fake-indexeddb/auto'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Conversation } from '#shared/messaging/shapes.ts'
import { deleteDatabase, inDatabase } from '../../lib/offline/database/database.ts'
import { keepMessages, keptConversations } from './keepMessages.ts'

const anna = 73
let listed: number[] = []
vi.mock('../api.ts', () => ({
  messagingApi: {
    list: async () => ({
      data: listed.map(id => ({ id, change_id: 1, updated_at: new Date().toISOString() }) as unknown as Conversation),
    }),
    messages: async () => [],
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
