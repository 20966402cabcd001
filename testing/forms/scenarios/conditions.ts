import {
  ask,
  calculated,
  choice,
  form,
  formOf,
  group,
  number,
  oneOf,
  type Scenario,
  scenario,
  section,
  text,
  yesNo,
} from './language.ts'

const chain = form(
  yesNo('ill', { required: true }),
  { ...yesNo('vet', { required: true }), visible_if: "${ill} = 'yes'" },
  { ...text('advice', true), visible_if: "${vet} = 'yes'" },
)
const parts = formOf([
  section(
    'main',
    yesNo('pigs'),
    group('pens', "${pigs} = 'yes'", number('count'), group('inner', undefined, text('name', true))),
  ),
  { ...section('boar', text('boar_name', true)), visible_if: '${count} > 10' },
])
const ends = formOf([
  section('main', { ...yesNo('present'), ends_form_if: ". = 'no'" }, text('count', true)),
  section('rest', text('remark', true), calculated('said', "concat('x', ${remark})")),
])
const region = { en: 'Not a hundred' }

export const conditionScenarios: Scenario[] = [
  scenario('what is not visible is neither asked nor missed', {
    form: chain,
    answers: { ill: 'no' },
    expect: { visible: ['ill'], problems: [], answered: '1 of 1', settled: ['ill'] },
  }),
  scenario('an answer shows what depends on it, and what depends on that', {
    form: chain,
    answers: {},
    after: [
      ['ill', 'yes'],
      ['vet', 'yes'],
    ],
    expect: { visible: ['ill', 'vet', 'advice'], problems: ['advice required'] },
  }),
  scenario('hidden answers count for nothing, and are there again when they are asked again', {
    form: chain,
    answers: { ill: 'yes', vet: 'yes', advice: 'Rest' },
    after: [
      ['ill', 'no'],
      ['ill', 'yes'],
    ],
    expect: { values: { ill: 'yes', vet: 'yes', advice: 'Rest' }, problems: [] },
  }),
  scenario('hidden answers are not kept', {
    form: chain,
    answers: { ill: 'no', vet: 'yes', advice: 'Rest' },
    expect: { settled: ['ill'], values: { ill: 'no' } },
  }),
  scenario('a group is shown and hidden with all that is in it', {
    form: parts,
    answers: { pigs: 'no', count: 12, name: 'A' },
    expect: { visible: ['pigs'], problems: [] },
  }),
  scenario('a section can depend on what stands in a group', {
    form: parts,
    answers: { pigs: 'yes', count: 12 },
    expect: { visible: ['pigs', 'count', 'name', 'boar_name'], problems: ['name required', 'boar_name required'] },
  }),
  scenario('an answer can end the form', {
    form: ends,
    answers: { present: 'no', remark: 'Gone' },
    expect: { visible: ['present'], problems: [], settled: ['present'] },
  }),
  scenario('a form that was ended can go on', {
    form: ends,
    answers: { present: 'no', remark: 'Gone' },
    after: [
      ['present', 'yes'],
      ['count', '3'],
    ],
    expect: {
      visible: ['present', 'count', 'remark', 'said'],
      values: { present: 'yes', count: '3', remark: 'Gone', said: 'xGone' },
    },
  }),
  scenario('required can depend on other answers, in words of its own', {
    form: form(yesNo('ill'), {
      ...text('why'),
      required_if: "${ill} = 'yes'",
      required_message: { en: 'Say what is wrong' },
    }),
    answers: { ill: 'yes' },
    expect: { required: ['why'], problems: ['why required Say what is wrong'] },
  }),
  scenario('read-only always, by a condition, or because it is worked out', {
    form: form(
      { ...text('fixed'), read_only: true },
      { ...text('later'), read_only_if: "${fixed} != ''" },
      { ...number('twice'), calculate: '2 * 3' },
      text('free'),
    ),
    answers: { fixed: 'x', twice: 1 },
    expect: { readOnly: ['fixed', 'later', 'twice'], values: { fixed: 'x', later: null, twice: 6, free: null } },
  }),
  scenario('choices are filtered by their columns and by other answers', {
    form: form(oneOf('country', { choices: [choice('hu'), choice('de')] }), {
      ...oneOf('town', {
        choices: [
          { ...choice('pecs'), attributes: { country: 'hu' } },
          { ...choice('bonn'), attributes: { country: 'de' } },
          { ...choice('other'), attributes: { country: 'hu de' } },
        ],
      }),
      choice_filter: "selected(country, ${country}) or name = 'other'",
    } as ReturnType<typeof oneOf>),
    answers: { country: 'hu', town: 'bonn' },
    expect: { choices: { country: ['hu', 'de'], town: ['pecs', 'other'] }, problems: ['town not_an_option'] },
  }),
  scenario('choices of a set are those of every question that takes it', {
    form: formOf(
      [
        section(
          'main',
          { ...oneOf('a', { choices: [] }), choice_set: 'scale' } as ReturnType<typeof oneOf>,
          number('n'),
        ),
      ],
      { choice_sets: [{ id: 'scale', choices: [choice('low', { points: 1 }), choice('high', { points: 3 })] }] },
    ),
    answers: { a: 'low' },
    expect: { choices: { a: ['low', 'high'] }, points: '1 of 3', draft: [] },
  }),
  scenario('an answer must keep the rules of the form, which says so in its own words', {
    form: form(number('sows'), {
      ...number('share', { min: 0 }),
      constraints: [{ holds: '. <= 100', message: region }, { holds: '. * ${sows} mod 1 = 0' }],
    }),
    answers: { sows: 4, share: 120 },
    expect: { problems: ['share constraint Not a hundred'], draft: [] },
  }),
  scenario('rules ask nothing of a question that was not answered', {
    form: form({ ...number('share'), constraints: [{ holds: '. <= 100' }] }),
    answers: {},
    expect: { problems: [] },
  }),
  scenario('a pattern is matched as a whole', {
    form: form({ ...ask('barcode', 'tag'), constraints: [{ holds: "regex(., 'HU[0-9]{4}')" }] }),
    answers: { tag: 'HU12345' },
    expect: { problems: ['tag constraint'] },
  }),
  scenario('a question that waits for itself stops nothing', {
    form: form({ ...number('a'), calculate: '${b} + 1' }, { ...number('b'), calculate: '${a} + 1' }, number('c')),
    answers: { c: 1 },
    expect: { visible: ['a', 'b', 'c'] },
  }),
  scenario('what is required and only read is missed by nobody, because nobody could answer it', {
    form: form({ ...text('known', true), read_only: true }, yesNo('locked'), {
      ...text('later', true),
      read_only_if: "${locked} = 'yes'",
    }),
    answers: { locked: 'yes' },
    after: [
      ['locked', 'no'],
      ['locked', 'yes'],
    ],
    expect: { problems: [], missing: [], readOnly: ['known', 'later'] },
  }),
  scenario('as soon as it can be answered, it is missed', {
    form: form(yesNo('locked'), { ...text('later', true), read_only_if: "${locked} = 'yes'" }),
    answers: { locked: 'yes' },
    after: [['locked', 'no']],
    expect: { problems: ['later required'] },
  }),
]
