import { expect, test } from 'vitest'
import type { Definition, Element } from '#shared/forms/definition.ts'
import { addElements, changeElement, placeElement } from '../structure/structure.ts'
import { hasLogic, readsTheSame } from './readsTheSame.ts'

const asking: Element = { type: 'number', id: 'how_many', label: { en: 'How many?' }, visible_if: "${lame} = 'yes'" }
const form: Definition = {
  schema: 1,
  default_language: 'en',
  sections: [
    {
      id: 'first',
      title: { en: 'First' },
      questions: [
        { type: 'yes_no', id: 'lame', label: { en: 'Is one lame?' } },
        { type: 'text', id: 'notes', label: { en: 'Notes' } },
        asking,
      ],
    },
  ],
}
const named = (id: string, en: string) => changeElement(form, id, element => ({ ...element, label: { en } }))
const isSame = (after: Definition, before = form) =>
  readsTheSame(asking, { definition: before, language: 'en' }, { definition: after, language: 'en' })

test('a sentence follows the words of the question that it speaks of, and of no other', () => {
  expect(isSame(named('lame', 'Is a cow lame?'))).toBe(false)
  expect(isSame(named('notes', 'Anything else?'))).toBe(true)
})

test('a question without words goes by its number, so that its sentence follows what stands before it', () => {
  const nameless = named('lame', '')
  expect(isSame(placeElement(nameless, 'lame', { parent: 'first', index: 1 }), nameless)).toBe(false)
  expect(isSame(placeElement(form, 'lame', { parent: 'first', index: 1 }))).toBe(true)
})

test('a sentence follows what is removed, the language, and the sets of choices', () => {
  expect(isSame({ ...form, sections: [] })).toBe(false)
  expect(isSame({ ...form, choice_sets: [{ id: 'grades', choices: [] }] })).toBe(false)
  expect(readsTheSame(asking, { definition: form, language: 'en' }, { definition: form, language: 'hu' })).toBe(false)
  expect(isSame(addElements(form, { parent: 'first', index: 0 }, [{ type: 'date', id: 'day', label: {} }]))).toBe(true)
})

test('only what depends on something has sentences about it', () => {
  expect(hasLogic(asking)).toBe(true)
  expect(hasLogic({ type: 'text', id: 'who', label: {}, default: { from: 'last_answer' } })).toBe(true)
  expect(hasLogic({ type: 'text', id: 'who', label: {}, default: { from: 'fixed', value: 'Anna' } })).toBe(false)
  expect(hasLogic({ type: 'text', id: 'who', label: {} })).toBe(false)
})
