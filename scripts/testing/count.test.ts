import { expect, test } from 'vitest'
import { lastLines, sum } from './count.ts'

test('the last line counts what passed and failed', () => {
  const counts = [
    { passed: 2, failed: 0, flaky: [] },
    { passed: 3, failed: 1, flaky: [] },
  ]
  expect(lastLines(sum(counts))).toEqual(['5 passed, 1 failed'])
})

test('a flaky test is named, and counted apart in the last line', () => {
  expect(lastLines({ passed: 5, failed: 0, flaky: ['a gate opens'] })).toEqual([
    'Passed only when tried again:',
    '  a gate opens',
    '5 passed, 0 failed',
    '4 passed, 0 failed, 1 flaky',
  ])
})
