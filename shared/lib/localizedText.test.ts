import { expect, test } from 'vitest'
import { textIn } from './localizedText.ts'

const gate = { en: 'Gate', hu: 'Kapu', ar: '   ' }

test('a reader gets their own language where it exists', () => {
  expect(textIn(gate, 'hu', 'en')).toEqual({ text: 'Kapu', language: 'hu' })
})

test('a missing or blank translation falls back to the language of the content, and says so', () => {
  expect(textIn(gate, 'de', 'hu')).toEqual({ text: 'Kapu', language: 'hu' })
  expect(textIn(gate, 'ar', 'en')).toEqual({ text: 'Gate', language: 'en' })
})

test('when even that is missing, any language is better than a blank', () => {
  expect(textIn({ fr: 'Barrière' }, 'de', 'en')).toEqual({ text: 'Barrière', language: 'fr' })
})

test('a text that nobody wrote is empty', () => {
  expect(textIn({}, 'de', 'en')).toEqual({ text: '', language: 'de' })
  expect(textIn(undefined, 'fr', 'en')).toEqual({ text: '', language: 'fr' })
})
