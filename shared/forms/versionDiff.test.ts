import { expect, test } from 'vitest'
import { formOf, group, number, section, text, yesNo } from '#testing/forms/scenarios/language.ts'
import type { Definition } from './definition.ts'
import { versionDiff } from './versionDiff.ts'

const first = formOf([
  section('animals', yesNo('water'), yesNo('feed'), number('count'), group('ill', undefined, text('what'))),
  section('pen', text('remark')),
])
const says = (before: Definition, after: Definition) =>
  versionDiff(before, after).map(({ kind, id, change, properties }) =>
    [kind, id, change, ...properties].filter(Boolean).join(' '),
  )

test('between a version and itself nothing changed, however its properties are written down', () => {
  expect(says(first, first)).toEqual([])
  const reordered = JSON.parse(
    JSON.stringify(first, (_, value) =>
      value && typeof value === 'object' && !Array.isArray(value)
        ? Object.fromEntries(Object.entries(value).reverse())
        : value,
    ),
  )
  expect(says(first, reordered)).toEqual([])
})

test('what came, went and was changed is named with its properties', () => {
  const next = formOf(
    [
      section(
        'animals',
        { ...yesNo('water', { good: 'yes', points: 2 }), label: { en: 'Is there water?' } },
        number('count'),
        group('ill', "${water} = 'no'", text('what', true)),
      ),
      section('end', text('remark')),
    ],
    { triggers: [{ id: 't', when: { on: 'critical' }, set_status: 'stop' }], footer: { en: 'Thank you' } },
  )
  expect(says(first, next)).toEqual([
    'form changed footer',
    'element water changed good label points',
    'element ill changed visible_if',
    'element what changed required',
    'section end added',
    'element remark moved',
    'trigger t added',
    'element feed removed',
    'section pen removed',
  ])
})

test('of changed places only the necessary moves are reported', () => {
  const ids = ['a', 'b', 'c', 'd', 'e']
  const order = (...names: string[]) => formOf([section('main', ...names.map(id => text(id)))])
  expect(says(order(...ids), order('e', 'a', 'b', 'c', 'd'))).toEqual(['element e moved'])
  expect(says(order(...ids), order('b', 'a', 'c', 'e', 'd'))).toHaveLength(2)
  expect(says(order(...ids), order('a', 'x', 'b', 'd', 'e'))).toEqual(['element x added', 'element c removed'])
})

test('the memory of translations is no change that anybody sees', () => {
  expect(says(first, { ...first, translated_from: { 'water.label': { hu: 'abc' } } })).toEqual([])
})
