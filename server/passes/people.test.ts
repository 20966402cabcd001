import { expect, test } from 'vitest'
import { codeOf } from './people.ts'

test('numbers are distinct, the same for a pass, others for another, and say no order', () => {
  const [key, other] = [Buffer.alloc(32, 1), Buffer.alloc(32, 2)]
  const codes = Array.from({ length: 3000 }, (_, id) => codeOf(key, id + 1))
  expect(new Set(codes).size).toBe(3000)
  expect(codes.every(code => /^[0-9A-Z]{4}$/.test(code))).toBe(true)
  expect(codeOf(key, 7)).toBe(codes[6])
  expect(codeOf(other, 7)).not.toBe(codes[6])
  // About half of all neighbours go down where nothing follows from the order.
  const falls = codes.slice(1).filter((code, at) => code < (codes[at] ?? '')).length
  expect(falls).toBeGreaterThan(1300)
  expect(falls).toBeLessThan(1700)
  expect(codeOf(key, 2_000_000)).toMatch(/^[0-9A-Z]{7}$/)
})
