import { expect, test } from 'vitest'
import { endOf } from './PaperEntry.tsx'

test('a paper holds until the end of its last day, and ends soon from 30 days before', () => {
  expect(['2026-11-22', '2026-11-23', '2026-12-23', '2026-12-24'].map(day => endOf(day, '2026-11-23'))).toEqual([
    'ended',
    'soon',
    'soon',
    'holds',
  ])
})
