import type { FormTrigger } from '#shared/forms/consequences.ts'
import {
  anyOf,
  ask,
  choice,
  form,
  formOf,
  number,
  oneOf,
  picture,
  repeat,
  type Scenario,
  scenario,
  section,
  task,
  text,
  yesNo,
} from './language.ts'

const mend = (assignee: NonNullable<FormTrigger['task']>['assignee'] = 'manager') => ({
  title: { en: 'Mend' },
  priority: 'high' as const,
  due_after: 'P1D',
  assignee,
})
const water = yesNo('water', { good: 'yes', points: 4 })
const withTriggers = (...triggers: FormTrigger[]) =>
  formOf([section('main', water, text('remark'), yesNo('feed', { good: 'yes', points: 6, critical: true }))], {
    triggers,
  })

const gait = oneOf('gait', {
  choices: [
    { ...choice('sound'), grade: 0 },
    { ...choice('slight'), grade: 1 },
    { ...choice('severe'), grade: 2 },
    choice('not_seen', { not_applicable: true }),
  ],
})
const herd = (limits?: { good: number; attention: number }) =>
  formOf(
    [
      section(
        'main',
        repeat(
          'cows',
          {
            measures: [
              { id: 'lameness', label: { en: 'Lame' }, question: 'gait', at_least: 1, ...(limits && { limits }) },
              { id: 'thin', label: { en: 'Thin' }, question: 'score', at_least: 4 },
            ],
          },
          gait,
          ask('rating', 'score', { levels: 5 }),
        ),
      ),
    ],
    {
      triggers: [
        {
          id: 'many_lame',
          when: { on: 'measure', measure: 'lameness', at_least: 25 },
          task: mend(),
          set_status: 'attention',
        },
      ],
    },
  )
const gaits = (...grades: string[]) => ({
  cows: grades.map((_, index) => `r${index}`),
  ...Object.fromEntries(grades.map((grade, index) => [`gait@r${index}`, grade])),
})

