import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { enqueue } from '../../lib/offline/sending.ts'
import { useQueue } from '../../lib/offline/useQueue.ts'
import { sendCompletion, type TaskCompletion } from './completionHandler.ts'
import { queueCompletions } from './queueCompletions.ts'

vi.mock('../../api.ts', () => ({ api: { tasks: { key: ['tasks'] }, files: {} } }))
vi.mock('../../lib/offline/sending.ts', () => ({ enqueue: vi.fn() }))
vi.mock('../../lib/offline/useQueue.ts', () => ({ useQueue: { remove: vi.fn() } }))
vi.mock('../../lib/queryClient.ts', () => ({ queryClient: { invalidateQueries: () => undefined } }))
vi.mock('../../ui/toast.tsx', () => ({ tellFailed: () => undefined }))
vi.mock('../cachedQueries.ts', () => ({ forgetCachedTask: () => undefined }))
vi.mock('./completionHandler.ts', () => ({ sendCompletion: vi.fn() }))
vi.mock('./proofs.ts', () => ({ forgetProof: () => undefined }))

const end = (uuid: string) => ({ uuid, user_id: 9, sent_id: 1, send_at: 0 }) as TaskCompletion
const [done, takenBack] = [end('a'), end('b')]
let left: TaskCompletion[]
const noteKept = vi.fn()
const putBack = vi.fn()
const keep = (replaced: TaskCompletion[] = []) =>
  queueCompletions([done, takenBack], replaced, { notKeptYet: () => left, noteKept, putBack })
/** Puts ends into the outbox while a person takes one of them back. */
const takeBack = async () => {
  left = [done]
}

beforeEach(() => {
  left = [done, takenBack]
  vi.mocked(enqueue).mockImplementation(takeBack)
  vi.spyOn(console, 'error').mockReturnValue()
})
afterEach(() => {
  vi.restoreAllMocks()
  vi.clearAllMocks()
})

test('what was taken back and cannot be removed from the outbox is not sent because of that', async () => {
  vi.mocked(useQueue.remove).mockRejectedValue(new TypeError('Failed to fetch dynamically imported module'))
  await keep()
  expect(useQueue.remove).toHaveBeenCalledExactlyOnceWith(takenBack)
  expect(sendCompletion).not.toHaveBeenCalled()
  expect(noteKept).toHaveBeenCalledExactlyOnceWith([done, takenBack])
})

test('a device that stores nothing sends completions at once, but not those that were undone', async () => {
  vi.mocked(enqueue).mockImplementation(async () => {
    await takeBack()
    throw new DOMException('The device is full', 'QuotaExceededError')
  })
  await keep()
  expect(vi.mocked(sendCompletion).mock.calls.map(([, sent]) => sent)).toEqual([done])
  expect(noteKept).toHaveBeenCalledExactlyOnceWith([done])
})

test.each([
  ['has arrived', true],
  ['cannot be sent either', false],
])('on a full device an older end leaves the outbox once the newer one %s: %s', async (_, isOnline) => {
  const older = end('older')
  vi.mocked(enqueue).mockRejectedValue(new DOMException('The device is full', 'QuotaExceededError'))
  vi.mocked(useQueue.remove).mockResolvedValue()
  vi.mocked(sendCompletion).mockImplementation(async () => {
    expect(putBack).toHaveBeenCalledExactlyOnceWith([older])
    if (!isOnline) throw new TypeError('Failed to fetch')
  })
  left = [done]
  await keep([older])
  expect(vi.mocked(useQueue.remove).mock.calls).toEqual(isOnline ? [[older]] : [])
})
