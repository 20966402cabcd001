import { expect, test } from 'vitest'
import type { Definition } from './definition.ts'
import { mistakesIn } from './mistakes.ts'
import type { Question } from './questions.ts'
import { below, choice, form, formOf, number, oneOf, section, task, text, upTo, yesNo } from './scenarios/language.ts'

const found = (definition: Definition) => mistakesIn(definition).map(({ path, code }) => `${path} ${code}`)
const foundIn = (question: Question) =>
  found(form(question)).map(mistake => mistake.replace('sections.0.questions.0', '@'))

test('a form in order has no mistakes', () => {
  const water = yesNo('water', { good: 'yes', points: 4, critical: true, required: true, when_failed: task('Repair') })
  const size = number('size', {
    min: 0,
    max: 9,
    ranges: [below(3, { fails: true }), upTo(5, { points: 1 }), { points: 2 }],
  })
  expect(found(form(water, size))).toEqual([])
})

test('a form needs a question', () => {
  expect(found(form())).toEqual(['sections no_questions'])
})

test('sections and questions share one set of ids', () => {
  expect(found(formOf([section('pen', yesNo('water'), yesNo('pen')), section('yard', yesNo('water'))]))).toEqual([
    'sections.0.questions.1.id duplicate_id',
    'sections.1.questions.0.id duplicate_id',
  ])
})

test("texts are needed in the form's own language, in others they may be missing", () => {
  const hungarian = { ...yesNo('water'), label: { hu: 'Víz' }, hint: { hu: 'Minden itató' }, source: {} }
  expect(foundIn(hungarian)).toEqual(['@.label text_missing', '@.hint text_missing'])
  expect(foundIn({ ...text('remark'), label: { en: ' ' } })).toEqual(['@.label text_missing'])
})

test('a critical question must be able to fail, and nobody may skip it', () => {
  expect(foundIn(yesNo('water', { critical: true, required: true }))).toEqual(['@ cannot_fail'])
  expect(foundIn(yesNo('water', { critical: true, good: 'yes' }))).toEqual(['@.required critical_optional'])
  expect(foundIn(oneOf('bed', { choices: [choice('wet')], when_failed: task('Dry it') }))).toEqual(['@ cannot_fail'])
})

test('points for yes or no need a good answer', () => {
  expect(foundIn(yesNo('water', { points: 3 }))).toEqual(['@.points points_without_good_answer'])
})

test('choices are there, and each once', () => {
  expect(foundIn(oneOf('bed', { choices: [] }))).toEqual(['@.choices no_choices'])
  expect(foundIn(oneOf('bed', { choices: [choice('dry'), choice('dry')] }))).toEqual(['@.choices.1.id duplicate_id'])
})

test.each([
  ['falling bounds', [upTo(10, {}), upTo(5, {}), {}], ['@.ranges.1 ranges_out_of_order']],
  ['no range for the rest', [upTo(5, {})], ['@.ranges.0 ranges_out_of_order']],
  ['an open range before the end', [{}, upTo(5, {}), {}], ['@.ranges.0 ranges_out_of_order']],
  ['two bounds at once', [{ up_to: 5, below: 6 }, {}], ['@.ranges.0 ranges_out_of_order']],
])('ranges with %s leave a gap or an overlap', (_, ranges, expected) => {
  expect(foundIn(number('size', { ranges }))).toEqual(expected)
})

test('the smallest number lies below the largest', () => {
  expect(foundIn(number('size', { min: 5, max: 4 }))).toEqual(['@.max min_above_max'])
})

test('scoring that cannot be reached or read is a mistake', () => {
  const scoring = { pass_percent: 80, bands: { good: 60, attention: 60 } }
  expect(found(formOf([section('main', yesNo('water', { good: 'yes' }))], { scoring }))).toEqual([
    'scoring.bands bands_out_of_order',
    'scoring.pass_percent pass_mark_without_points',
  ])
})
