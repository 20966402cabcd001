import { form, formOf, number, type Scenario, scenario, section, text, yesNo } from './language.ts'

const good = (id: string, points: number) => yesNo(id, { good: 'yes', points, not_applicable: true })
const passMark = (pass_percent: number) =>
  formOf([section('main', good('a', 4), good('b', 1))], {
    scoring: { pass_percent, bands: { good: 85, attention: 60 } },
  })
const parts = formOf([
  section('feed', good('hay', 2), good('water', 6)),
  section('barn', good('dry', 2)),
  section('notes', text('remark')),
])
const capped = formOf(
  [section('main', good('a', 100), yesNo('dead', { good: 'no', critical: true })), section('rest', good('b', 4))],
  { scoring: { bands: { good: 85, attention: 60 }, critical_cap: 40 } },
)
const thirds = form(good('a', 1), good('b', 1), good('c', 1))

export const scoringScenarios: Scenario[] = [
  scenario('each section keeps its own percentage beside the whole', {
    form: parts,
    answers: { hay: 'no', water: 'yes', dry: 'no', remark: 'Calm' },
    expect: { points: '6 of 10', percent: 60, band: 'attention', sections: { feed: 75, barn: 0, notes: null } },
  }),
  scenario('what does not apply makes the rest count for more', {
    form: parts,
    answers: { hay: 'no', water: 'na', dry: 'yes' },
    expect: { points: '2 of 4', percent: 50, sections: { feed: 0, barn: 100, notes: null } },
  }),
  scenario('half a form shows the score so far', {
    form: parts,
    answers: { water: 'yes' },
    expect: { points: '6 of 6', percent: 100, sections: { feed: 100, barn: null, notes: null } },
  }),
  scenario('an empty form has no score', {
    form: parts,
    answers: {},
    expect: { points: '0 of 0', percent: null, passed: null, band: null },
  }),
  scenario('percentages have one decimal', {
    form: thirds,
    answers: { a: 'yes', b: 'yes', c: 'no' },
    expect: { percent: 66.7, band: 'attention' },
  }),
  scenario('at the pass mark the form passes', {
    form: passMark(80),
    answers: { a: 'yes', b: 'no' },
    expect: { percent: 80, passed: true, band: 'attention' },
  }),
  scenario('below the pass mark it does not', {
    form: passMark(80.1),
    answers: { a: 'yes', b: 'no' },
    expect: { percent: 80, passed: false },
  }),
  scenario('the pass mark is compared with the percentage that people read', {
    form: formOf([section('main', good('a', 2), good('b', 1))], {
      scoring: { pass_percent: 66.7, bands: { good: 85, attention: 66.7 } },
    }),
    answers: { a: 'yes', b: 'no' },
    expect: { percent: 66.7, passed: true, band: 'attention' },
  }),
  scenario('at its threshold a band begins', {
    form: formOf([section('main', good('a', 4), good('b', 1))], { scoring: { bands: { good: 80, attention: 60 } } }),
    answers: { a: 'yes', b: 'no' },
    expect: { percent: 80, band: 'good' },
  }),
  scenario('one failed critical answer outweighs every point', {
    form: form(good('a', 100), yesNo('dead', { good: 'no', critical: true })),
    answers: { a: 'yes', dead: 'yes' },
    expect: { percent: 100, passed: false, band: 'act', failed: ['dead!'] },
  }),
  scenario('without points, a failed check means attention', {
    form: form(yesNo('tidy', { good: 'yes' }), yesNo('light', { good: 'yes' })),
    answers: { tidy: 'no', light: 'yes' },
    expect: { percent: null, passed: true, band: 'attention', failed: ['tidy'] },
  }),
  scenario('a form may cap what it came to where a critical answer failed, in that section and in the whole', {
    form: capped,
    answers: { a: 'yes', dead: 'yes', b: 'yes' },
    expect: { points: '104 of 104', percent: 40, passed: false, band: 'act', sections: { main: 40, rest: 100 } },
  }),
  scenario('the cap waits for a critical failure, and never makes anything better', {
    form: capped,
    answers: { a: 'no', dead: 'no', b: 'yes' },
    expect: { percent: 3.8, sections: { main: 0, rest: 100 } },
  }),
  scenario('a form without scoring has no band, and its critical answers still decide', {
    form: formOf([section('main', yesNo('dead', { good: 'no', critical: true }))], { scoring: undefined }),
    answers: { dead: 'yes' },
    expect: { passed: false, band: null, failed: ['dead!'] },
  }),
  scenario('points with decimals add up exactly', {
    form: form(
      number('a', { ranges: [{ points: 0.1 }] }),
      number('b', { ranges: [{ points: 0.2 }] }),
      number('c', { ranges: [{ points: 0.3 }] }),
    ),
    answers: { a: 1, b: 1, c: 1 },
    expect: { points: '0.6 of 0.6', percent: 100 },
  }),
  scenario('failed answers stand in the order of the form', {
    form: form(yesNo('a', { good: 'yes' }), yesNo('b', { good: 'yes', critical: true }), yesNo('c', { good: 'yes' })),
    answers: { c: 'no', b: 'no', a: 'no' },
    expect: { failed: ['a', 'b!', 'c'] },
  }),
]
