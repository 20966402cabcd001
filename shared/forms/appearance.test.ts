import { expect, test } from 'vitest'
import { hasUntitledSection } from './appearance.ts'
import type { Section } from './definition.ts'

const section = (title: Section['title']): Section => ({ id: 'one', title, questions: [] })

test('a lone section is untitled as long as its maker has not named it in any language', () => {
  expect(hasUntitledSection([section({ en: 'First section' })])).toBe(true)
  expect(hasUntitledSection([section({ hu: 'Első szakasz', fr: 'Première section' })])).toBe(true)
  expect(hasUntitledSection([section({})])).toBe(true)
  expect(hasUntitledSection([section({ en: 'The udder' })])).toBe(false)
  expect(hasUntitledSection([section({ en: 'First section', hu: 'A tőgy' })])).toBe(false)
})

test('beside another one it is what tells them apart', () => {
  expect(hasUntitledSection([section({ en: 'First section' }), section({ en: 'The udder' })])).toBe(false)
})
