import { expect, test } from 'vitest'
import { certificateState } from './rules.ts'

test('a paper holds until the end of its last day, and ends soon from 30 days before', () => {
  expect(
    ['2026-11-22', '2026-11-23', '2026-12-23', '2026-12-24'].map(day => certificateState(day, '2026-11-23')),
  ).toEqual(['ended', 'soon', 'soon', 'holds'])
})