export const consequenceScenarios: Scenario[] = [
  scenario('an answer can demand a note or a photo, whether it failed or not', {
    form: form({
      ...number('dead'),
      triggers: [{ id: 'any_dead', when: '. > 0', require_note: true, require_photo: true }],
    }),
    answers: { dead: 2 },
    expect: { problems: ['dead note_required', 'dead photo_required'], missing: ['dead'] },
  }),
  scenario('with both it may be completed', {
    form: form({
      ...number('dead'),
      triggers: [{ id: 'any_dead', when: '. > 0', require_note: true, require_photo: true }],
    }),
    answers: { dead: { value: 2, note: 'Heat', photos: [picture] } },
    expect: { problems: [] },
  }),
  scenario('a failed answer and a trigger can open a task each', {
    form: form({
      ...yesNo('water', { good: 'yes', when_failed: task('Repair') }),
      triggers: [{ id: 'tell', when: ". = 'no'", task: mend({ user_id: 5 }) }],
    }),
    answers: { water: 'no' },
    expect: { tasks: ['water: Repair', 'tell: Mend {"user_id":5}'] },
  }),
  scenario('a task can go to whom an answer names, and to the managers where it names nobody', {
    form: form(
      ask('user', 'keeper'),
      yesNo('water', { good: 'yes', when_failed: { task: mend({ answer_of: 'keeper' }) } }),
      yesNo('feed', { good: 'yes', when_failed: { task: mend({ answer_of: 'nobody' }) } }),
    ),
    answers: { keeper: [{ id: 9, name: 'Ada' }], water: 'no', feed: 'no' },
    expect: { tasks: ['water: Mend {"user_id":9}', 'feed: Mend'] },
  }),
  scenario('each row opens its own task and tells for itself', {
    form: form(
      repeat(
        'cows',
        {},
        {
          ...yesNo('lame', { good: 'no', when_failed: task('Treat') }),
          triggers: [{ id: 'told', when: ". = 'yes'", notify: { to: ['manager'], message: { en: 'Lame cow' } } }],
        },
      ),
    ),
    answers: { cows: ['a', 'b', 'c'], 'lame@a': 'yes', 'lame@b': 'no', 'lame@c': 'yes' },
    expect: {
      tasks: ['lame@a: Treat', 'lame@c: Treat'],
      notices: ['lame@a ["manager"] Lame cow', 'lame@c ["manager"] Lame cow'],
    },
  }),
  scenario('the worst state counts', {
    form: withTriggers(
      { id: 't1', when: { on: 'answers', holds: "${water} = 'no'" }, set_status: 'attention' },
      { id: 't2', when: { on: 'critical' }, set_status: 'stop', notify: { to: ['submitter', { role_id: 2000 }] } },
      { id: 't3', when: { on: 'answers', holds: 'true()' }, set_status: 'ok' },
    ),
    answers: { water: 'no', feed: 'no' },
    expect: {
      status: 'stop',
      statuses: ['attention', 'stop feed', 'ok'],
      notices: ['form ["submitter",{"role_id":2000}]'],
    },
  }),
  scenario('the state that a row sets is that of its animal, and not of what the form is about', {
    form: {
      ...form(
        repeat(
          'cows',
          {},
          ask('animal', 'cow'),
          yesNo('lame', { good: 'no', when_failed: { set_status: 'stop' } }),
          yesNo('dirty', { triggers: [{ id: 'wash', when: ". = 'yes'", set_status: 'attention' }] }),
        ),
      ),
      triggers: [{ id: 'done', when: { on: 'answers', holds: 'true()' }, set_status: 'ok' }],
    },
    answers: {
      ...{ cows: ['a', 'b', 'c'], 'cow@a': [{ id: 7, name: 'Daisy' }], 'cow@b': [{ id: 8, name: 'Rose' }] },
      ...{ 'lame@a': 'yes', 'dirty@a': 'yes', 'lame@b': 'no', 'dirty@c': 'no' },
    },
    expect: { statuses: ['stop lame@a Daisy', 'attention dirty@a Daisy', 'ok'], status: 'ok' },
  }),
  scenario('a row that names no animal speaks of what the form is about', {
    form: form(
      repeat('cows', {}, ask('animal', 'cow'), yesNo('lame', { good: 'no', when_failed: { set_status: 'stop' } })),
    ),
    answers: { cows: ['a'], 'lame@a': 'yes' },
    expect: { statuses: ['stop lame@a'], status: 'stop' },
  }),
  scenario('nothing said means no state', { form: withTriggers(), answers: { water: 'no' }, expect: { status: null } }),
  scenario('a score below a mark opens a task and demands a note at a question', {
    form: withTriggers({
      id: 'low',
      when: { on: 'score', below: 50 },
      task: mend(),
      demand: { question: 'remark', note: true },
    }),
    answers: { water: 'yes', feed: 'no' },
    expect: { percent: 40, tasks: ['low: Mend'], problems: ['remark note_required'], missing: ['remark'] },
  }),
  scenario('at the mark it does not', {
    form: withTriggers({ id: 'low', when: { on: 'score', section: 'main', below: 60 }, task: mend() }),
    answers: { water: 'no', feed: 'yes' },
    expect: { percent: 60, tasks: [] },
  }),
  scenario('a band or a worse one opens a task', {
    form: withTriggers({ id: 'bad', when: { on: 'band', band: 'attention' }, task: mend() }),
    answers: { water: 'no', feed: 'no' },
    expect: { band: 'act', tasks: ['bad: Mend'] },
  }),
  scenario('a better band does not', {
    form: withTriggers({ id: 'bad', when: { on: 'band', band: 'act' }, task: mend() }),
    answers: { water: 'no', feed: 'yes' },
    expect: { band: 'attention', tasks: [] },
  }),
  scenario('a measure is the share of animals with a grade or a worse one', {
    form: herd({ good: 5, attention: 20 }),
    answers: gaits('sound', 'slight', 'severe', 'sound', 'sound', 'sound', 'sound', 'sound'),
    expect: {
      measures: ['lameness: 2 of 8, 25 %, act', 'thin: 0 of 0, null %, null'],
      tasks: ['many_lame: Mend'],
      status: 'attention',
      points: '0 of 0',
    },
  }),
  scenario('animals that nobody saw are not counted', {
    form: herd({ good: 5, attention: 20 }),
    answers: {
      ...gaits('sound', 'not_seen', 'slight', 'sound', 'sound', 'sound', 'sound'),
      'score@r0': 4,
      'score@r1': 3,
    },
    expect: { measures: ['lameness: 1 of 6, 16.7 %, attention', 'thin: 1 of 2, 50 %, null'], tasks: [] },
  }),
  scenario('at its limit a share is still good', {
    form: herd({ good: 25, attention: 50 }),
    answers: gaits('sound', 'slight', 'sound', 'sound'),
    expect: { measures: ['lameness: 1 of 4, 25 %, good', 'thin: 0 of 0, null %, null'] },
  }),
  scenario('yes and no have grades too, and several choices count by the worst', {
    form: form(
      repeat(
        'cows',
        {
          measures: [
            { id: 'dirty', label: { en: 'Dirty' }, question: 'clean', at_least: 1 },
            { id: 'wounds', label: { en: 'Wounds' }, question: 'skin', at_least: 2 },
          ],
        },
        yesNo('clean', { good: 'yes', not_applicable: true }),
        anyOf('skin', {
          choices: [
            { ...choice('hairless'), grade: 1 },
            { ...choice('wound'), grade: 2 },
            { ...choice('fine'), grade: 0 },
          ],
        }),
      ),
    ),
    answers: {
      cows: ['a', 'b', 'c'],
      'clean@a': 'no',
      'clean@b': 'yes',
      'clean@c': 'na',
      'skin@a': ['hairless', 'wound'],
      'skin@b': ['hairless'],
      'skin@c': ['fine'],
    },
    expect: { measures: ['dirty: 1 of 2, 50 %, null', 'wounds: 1 of 3, 33.3 %, null'] },
  }),
  scenario('the weight of a question multiplies its points', {
    form: form(yesNo('a', { good: 'yes', points: 2, weight: 3 }), yesNo('b', { good: 'yes', points: 2 })),
    answers: { a: 'no', b: 'yes' },
    expect: { points: '2 of 8', percent: 25 },
  }),
  scenario('with weights, sections count by their percentages', {
    form: formOf([
      { ...section('animals', yesNo('a', { good: 'yes', points: 1 })), weight: 3 },
      section('papers', yesNo('b', { good: 'yes', points: 50 })),
      section('other', text('c')),
    ]),
    answers: { a: 'no', b: 'yes', c: 'x' },
    expect: { points: '50 of 51', percent: 25, sections: { animals: 0, papers: 100, other: null } },
  }),
  scenario('a section below its own mark fails the form', {
    form: formOf([
      {
        ...section('animals', yesNo('a', { good: 'yes', points: 1 }), yesNo('a2', { good: 'yes', points: 1 })),
        pass_percent: 60,
      },
      { ...section('papers', yesNo('b', { good: 'yes', points: 50 })), pass_percent: 60 },
      { ...section('other', text('c')), pass_percent: 60 },
    ]),
    answers: { a: 'no', a2: 'yes', b: 'yes' },
    expect: { passed: false, sectionsPassed: { animals: false, papers: true, other: null } },
  }),
  scenario('a slider, a rating and a calculated value are judged by ranges', {
    form: form(
      ask('slider', 'mood', { min: 0, max: 100, step: 1, ranges: [{ below: 50, fails: true }, { points: 2 }] }),
      ask('rating', 'stars', { levels: 5, ranges: [{ up_to: 2, points: 0 }, { points: 3 }] }),
      number('kg'),
      ask('calculated', 'density', {
        calculate: '${kg} div 10',
        critical: true,
        ranges: [{ up_to: 33, points: 1 }, { fails: true }],
      }),
    ),
    answers: { mood: 40, stars: 5, kg: 340 },
    expect: { points: '3 of 6', failed: ['mood', 'density!'], passed: false },
  }),
  scenario('what is not asked is not judged', {
    form: form(yesNo('pigs'), {
      ...yesNo('tails', { good: 'yes', points: 5, critical: true }),
      visible_if: "${pigs} = 'yes'",
    }),
    answers: { pigs: 'no', tails: 'no' },
    expect: { points: '0 of 0', failed: [], passed: null },
  }),
  scenario('what is hidden fires nothing, and neither does what does not apply', {
    form: form(
      yesNo('pigs'),
      {
        ...yesNo('tails', {
          good: 'yes',
          not_applicable: true,
          when_failed: { ...task('Call vet'), require_note: true },
        }),
        visible_if: "${pigs} = 'yes'",
        triggers: [
          { id: 'docked', when: ". = 'no'", notify: { to: ['manager'] }, set_status: 'stop', require_photo: true },
        ],
      },
      repeat('pens', {}, yesNo('empty'), {
        ...yesNo('clean', { good: 'yes', when_failed: task('Clean') }),
        visible_if: "${empty} = 'no'",
      }),
    ),
    answers: {
      ...{ pigs: 'no', tails: 'no', pens: ['a', 'b'] },
      ...{ 'empty@a': 'no', 'clean@a': 'no', 'empty@b': 'yes', 'clean@b': 'no' },
    },
    expect: { tasks: ['clean@a: Clean'], notices: [], status: null, problems: [] },
  }),
  scenario('not applicable is no failed answer, also where it was hidden before', {
    form: form(yesNo('pigs'), {
      ...yesNo('tails', {
        good: 'yes',
        not_applicable: true,
        when_failed: { ...task('Call vet'), require_note: true },
      }),
      visible_if: "${pigs} = 'yes'",
      triggers: [{ id: 'docked', when: ". = 'no'", set_status: 'stop' }],
    }),
    answers: { pigs: 'no', tails: 'na' },
    after: [['pigs', 'yes']],
    expect: { tasks: [], status: null, problems: [], visible: ['pigs', 'tails'] },
  }),
  scenario('a demand at a question that is hidden, or for each row of a repeat', {
    form: formOf(
      [
        section(
          'main',
          yesNo('dead'),
          { ...text('why'), visible_if: "${dead} = 'no'" },
          repeat('pens', {}, text('pen')),
        ),
      ],
      {
        triggers: [
          { id: 't1', when: { on: 'answers', holds: "${dead} = 'yes'" }, demand: { question: 'why', note: true } },
          { id: 't2', when: { on: 'answers', holds: "${dead} = 'yes'" }, demand: { question: 'pen', photo: true } },
        ],
      },
    ),
    answers: { dead: 'yes', pens: ['a', 'b'], 'pen@a': { value: 'A', photos: [picture] } },
    expect: { problems: ['pen@b photo_required'], missing: ['pen@b'] },
  }),
]
