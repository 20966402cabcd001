import { expect, test } from 'vitest'
import { bucketsOf, daysOf } from './period.ts'

const weeks = (count: number) => ({ kind: 'relative', unit: 'week', count }) as const

test('weeks are those of the calendar, from the company’s first day to today', () => {
  // A Sunday.
  expect(daysOf(weeks(6), '2026-11-29', 1)).toEqual({ from: '2026-10-19', to: '2026-11-29' })
  expect(daysOf(weeks(6), '2026-11-29', 0)).toEqual({ from: '2026-10-25', to: '2026-11-29' })
  expect(daysOf(weeks(1), '2026-12-01', 6)).toEqual({ from: '2026-11-28', to: '2026-12-01' })
})

test('the running week is a part of its own, and a period that begins within a week cuts its first', () => {
  const running = bucketsOf(daysOf(weeks(6), '2026-12-02', 1), 1)
  expect(running).toHaveLength(6)
  expect(running.at(0)).toEqual({ from: '2026-10-26', to: '2026-11-01' })
  expect(running.at(-1)).toEqual({ from: '2026-11-30', to: '2026-12-02' })
  const cut = bucketsOf({ from: '2026-10-01', to: '2026-11-04' }, 1)
  expect(cut.at(0)).toEqual({ from: '2026-10-01', to: '2026-10-04' })
  expect(cut.at(-1)).toEqual({ from: '2026-11-02', to: '2026-11-04' })
})
