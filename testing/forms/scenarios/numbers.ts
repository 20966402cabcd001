import { ask, below, calculated, form, number, type Scenario, scenario, upTo } from './language.ts'

const lame = form(
  number('lame', {
    min: 0,
    max: 100,
    ranges: [upTo(5, { points: 4 }), upTo(10, { points: 2 }), { points: 0, fails: true }],
  }),
)
const trough = form(
  number('trough', { decimals: 1, min: 0, ranges: [below(6, { fails: true }), { points: 3 }], critical: true }),
)
const count = form(number('count', { min: 1 }))
const tiny = form(number('share', { decimals: 2 }))

const lameAt = (value: number, expect: Scenario['expect']) =>
  scenario(`${value} % lame`, { form: lame, answers: { lame: value }, expect })

export const numberScenarios: Scenario[] = [
  lameAt(0, { points: '4 of 4', failed: [], problems: [] }),
  lameAt(5, { points: '4 of 4', failed: [] }),
  lameAt(6, { points: '2 of 4', failed: [] }),
  lameAt(10, { points: '2 of 4', failed: [] }),
  lameAt(11, { points: '0 of 4', failed: ['lame'] }),
  lameAt(100, { failed: ['lame'], problems: [] }),
  lameAt(101, { problems: ['lame too_large 100'], draft: [] }),
  lameAt(-1, { problems: ['lame too_small 0'], draft: [] }),
  lameAt(5.5, { points: '2 of 4', problems: [] }),
  scenario('milk may be four and a half litres unless its maker says whole', {
    form: form(number('milk', { unit: { en: 'l' } }), number('heads', { decimals: 0 })),
    answers: { milk: 4.5, heads: 4.5 },
    expect: { problems: ['heads whole_only'] },
  }),
  lameAt(Number.NaN, { draft: ['lame wrong_type'] }),
  scenario('"below" leaves its own bound to the next range', {
    form: trough,
    answers: { trough: 6 },
    expect: { points: '3 of 3', passed: true, problems: [] },
  }),
  scenario('just below the limit, the critical measure fails', {
    form: trough,
    answers: { trough: 5.9 },
    expect: { points: '0 of 3', passed: false, failed: ['trough!'] },
  }),
  scenario('a number without ranges is only information', {
    form: count,
    answers: { count: 48 },
    expect: { percent: null, passed: null, answered: '1 of 1', problems: [] },
  }),
  scenario('zero is an answer', {
    form: count,
    answers: { count: 0 },
    expect: { answered: '1 of 1', problems: ['count too_small 1'] },
  }),
  scenario('decimals are counted as the number is written, however small it is', {
    form: tiny,
    answers: { share: 0.0000001 },
    expect: { problems: ['share too_many_decimals 2'] },
  }),
  scenario('decimals that the question allows are fine', {
    form: tiny,
    answers: { share: 1.25 },
    expect: { problems: [] },
  }),
  lameAt(5.00000000000001, { points: '2 of 4' }),
  lameAt(0.1 + 0.2 + 4.7, { points: '4 of 4', failed: [] }),
  lameAt(12_345_678_901_234_568, { problems: ['lame too_many_digits 15'], draft: [] }),
  scenario('what was worked out is judged and kept as it is on paper', {
    form: form(
      number('a'),
      calculated('sum', '${a} + 0.2'),
      calculated('percent', '${a} * 70', { ranges: [upTo(7, { points: 1 }), { points: 0, fails: true }] }),
      { ...number('step', { decimals: 1 }), calculate: '${a} * 3' },
    ),
    answers: { a: 0.1 },
    expect: { values: { a: 0.1, sum: 0.3, percent: 7, step: 0.3 }, points: '1 of 1', failed: [], problems: [] },
  }),
  scenario('three shares that make a hundred on paper are accepted', {
    form: form(number('one'), number('two'), {
      ...number('three'),
      constraints: [{ holds: '. + ${one} + ${two} = 100' }],
    }),
    answers: { one: 33.7, two: 33.1, three: 33.2 },
    expect: { problems: [] },
  }),
  scenario('a slider takes each of its steps and nothing between', {
    form: form(
      ask('slider', 'fits', { min: 0.1, max: 2, step: 0.1 }),
      ask('slider', 'off', { min: 0, max: 1000000, step: 0.1 }),
    ),
    answers: { fits: 0.7, off: 999_999.95 },
    expect: { problems: ['off off_step 0.1'] },
  }),
  scenario('text is no number', { form: count, answers: { count: '48' }, expect: { draft: ['count wrong_type'] } }),
  scenario('what was worked out is as exact as its question allows, because nobody can mend it', {
    form: form(
      number('n'),
      { ...number('whole', { decimals: 0 }), calculate: '${n} div 3' },
      { ...number('below_zero', { decimals: 0 }), calculate: '-${n} div 3' },
      { ...number('nearly', { decimals: 0 }), calculate: '(0.1 + 0.7) * ${n} - ${n} * 0.8 + 5 * 0.6' },
      { ...number('two', { decimals: 2 }), calculate: '${n} div 3' },
      ask('rating', 'stars', { levels: 5, calculate: '${n} div 4' }),
      calculated('exact', '${n} div 4'),
    ),
    answers: { n: 11 },
    expect: {
      values: { n: 11, whole: 3, below_zero: -3, nearly: 3, two: 3.67, stars: 2, exact: 2.75 },
      problems: [],
    },
  }),
]
