import { expect, test } from 'vitest'
import { codeOf, NameIndex } from './people.ts'

const people = new NameIndex([
  { id: 1, name: 'Anna Kovács', email: 'akovacs@farm.example' },
  { id: 2, name: 'Béla Kovács', email: null },
  { id: 3, name: 'أحمد علي', email: null },
  { id: 4, name: 'Bo', email: null },
])
const said = (text: string) => people.replace(text, id => `[${id ?? '?'}]`)

test.each([
  ['Anna Kovács looked at it', '[1] looked at it'],
  ['asked KOVACS, ANNA about it', 'asked [1] about it'],
  ['Annával beszéltem', '[1] beszéltem'],
  ['Kovács says it is fine', '[?] says it is fine'],
  ['photo-anna_kovacs.jpg', 'photo-[1].jpg'],
  ['write to akovacs@farm.example', 'write to [1]@farm.example'],
  ['تحدثت مع وأحمد', 'تحدثت مع [3]'],
  ['Bo, not Bob', '[4], not Bob'],
  ['nobody is named', 'nobody is named'],
])('names of people are found in texts: %s', (text, expected) => {
  expect(said(text)).toBe(expected)
})

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
