import { expect, test } from 'vitest'
import { compareRandomForms } from './randomForms.ts'

test.each(Array.from({ length: 10 }, (_, index) => Date.now() + index))('1,000 forms, seed %s', seed => {
  expect(() => compareRandomForms(seed, 1_000)).not.toThrow()
})
