import { expect, test, vi } from 'vitest'
import { useQueue } from './useQueue.ts'

vi.mock('./queueActions.ts', () => {
  throw new TypeError('Failed to fetch dynamically imported module')
})
vi.mock('./sending.ts', () => {
  throw new TypeError('Failed to fetch dynamically imported module')
})
vi.mock('../session/session.ts', () => ({ currentUser: () => null }))

test('without the part that sends, nobody who kept something hears of an error', async () => {
  const warn = vi.spyOn(console, 'warn').mockReturnValue()
  await useQueue.sendSoon()
  await useQueue.sendNow()
  expect(warn).toHaveBeenCalledTimes(2)
  warn.mockRestore()
  // Who waits for an answer is told.
  await expect(useQueue.remove({ user_id: 1, uuid: 'a' })).rejects.toThrow()
})
