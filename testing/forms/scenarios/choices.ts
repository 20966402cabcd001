import { anyOf, choice, form, oneOf, type Scenario, scenario } from './language.ts'

const bedding = form(
  oneOf('bedding', {
    choices: [
      choice('dry', { points: 4 }),
      choice('damp', { points: 2 }),
      choice('wet', { points: 0, fails: true }),
      choice('not_seen', { not_applicable: true, points: 9 }),
    ],
  }),
)

const signs = form(
  anyOf('signs', {
    choices: [
      choice('cough', { fails: true }),
      choice('limp', { fails: true }),
      choice('dull'),
      choice('none', { points: 3, exclusive: true }),
      choice('not_seen', { not_applicable: true }),
    ],
  }),
)

const papers = form(
  anyOf('papers', { choices: [choice('owner', { points: 1 }), choice('route', { points: 1 }), choice('time')] }),
)

const tidiness = form(
  anyOf('left_lying', { choices: [choice('tools', { points: 1 }), choice('nothing', { points: 3, exclusive: true })] }),
)

export const choiceScenarios: Scenario[] = [
  scenario('the best choice sets what can be earned', {
    form: bedding,
    answers: { bedding: 'damp' },
    expect: { points: '2 of 4', percent: 50, band: 'act', failed: [] },
  }),
  scenario('a choice that fails is a finding', {
    form: bedding,
    answers: { bedding: 'wet' },
    expect: { points: '0 of 4', failed: ['bedding'] },
  }),
  scenario('a choice that says "not seen" leaves the score', {
    form: bedding,
    answers: { bedding: 'not_seen' },
    expect: { points: '0 of 0', percent: null, passed: null, problems: [] },
  }),
  scenario('a choice that the form does not have is refused', {
    form: bedding,
    answers: { bedding: 'toString' },
    expect: { draft: ['bedding not_an_option'] },
  }),
  scenario('a list of choices is no single choice', {
    form: bedding,
    answers: { bedding: ['dry'] },
    expect: { draft: ['bedding wrong_type'] },
  }),
  scenario('several choices add up', {
    form: papers,
    answers: { papers: ['owner', 'route'] },
    expect: { points: '2 of 2', percent: 100, problems: [] },
  }),
  scenario('a choice that is left out earns nothing', {
    form: papers,
    answers: { papers: ['owner', 'time'] },
    expect: { points: '1 of 2', percent: 50 },
  }),
  scenario('one failing choice among several is enough', {
    form: signs,
    answers: { signs: ['dull', 'limp'] },
    expect: { points: '0 of 3', failed: ['signs'], problems: [] },
  }),
  scenario('"none of these" earns its points alone', {
    form: signs,
    answers: { signs: ['none'] },
    expect: { points: '3 of 3', failed: [], problems: [] },
  }),
  scenario('"none of these" beside another choice is refused on completion, not in a draft', {
    form: signs,
    answers: { signs: ['none', 'cough'] },
    expect: { problems: ['signs stands_alone'], draft: [] },
  }),
  scenario('while it is still combined, nobody earns more than there is', {
    form: tidiness,
    answers: { left_lying: ['tools', 'nothing'] },
    expect: { points: '3 of 3', problems: ['left_lying stands_alone'] },
  }),
  scenario('"not seen" in a multiple choice leaves the score and stands alone', {
    form: signs,
    answers: { signs: ['not_seen', 'dull'] },
    expect: { points: '0 of 0', problems: ['signs stands_alone'] },
  }),
  scenario('the same choice twice is refused and earns nothing extra', {
    form: papers,
    answers: { papers: ['owner', 'owner'] },
    expect: { points: '1 of 2', draft: ['papers duplicate'] },
  }),
  scenario('a multiple choice takes a list of known ids only', {
    form: papers,
    answers: { papers: ['owner', 'passport'] },
    expect: { draft: ['papers not_an_option'] },
  }),
  scenario('a single id is no list', {
    form: papers,
    answers: { papers: 'owner' },
    expect: { draft: ['papers wrong_type'] },
  }),
  scenario('an empty list is no answer', {
    form: papers,
    answers: { papers: [] },
    expect: { answered: '0 of 1', percent: null, problems: [] },
  }),
]
