import { expect, test } from 'vitest'
import { passwordStrength } from './passwordStrength.ts'

test('less than ten characters are too short, of any kind', () => {
  expect(passwordStrength('')).toBe('short')
  expect(passwordStrength('X7#qL9!zP')).toBe('short')
})

test('rows, repetitions and the own name do not make a password stronger', () => {
  expect(passwordStrength('aaaaaaaaaaaaaaaa')).toBe('weak')
  expect(passwordStrength('1234567890123')).toBe('weak')
  expect(passwordStrength('abababababababab')).toBe('weak')
  expect(passwordStrength('mayafletcher12', ['Maya Fletcher', 'maya@farm.example'])).toBe('weak')
})

test('a few words are strong, without capitals, digits or signs', () => {
  expect(passwordStrength('kettle orbit fence')).toBe('strong')
  expect(passwordStrength('orbitfence')).toBe('fair')
})

test('letters of every script count once each', () => {
  expect(passwordStrength('حظيرة بعيدة خضراء')).toBe('strong')
})
