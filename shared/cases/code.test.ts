import { expect, test } from 'vitest'
import { codeOf, readCode } from './code.ts'

const random = () => crypto.getRandomValues(new Uint8Array(16))

test('a code says all its 128 bits, in seven groups, and is read back however it is typed', () => {
  const zeros = codeOf(new Uint8Array(16))
  const one = codeOf(Uint8Array.from({ length: 16 }, (_, at) => (at === 15 ? 1 : 0)))
  const first = codeOf(Uint8Array.from({ length: 16 }, (_, at) => (at === 0 ? 128 : 0)))
  expect(new Set([zeros, one, first]).size).toBe(3)
  for (let time = 0; time < 200; time++) {
    const code = codeOf(random())
    expect(code).toMatch(/^([0-9A-HJKMNP-TV-Z]{4}-){6}[0-9A-HJKMNP-TV-Z]{4}$/)
    expect(readCode(code)).toBe(code)
    expect(readCode(` ${code.toLowerCase().replaceAll('-', ' ')} `)).toBe(code)
    expect(readCode(code.replaceAll('0', 'O').replaceAll('1', 'l').replaceAll('-', '–'))).toBe(code)
  }
})

test('a mistyped letter, two swapped ones and short codes are no code', () => {
  let noticed = 0
  for (let time = 0; time < 200; time++) {
    const code = codeOf(random())
    const at = (time % 5) * 5
    const wrong = code.slice(0, at) + (code[at] === 'A' ? 'B' : 'A') + code.slice(at + 1)
    expect(readCode(wrong)).toBeNull()
    expect(readCode(code.slice(0, -1))).toBeNull()
    const swapped = code.slice(0, at) + code[at + 1] + code[at] + code.slice(at + 2)
    if (swapped !== code && readCode(swapped) === null) noticed++
  }
  expect(noticed).toBeGreaterThan(150)
})
