import { expect, test } from 'vitest'
import type { Definition } from '#shared/forms/definition.ts'
import { placedMistakes } from './editing.ts'

test('every mistake leads to its element, and to the field in it', () => {
  const form: Definition = {
    schema: 1,
    default_language: 'en',
    scoring: { bands: { good: 50, attention: 80 }, pass_percent: 50 },
    sections: [
      { id: 'first', title: {}, questions: [] },
      {
        id: 'second',
        title: { en: 'Second' },
        questions: [
          { type: 'text', id: 'fine', label: { en: 'Fine' } },
          {
            type: 'single_choice',
            id: 'bedding',
            label: { en: 'Bedding' },
            critical: true,
            choices: [
              { id: 'a', label: { en: 'dry' } },
              { id: 'b', label: {} },
            ],
          },
        ],
      },
    ],
  }
  expect(placedMistakes(form)).toEqual([
    { element: 'form', field: 'scoring.bands', code: 'bands_out_of_order' },
    { element: 'form', field: 'scoring.pass_percent', code: 'pass_mark_without_points' },
    { element: 'first', field: 'title', code: 'text_missing' },
    { element: 'bedding', field: 'choices.1.label', code: 'text_missing' },
    { element: 'bedding', field: '', code: 'cannot_fail' },
    { element: 'bedding', field: 'required', code: 'critical_optional' },
  ])
})

test('a form without sections has its mistake at the form', () => {
  expect(placedMistakes({ schema: 1, default_language: 'en', sections: [] })).toEqual([
    { element: 'form', field: 'sections', code: 'no_questions' },
  ])
})
