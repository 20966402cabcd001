import { expect, test } from 'vitest'
import { coverageOf } from './translatable.ts'

test('a language covers what of the written texts it has; what has no words at all waits for nothing', () => {
  const coverage = coverageOf({
    name: { en: 'Pen check', hu: 'Ellenőrzés' },
    description: {},
    category: 'daily',
    definition: {
      schema: 1,
      default_language: 'en',
      sections: [
        {
          id: 'a',
          title: { en: 'Animals', hu: ' ' },
          questions: [{ type: 'text', id: 'q', label: { en: 'Calm?', hu: 'Nyugodt?' }, hint: { de: 'Ruhig' } }],
        },
      ],
    },
  })
  expect(coverage).toEqual({ en: 3 / 4, hu: 2 / 4, de: 1 / 4, fr: 0, ar: 0 })
})
