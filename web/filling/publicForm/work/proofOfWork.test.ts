import { afterEach, expect, test, vi } from 'vitest'
import type { Puzzle } from '#shared/public-links/puzzle.ts'
import { beginWork, workFor, workOn } from './proofOfWork.ts'

/** Neither a thread nor the solver can be fetched without signal. */
const signal = vi.hoisted(() => ({ isThere: false }))
const work = { challenge: 'c', answers: [1] }
vi.mock('#shared/public-links/puzzle.ts', () => ({
  solve: () => (signal.isThere ? Promise.resolve(work) : Promise.reject(new TypeError('Failed to fetch'))),
}))

class NoThread {
  onerror: ((event: { message: string }) => void) | null = null
  postMessage() {
    queueMicrotask(() => this.onerror?.({ message: 'Failed to fetch' }))
  }
  terminate() {}
}

afterEach(() => vi.unstubAllGlobals())

test('work that failed without signal is done once there is signal, and not taken for failed for ever', async () => {
  vi.stubGlobal('Worker', NoThread)
  vi.spyOn(console, 'warn').mockReturnValue()
  const puzzle = { challenge: 'c', expires_at: new Date(Date.now() + 60_000).toISOString() } as unknown as Puzzle
  const uuid = crypto.randomUUID()
  beginWork(puzzle, uuid)
  await expect(workFor(uuid)).rejects.toThrow('Failed to fetch')
  // Sent without, the server says what it wants done.
  expect(workFor(uuid)).toBeUndefined()
  signal.isThere = true
  expect(await workOn(puzzle, uuid)).toEqual(work)
  expect(await workFor(uuid)).toEqual(work)
})
