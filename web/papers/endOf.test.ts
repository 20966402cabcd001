import { expect, test } from 'vitest'
import { endOf } from './endOf.ts'

test('a paper holds until the end of its last day, and ends soon from 30 days before', () => {
  const now = new Date(2026, 10, 23, 23, 30)
  expect(['2026-11-22', '2026-11-23', '2026-12-23', '2026-12-24'].map(day => endOf(day, now))).toEqual([
    'ended',
    'soon',
    'soon',
    'holds',
  ])
})
