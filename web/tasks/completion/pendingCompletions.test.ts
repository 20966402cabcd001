import { expect, test, vi } from 'vitest'
import type { SentTask } from '#shared/tasks/contract.ts'
import { setQueue, useQueue } from '../../lib/offline/useQueue.ts'
import { completeTasks, noteKept, pendingCompletions } from './pendingCompletions.ts'

vi.mock('./queueCompletions.ts', () => ({ queueCompletions: async () => undefined }))
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

test('looking at what was ended changes nothing, in whatever order the outbox tells of it', () => {
  completeTasks([{ id: 2, title: 'Sweep', titles: null, company_id: 4 } as SentTask], { how: 'complete' })
  const ends = pendingCompletions()
  setQueue({ ...useQueue.getState(), entries: [...ends] })
  noteKept(ends)
  expect(pendingCompletions()).toHaveLength(1)
  setQueue({ ...useQueue.getState(), entries: [] })
  expect(pendingCompletions()).toEqual([])
})
