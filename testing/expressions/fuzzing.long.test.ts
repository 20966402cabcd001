import { expect, test } from 'vitest'
import { fuzz } from './fuzzing.ts'

test.each(Array.from({ length: 20 }, (_, index) => Date.now() + index))('100,000 expressions, seed %s', seed => {
  expect(() => fuzz(seed, 50_000)).not.toThrow()
})
