import { form, type Scenario, scenario, task, yesNo } from './language.ts'

const water = form(yesNo('water', { good: 'yes', points: 4, not_applicable: true }))
const lame = form(yesNo('lame', { good: 'no', points: 2 }))
const legal = form(
  yesNo('sick_treated', { good: 'yes', critical: true, required: true, when_failed: task('Call vet') }),
)
const plain = form(yesNo('visitors'))

export const yesNoScenarios: Scenario[] = [
  scenario('the good answer earns the points', {
    form: water,
    answers: { water: 'yes' },
    expect: { points: '4 of 4', percent: 100, passed: true, band: 'good', failed: [], problems: [] },
  }),
  scenario('the other answer earns none and fails', {
    form: water,
    answers: { water: 'no' },
    expect: { points: '0 of 4', percent: 0, passed: true, band: 'act', failed: ['water'] },
  }),
  scenario('"no" can be the good answer', {
    form: lame,
    answers: { lame: 'no' },
    expect: { points: '2 of 2', failed: [] },
  }),
  scenario('"yes" fails where "no" is good', {
    form: lame,
    answers: { lame: 'yes' },
    expect: { points: '0 of 2', failed: ['lame'] },
  }),
  scenario('not applicable leaves the score', {
    form: water,
    answers: { water: 'na' },
    expect: { points: '0 of 0', percent: null, passed: null, band: null, failed: [], problems: [], answered: '1 of 1' },
  }),
  scenario('not applicable is refused where it is not offered, even in a draft', {
    form: lame,
    answers: { lame: 'na' },
    expect: { problems: ['lame not_an_option'], draft: ['lame not_an_option'] },
  }),
  scenario('anything else is no answer', {
    form: lame,
    answers: { lame: 'maybe' },
    expect: { draft: ['lame not_an_option'] },
  }),
  scenario('a critical check without points passes without a percentage', {
    form: legal,
    answers: { sick_treated: 'yes' },
    expect: { points: '0 of 0', percent: null, passed: true, band: 'good', tasks: [] },
  }),
  scenario('a failed critical check fails the form and opens its task', {
    form: legal,
    answers: { sick_treated: 'no' },
    expect: { passed: false, band: 'act', failed: ['sick_treated!'], tasks: ['sick_treated: Call vet'] },
  }),
  scenario('without a good answer, both are only information', {
    form: plain,
    answers: { visitors: 'no' },
    expect: { percent: null, passed: null, band: null, failed: [], problems: [] },
  }),
]
