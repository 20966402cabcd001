import { expect, test } from 'vitest'
import {
  below,
  choice,
  form,
  formOf,
  number,
  oneOf,
  section,
  task,
  text,
  upTo,
  yesNo,
} from '#testing/forms/scenarios/language.ts'
import type { FormTrigger } from '../consequences.ts'
import type { Definition, Element, Repeat } from '../definition.ts'
import type { Question } from '../questions.ts'
import { mistakesIn } from './mistakes.ts'

const found = (definition: Definition) => mistakesIn(definition).map(({ path, code }) => `${path} ${code}`)
const foundIn = (question: Element) =>
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

const repeat = (questions: Element[], rest: Partial<Repeat> = {}): Element => ({
  type: 'repeat',
  id: 'cows',
  label: { en: 'Cows' },
  questions,
  ...rest,
})

test('what expressions speak of is there, and each fault has its place in the text', () => {
  const lame = {
    ...yesNo('lame'),
    visible_if: '${count} > 0 and ${gone} = 1',
    required_if: '${count} >',
    label: { en: 'Lame? ${gone}' },
  }
  const mistakes = mistakesIn(form(number('count'), lame))
  expect(mistakes).toEqual([
    {
      path: 'sections.0.questions.1.visible_if',
      code: 'unknown_reference',
      at: 17,
      length: 7,
      values: { name: 'gone' },
    },
    { path: 'sections.0.questions.1.required_if', code: 'expression_unfinished', at: 10, length: 0 },
    {
      path: 'sections.0.questions.1.label.en',
      code: 'unknown_reference',
      at: 6,
      length: 7,
      values: { name: 'gone' },
    },
  ])
})

test('what waits for itself is named, however long the way round is', () => {
  const circle = [
    { ...yesNo('a'), visible_if: "${b} = 'yes'" },
    { ...yesNo('b'), visible_if: "${c} = 'yes'" },
    { ...yesNo('c'), visible_if: "${a} = 'yes'" },
    { ...yesNo('d'), visible_if: "${a} = 'yes'" },
  ]
  expect(found(form(...circle))).toEqual([
    'sections.0.questions.0 circular_reference',
    'sections.0.questions.1 circular_reference',
    'sections.0.questions.2 circular_reference',
  ])
})

test('a filter may ask for the columns of its choices, and for no others', () => {
  const crops = oneOf('crop', { choices: [{ ...choice('maize'), attributes: { region: 'north' } }] })
  expect(foundIn({ ...crops, choice_filter: "region = 'north' and name != 'rye'" } as Question)).toEqual([])
  expect(foundIn({ ...crops, choice_filter: 'soil = 1' } as Question)).toEqual(['@.choice_filter unknown_attribute'])
})

test('a condition on a removed choice is a mistake until it is corrected', () => {
  const bedding = (...ids: string[]) => oneOf('bed', { choices: ids.map(id => choice(id)) })
  const why = { ...text('why'), visible_if: "${bed} = 'wet'" }
  expect(found(form(bedding('dry', 'wet'), why))).toEqual([])
  expect(mistakesIn(form(bedding('dry'), why))).toEqual([
    {
      path: 'sections.0.questions.1.visible_if',
      code: 'unknown_choice',
      at: 9,
      length: 5,
      values: { name: 'wet' },
    },
  ])
  const shared = { ...oneOf('bed', { choices: [] }), choice_set: 'beds' } as Question
  const rest = { choice_sets: [{ id: 'beds', choices: [choice('dry')] }] }
  expect(found(formOf([section('main', shared, why)], rest))).toEqual([
    'sections.0.questions.1.visible_if unknown_choice',
  ])
})

test('sets, rosters, measures and people that are named are there and of the right kind', () => {
  const graded = oneOf('gait', {
    choices: [
      { ...choice('ok'), grade: 0 },
      { ...choice('lame'), grade: 2 },
    ],
  })
  const measure = { id: 'lameness', label: { en: 'Lame' }, question: 'gait', at_least: 2 }
  const animal: Question = { type: 'animal', id: 'animal', label: { en: 'Animal' } }
  const rows = { from: 'animals' as const, animal: 'animal' }
  expect(foundIn(repeat([animal, graded], { rows, measures: [measure] }))).toEqual([])
  expect(
    foundIn(
      repeat([graded, { ...yesNo('end'), ends_form_if: 'true()' }], {
        rows: { ...rows, group: 'gait' },
        measures: [{ ...measure, question: 'gone', limits: { good: 10, attention: 5 } }],
        min_rows: 3,
        max_rows: 2,
      }),
    ),
  ).toEqual([
    '@.max_rows min_above_max',
    '@.rows.animal not_an_animal_question',
    '@.rows.group not_a_group_question',
    '@.measures.0.question nothing_to_measure',
    '@.measures.0.limits bands_out_of_order',
    '@.questions.1.ends_form_if end_in_repeat',
  ])
  const shared = { ...oneOf('crop', { choices: [] }), choice_set: 'crops' } as Question
  expect(foundIn(shared)).toEqual(['@.choices no_choices', '@.choice_set unknown_choice_set'])
  expect(foundIn({ ...number('size', { max: 5 }), default: { from: 'fixed', value: 'six' } })).toEqual([
    '@.default default_unfit',
  ])
  const task = { title: { en: 'Mend' }, priority: 'high', due_after: 'P1D', assignee: { answer_of: 'water' } } as const
  expect(foundIn(yesNo('water', { good: 'yes', when_failed: { task } }))).toEqual([
    '@.when_failed.task.assignee not_a_user_question',
  ])
})

test('triggers of the form name existing questions', () => {
  const water = yesNo('water', { good: 'yes' })
  const triggers: FormTrigger[] = [
    { id: 't1', when: { on: 'score', section: 'gone', below: 50 } },
    { id: 't2', when: { on: 'measure', measure: 'gone', at_least: 50 } },
    { id: 't3', when: { on: 'answers', holds: "${gone} = 'no'" }, demand: { question: 'gone', note: true } },
    { id: 't4', when: { on: 'band', band: 'act' } },
    { id: 'water', when: { on: 'critical' } },
  ]
  expect(found(formOf([section('main', water)], { triggers, scoring: undefined }))).toEqual([
    'triggers.4.id duplicate_id',
    'triggers.0.when.section unknown_reference',
    'triggers.1.when.measure unknown_reference',
    'triggers.2.demand.question unknown_reference',
    'triggers.3.when band_without_scoring',
    'triggers.2.when.holds unknown_reference',
  ])
})
