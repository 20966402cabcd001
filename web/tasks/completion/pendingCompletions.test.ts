import { expect, test, vi } from 'vitest'
import type { SentTask } from '#shared/tasks/contract.ts'
import { setQueue, useQueue } from '../../lib/offline/useQueue.ts'
import { completeTasks, isTakenBack, noteKept, pendingCompletions } from './pendingCompletions.ts'

const queueCompletions = vi.hoisted(() => vi.fn())
vi.mock('./queueCompletions.ts', () => ({ queueCompletions }))
vi.mock('../../lib/taskTitle.ts', () => ({ taskTitle: ({ title }: { title: string }) => title }))
vi.mock('../../lib/session/session.ts', () => ({ currentUser: () => ({ id: 9, company_id: 4 }), useUser: () => null }))

test('what the outbox took over and sent while no screen looked is not shown as ended here again', () => {
  completeTasks([{ id: 1, title: 'Sweep', titles: null, company_id: 4 } as SentTask], { how: 'complete' })
  const ends = pendingCompletions()
  expect(ends).toHaveLength(1)
  noteKept(ends)
  setQueue({ ...useQueue.getState(), entries: [...ends] })
  setQueue({ ...useQueue.getState(), entries: [] })
  expect(pendingCompletions()).toEqual([])
})

test('looking at completions changes nothing, in any order in which the outbox tells of them', () => {
  completeTasks([{ id: 2, title: 'Sweep', titles: null, company_id: 4 } as SentTask], { how: 'complete' })
  const ends = pendingCompletions()
  setQueue({ ...useQueue.getState(), entries: [...ends] })
  noteKept(ends)
  expect(pendingCompletions()).toHaveLength(1)
  setQueue({ ...useQueue.getState(), entries: [] })
  expect(pendingCompletions()).toEqual([])
})

test('an end in the outbox that another could not replace is sent', async () => {
  const task = { id: 3, title: 'Sweep', titles: null, company_id: 4 } as SentTask
  completeTasks([task], { how: 'skip' })
  const [old] = pendingCompletions()
  if (!old) throw new Error('Nothing was ended')
  noteKept([old])
  setQueue({ ...useQueue.getState(), entries: [old] })
  queueCompletions.mockImplementation(async (_, replaced, { putBack }) => putBack(replaced))
  completeTasks([task], { how: 'complete' })
  expect(isTakenBack(old)).toBe(true)
  await vi.waitFor(() => expect(isTakenBack(old)).toBe(false))
  expect(pendingCompletions()[0]).toBe(old)
})
