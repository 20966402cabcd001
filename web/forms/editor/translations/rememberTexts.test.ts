import { expect, test } from 'vitest'
import type { Definition } from '#shared/forms/definition.ts'
import { staleTexts } from '#shared/forms/texts.ts'
import type { LocalizedText } from '#shared/lib/fields.ts'
import { changeElement } from '../structure/structure.ts'
import { withRememberedTexts } from './translatable.ts'

const form: Definition = {
  schema: 1,
  default_language: 'en',
  sections: [
    {
      id: 's',
      title: { en: 'S' },
      questions: [{ type: 'text', id: 'water', label: { en: 'Water?', hu: 'Víz?', de: 'Wasser?' } }],
    },
  ],
}
const relabelled = (definition: Definition, label: LocalizedText) =>
  withRememberedTexts(
    definition,
    changeElement(definition, 'water', element => ({ ...element, label })),
  )

test('translations are stale once their original changes, until they are written again', () => {
  const changed = relabelled(form, { en: 'Clean water?', hu: 'Víz?', de: 'Wasser?' })
  expect(staleTexts(changed)).toMatchObject([{ key: 'water.label', languages: ['hu', 'de'] }])
  const again = relabelled(changed, { en: 'Clean water', hu: 'Víz?', de: 'Wasser?' })
  const translated = relabelled(again, { en: 'Clean water', hu: 'Tiszta víz?', de: 'Wasser?' })
  expect(staleTexts(translated)).toMatchObject([{ key: 'water.label', languages: ['de'] }])
})

test('what goes back to the words it was translated from is not stale any more', () => {
  const changed = relabelled(form, { en: 'Watr?', hu: 'Víz?', de: 'Wasser?' })
  expect(staleTexts(relabelled(changed, { en: 'Water?', hu: 'Víz?', de: 'Wasser?' }))).toEqual([])
})

test('without translations there is nothing to remember', () => {
  const alone = changeElement(form, 'water', element => ({ ...element, label: { en: 'Water?' } }))
  expect(withRememberedTexts(alone, relabelled(alone, { en: 'Water' })).translated_from).toBeUndefined()
})
