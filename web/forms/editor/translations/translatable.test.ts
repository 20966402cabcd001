import { expect, test } from 'vitest'
import type { FormContent } from '../structure/content.ts'
import { translatable, withTextAt } from './translatable.ts'

const content: FormContent = {
  name: { en: 'Check', hu: 'Ellenőrzés' },
  description: {},
  category: 'daily',
  definition: {
    schema: 1,
    default_language: 'en',
    sections: [
      {
        id: 's',
        title: { en: 'Animals' },
        questions: [
          {
            type: 'repeat',
            id: 'cows',
            label: { en: 'Cows', hu: 'Tehenek' },
            questions: [
              {
                type: 'single_choice',
                id: 'gait',
                label: { en: 'Gait' },
                choices: [{ id: 'lame', label: { en: 'Lame', hu: 'Sánta' } }],
              },
            ],
          },
        ],
      },
    ],
    translated_from: { 'gait.choices.lame.label': { hu: 'other' } },
  },
}

test('every written text is there with how it stands, and what has no words yet is not', () => {
  expect(translatable(content, 'hu').map(({ key, state }) => [key, state])).toEqual([
    ['name', 'done'],
    ['s.title', 'missing'],
    ['cows.label', 'done'],
    ['gait.label', 'missing'],
    ['gait.choices.lame.label', 'stale'],
  ])
})

test('each of them can be written where it stands, and nothing else changes', () => {
  for (const { key, path, text } of translatable(content, 'hu')) {
    const written = withTextAt(content, path, { ...text, hu: 'Új' })
    const found = translatable(written, 'hu').find(one => one.key === key)
    expect(found?.text, key).toEqual({ ...text, hu: 'Új' })
    expect(withTextAt(written, path, text)).toEqual(content)
  }
})
