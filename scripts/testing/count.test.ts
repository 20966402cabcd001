import { expect, test } from 'vitest'
import { lastLines, sum } from './count.ts'

test('the last line counts what passed and failed, and what failed is named above it', () => {
  const counts = [
    { passed: 2, failed: [], flaky: [] },
    { passed: 3, failed: ['a stall is found'], flaky: [] },
  ]
  expect(lastLines(sum(counts))).toEqual(['Failed:', '  a stall is found', '5 passed, 1 failed'])
})

test('a flaky test is named, and counted apart in the last line', () => {
  expect(lastLines({ passed: 5, failed: [], flaky: ['a gate opens'] })).toEqual([
    'Passed only when tried again:',
    '  a gate opens',
    '5 passed, 0 failed',
    '4 passed, 0 failed, 1 flaky',
  ])
})

test('where everything fails, the first are named', () => {
  const failed = Array.from({ length: 3000 }, (_, at) => `test ${at}`)
  expect(lastLines({ passed: 0, failed, flaky: [] })).toHaveLength(32)
})
