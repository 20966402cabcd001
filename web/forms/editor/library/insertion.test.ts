import { expect, test } from 'vitest'
import type { Definition } from '#shared/forms/definition.ts'
import { mistakesIn } from '#shared/forms/mistakes/mistakes.ts'
import { findElement } from '../structure/structure.ts'
import { contentOfElements, inserted } from './insertion.ts'

const source: Definition = {
  schema: 1,
  default_language: 'en',
  choice_sets: [
    { id: 'states', choices: [{ id: 'wet', label: { en: 'Wet' } }] },
    { id: 'unused', choices: [{ id: 'x', label: { en: 'X' } }] },
  ],
  sections: [
    {
      id: 's',
      title: { en: 'S' },
      questions: [
        { type: 'single_choice', id: 'bed', label: { en: 'Bed' }, choices: [], choice_set: 'states' },
        { type: 'text', id: 'why', label: { en: 'Why' }, visible_if: "${bed} = 'wet'" },
      ],
    },
  ],
}
const content = contentOfElements(source, source.sections[0]?.questions ?? [])

test('questions that are copied bring the sets that they take, and no others', () => {
  expect(content.choice_sets?.map(({ id }) => id)).toEqual(['states'])
})

test('they stand in the other form with ids of their own, still refer to each other, and can be put in twice', () => {
  const once = inserted(source, { parent: 's', index: 2 }, content)
  const twice = inserted(once.definition, { parent: 's', index: 0 }, content)
  expect(twice.definition.sections[0]?.questions).toHaveLength(6)
  expect(twice.definition.choice_sets).toHaveLength(2)
  expect(mistakesIn(twice.definition)).toEqual([])
  const why = once.definition.sections[0]?.questions[3]
  expect(why?.visible_if).toBe(`\${${once.first}} = 'wet'`)
  expect(findElement(once.definition, once.first ?? '')).toMatchObject({ choice_set: 'states' })
})

test('a set that the form does not have yet comes along', () => {
  const empty: Definition = { ...source, choice_sets: [], sections: [{ id: 'e', title: { en: 'E' }, questions: [] }] }
  const { definition } = inserted(empty, { parent: 'e', index: 0 }, content)
  expect(definition.choice_sets).toMatchObject([{ choices: [{ id: 'wet' }] }])
  expect(mistakesIn(definition)).toEqual([])
})
