import { expect, test } from 'vitest'
import { isSoundText, soundText, unsoundPath, withSoundTexts } from './soundText.ts'

test('NUL and half an emoji are left out, and nothing else is', () => {
  expect(soundText('Ewe\0 12 \ud83d limps\udc04')).toBe('Ewe 12  limps')
  for (const text of ['', '🐄 Böbe 👩‍🌾', 'الماء', 'a\tb\nc\u200f', '\ufffd'])
    expect([soundText(text), isSoundText(text)]).toEqual([text, true])
})

test('sound text stays the very same, and other text is repaired at any depth', () => {
  const sound = { water: { value: ['a', 'b'], photos: [{ uuid: '1', name: 'Trough.jpg' }] }, at: new Date() }
  expect(withSoundTexts(sound)).toBe(sound)
  expect(withSoundTexts({ list: [{ note: 'a\0', count: 3, at: sound.at }], none: null })).toEqual({
    list: [{ note: 'a', count: 3, at: sound.at }],
    none: null,
  })
})

test('the place of what cannot be stored is named', () => {
  expect(unsoundPath({ answers: { water: { value: 'no' }, tag: { value: '12\0' } } })).toBe('answers.tag.value')
  expect(unsoundPath({ rows: ['a', { note: '\ud83d' }] })).toBe('rows.1.note')
  expect(unsoundPath({ fine: 'a' })).toBeUndefined()
  expect(unsoundPath({ in: { 'a\0': 1 } })).toBe('in')
})
