/** Scores at their very borders, and of what is hidden, does not apply or weighs nothing. */
import {
  anyOf,
  ask,
  choice,
  form,
  formOf,
  group,
  number,
  oneOf,
  repeat,
  type Scenario,
  scenario,
  section,
  task,
  upTo,
  yesNo,
} from './language.ts'

const good = (id: string, points: number, rest: Parameters<typeof yesNo>[1] = {}) =>
  yesNo(id, { good: 'yes', points, not_applicable: true, ...rest })
const share = (points: number, of: number) => form(number('n', { ranges: [upTo(1, { points }), { points: of }] }))
const banded = (points: number, expect: Scenario['expect']) =>
  scenario(`${points} of 1000 points`, { form: share(points, 1000), answers: { n: 1 }, expect })
const hiddenPart = formOf(
  [
    section('feed', good('hay', 1), yesNo('pigs')),
    {
      ...section('pigs_only', good('tails', 9, { critical: true, required: true, when_failed: task('Call vet') })),
      visible_if: "${pigs} = 'yes'",
      weight: 5,
      pass_percent: 90,
    },
  ],
  { scoring: { pass_percent: 80, bands: { good: 85, attention: 60 } } },
)

export const scoringEdgeScenarios: Scenario[] = [
  banded(665, { percent: 66.5, band: 'attention' }),
  banded(850, { percent: 85, band: 'good' }),
  banded(849, { percent: 84.9, band: 'attention' }),
  banded(600, { percent: 60, band: 'attention' }),
  banded(599, { percent: 59.9, band: 'act' }),
  banded(0, { percent: 0, band: 'act' }),
  scenario('a half is rounded up, however the machine writes it', {
    form: share(23, 80),
    answers: { n: 1 },
    expect: { points: '23 of 80', percent: 28.8 },
  }),
  scenario('rounded up to a border, the better band is meant', {
    form: share(84.95, 100),
    answers: { n: 1 },
    expect: { percent: 85, band: 'good' },
  }),
  scenario('where nothing applies, nothing is judged', {
    form: formOf([{ ...section('main', good('a', 4), good('b', 1)), pass_percent: 50 }], {
      scoring: { pass_percent: 80, bands: { good: 85, attention: 60 } },
    }),
    answers: { a: 'na', b: 'na' },
    expect: { points: '0 of 0', percent: null, passed: null, band: null, sectionsPassed: { main: null } },
  }),
  scenario('a hidden section weighs nothing, fails nothing and opens no task', {
    form: hiddenPart,
    answers: { hay: 'yes', pigs: 'no', tails: 'no' },
    expect: {
      ...{ points: '1 of 1', percent: 100, passed: true, failed: [], tasks: [], problems: [] },
      ...{ sections: { feed: 100, pigs_only: null }, sectionsPassed: { feed: null, pigs_only: null } },
    },
  }),
  scenario('as soon as it is asked, its weight, its mark and its critical question count', {
    form: hiddenPart,
    answers: { hay: 'yes', pigs: 'no', tails: 'no' },
    after: [['pigs', 'yes']],
    expect: {
      ...{ points: '1 of 10', percent: 16.7, passed: false, band: 'act', failed: ['tails!'] },
      ...{ tasks: ['tails: Call vet'], sectionsPassed: { feed: null, pigs_only: false } },
    },
  }),
  scenario('at its own mark a section passes', {
    form: formOf([{ ...section('main', good('a', 2), good('b', 1)), pass_percent: 66.7 }]),
    answers: { a: 'yes', b: 'no' },
    expect: { percent: 66.7, passed: true, sectionsPassed: { main: true } },
  }),
  scenario('a section that weighs nothing keeps its percentage and leaves the whole alone', {
    form: formOf([
      { ...section('papers', good('a', 5)), weight: 0 },
      { ...section('animals', good('b', 1)), weight: 2 },
    ]),
    answers: { a: 'no', b: 'yes' },
    expect: { percent: 100, sections: { papers: 0, animals: 100 } },
  }),
  scenario('sections that all weigh nothing have no percentage together', {
    form: formOf([{ ...section('papers', good('a', 5)), weight: 0 }]),
    answers: { a: 'yes' },
    expect: { points: '5 of 5', percent: null, sections: { papers: 100 } },
  }),
  scenario('a question that weighs nothing earns nothing and can still fail', {
    form: form(good('a', 5, { weight: 0, critical: true }), good('b', 1)),
    answers: { a: 'no', b: 'yes' },
    expect: { points: '1 of 1', percent: 100, passed: false, band: 'act', failed: ['a!'] },
  }),
  scenario('what stands in groups counts for its section', {
    form: formOf([section('main', group('g', undefined, good('a', 1), group('h', undefined, good('b', 3))))]),
    answers: { a: 'yes', b: 'no' },
    expect: { points: '1 of 4', sections: { main: 25 } },
  }),
  scenario('several choices earn no more than the best set of them, and a failing one still fails', {
    form: form(
      anyOf('signs', {
        choices: [
          choice('clean', { points: 2 }),
          choice('dry', { points: 3 }),
          choice('wet', { fails: true }),
          choice('perfect', { points: 4, exclusive: true }),
        ],
      }),
    ),
    answers: { signs: ['clean', 'dry', 'wet'] },
    expect: { points: '5 of 5', failed: ['signs'] },
  }),
  scenario('the choice that says "not seen" takes a critical question out', {
    form: form(
      oneOf('wounds', {
        choices: [
          choice('none', { points: 1 }),
          choice('open', { fails: true }),
          choice('unseen', { not_applicable: true }),
        ],
        critical: true,
        required: true,
      }),
    ),
    answers: { wounds: 'unseen' },
    expect: { points: '0 of 0', passed: null, failed: [], problems: [] },
  }),
  scenario('rows add up, and their measures stand beside the points', {
    form: form(
      repeat(
        'cows',
        {
          measures: [
            { id: 'thin', label: { en: 'Thin' }, question: 'fat', at_least: 3, limits: { good: 10, attention: 50 } },
          ],
        },
        ask('rating', 'fat', { levels: 5, ranges: [upTo(2, { points: 2 }), {}] }),
      ),
    ),
    answers: { cows: ['a', 'b', 'c'], 'fat@a': 1, 'fat@b': 3, 'fat@c': 2 },
    expect: { points: '4 of 6', percent: 66.7, measures: ['thin: 1 of 3, 33.3 %, attention'] },
  }),
  scenario('a repeat without rows has no score', {
    form: form(repeat('cows', {}, good('clean', 1, { critical: true, required: true }))),
    answers: { cows: [] },
    expect: { points: '0 of 0', passed: null, measures: [] },
  }),
]
