import { expect, test } from 'vitest'
import type { SentTask } from '#shared/tasks/contract.ts'
import { groupsBySubject, groupsByTime } from './taskState.ts'

const now = Date.parse('2026-11-23T09:00:00Z')
const dayOf = (moment: string | number) => new Date(moment).toISOString().slice(0, 10)
const task = (id: number, starts_at: string, due_at: string, subjects: object[] = []) =>
  ({ id, starts_at, due_at, subjects, is_completed: false, is_skipped: false, is_missed: false }) as SentTask
const idsOf = (groups: { key: string; tasks: SentTask[] }[]) =>
  groups.map(({ key, tasks }) => [key, tasks.map(({ id }) => id)])

test('what is late stands before what is for today, and that before what comes later; nothing stands empty', () => {
  const all = [
    task(1, '2026-11-22T06:00:00Z', '2026-11-23T08:00:00Z'),
    task(2, '2026-11-23T06:00:00Z', '2026-11-23T18:00:00Z'),
    task(3, '2026-11-20T06:00:00Z', '2026-11-27T06:00:00Z'),
    task(4, '2026-11-24T06:00:00Z', '2026-11-24T18:00:00Z'),
  ]
  expect(idsOf(groupsByTime(all, now, dayOf))).toEqual([
    ['overdue', [1]],
    ['today', [2, 3]],
    ['coming', [4]],
  ])
  expect(idsOf(groupsByTime(all.slice(3), now, dayOf))).toEqual([['coming', [4]]])
})

test('by subject the place counts before the animal, names are counted, and what is about nothing comes last', () => {
  const due = ['2026-11-23T06:00:00Z', '2026-11-23T18:00:00Z'] as const
  const [barn2, barn10, ewe] = [
    { type: 'location', id: 2, name: 'Barn 2' },
    { type: 'location', id: 10, name: 'Barn 10' },
    { type: 'animal', id: 2, name: 'Ewe 2' },
  ]
  const all = [task(1, ...due), task(2, ...due, [barn10]), task(3, ...due, [ewe, barn2]), task(4, ...due, [ewe])]
  expect(idsOf(groupsBySubject([...all, task(5, ...due, [barn2])], 'en'))).toEqual([
    ['location:2', [3, 5]],
    ['location:10', [2]],
    ['animal:2', [4]],
    ['none', [1]],
  ])
})
