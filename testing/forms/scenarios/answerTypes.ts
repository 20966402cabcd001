import type { AnswerValue } from '#shared/forms/answers/answers.ts'
import type { Question } from '#shared/forms/questions.ts'
import { ask, calculated, form, picture, type Scenario, scenario } from './language.ts'

const row = { id: 7, name: 'Bella' }
const place = { latitude: 47.5, longitude: 19.05, accuracy: 8 }

/** A question, and a value with what is said about it; nothing for one that fits. */
const cases: [Question, AnswerValue, string?, 'violation'?][] = [
  [ask('slider', 'mood', { min: 0, max: 100, step: 5 }), 35],
  [ask('slider', 'mood', { min: 0, max: 100, step: 5 }), 33, 'off_step 5', 'violation'],
  [ask('slider', 'mood', { min: 0, max: 100, step: 5 }), 105, 'too_large 100', 'violation'],
  [ask('slider', 'mood', { min: 0, max: 1, step: 0.1 }), 0.3],
  [ask('slider', 'mood', { min: 0, max: 100, step: 5 }), -5, 'too_small 0', 'violation'],
  [ask('slider', 'mood', { min: 0, max: 100, step: 5 }), '35', 'wrong_type'],
  [ask('rating', 'stars', { levels: 5 }), 5],
  [ask('rating', 'stars', { levels: 5 }), 6, 'not_an_option'],
  [ask('rating', 'stars', { levels: 5 }), 2.5, 'wrong_type'],
  [ask('time', 'fed_at'), '07:30'],
  [ask('time', 'fed_at'), '24:00', 'not_a_time'],
  [ask('time', 'fed_at'), '7:30', 'not_a_time'],
  [ask('date_time', 'loaded'), '2026-11-21T07:30+01:00'],
  [ask('date_time', 'loaded'), '2026-11-21T07:30'],
  [ask('date_time', 'loaded'), '2026-02-30T07:30', 'not_a_moment'],
  [ask('date_time', 'loaded'), '2026-11-21', 'not_a_moment'],
  [ask('file', 'papers'), [picture, { ...picture, uuid: 'c2b8b7f6-6a57-4a52-8b0e-5a4f0d0f9b52' }]],
  [ask('file', 'papers'), ['a.pdf'], 'wrong_type'],
  [ask('signature', 'signed'), [{ ...picture, signed_by: 'Ada' }]],
  [ask('signature', 'signed'), [picture, picture], 'only_one'],
  [ask('barcode', 'tag'), 'HU 12345 67890'],
  [ask('barcode', 'tag'), 12345, 'wrong_type'],
  [ask('place', 'where'), place],
  [ask('place', 'where', { accuracy: 5 }), place, 'too_inaccurate 5', 'violation'],
  [ask('place', 'where', { accuracy: 5 }), { latitude: 1, longitude: 2 }],
  [ask('place', 'where'), '47.5 19.05', 'wrong_type'],
  [ask('shape', 'fence'), '47.5 19.05 0 0; 47.6 19.05 0 0'],
  [ask('shape', 'fence'), '47.5 19.05', 'too_few_points 2', 'violation'],
  [ask('shape', 'field', { closed: true }), '0 0 0 0; 0 1 0 0; 1 1 0 0; 0 0 0 0'],
  [ask('shape', 'field', { closed: true }), '0 0; 0 1', 'too_few_points 3', 'violation'],
  [ask('shape', 'fence'), '97.5 19.05; 1 2', 'wrong_type'],
  [ask('shape', 'fence'), 'by the brook', 'wrong_type'],
  [ask('hidden', 'source'), 'poster'],
  [ask('hidden', 'source'), [picture], 'wrong_type'],
  ...(['animal', 'animal_group', 'location', 'vehicle', 'user'] as const).flatMap(
    (type): [Question, AnswerValue, string?][] => [
      [ask(type, 'which'), [row]],
      [ask(type, 'which'), [row, { ...row, id: 8 }], 'only_one'],
      [ask(type, 'which', { many: true }), [row, { ...row, id: 8 }]],
      [ask(type, 'which', { many: true }), [row, row], 'duplicate'],
      [ask(type, 'which'), 'Bella', 'wrong_type'],
    ],
  ),
]

export const typeScenarios: Scenario[] = [
  ...cases.map(([question, value, problem, kind]) =>
    scenario(`${question.type} ${JSON.stringify(value)}: ${problem ?? 'fits'}`, {
      form: form(question),
      answers: { [question.id]: typeof value === 'object' && !Array.isArray(value) ? { value } : value },
      expect: {
        problems: problem ? [`${question.id} ${problem}`] : [],
        draft: problem && kind !== 'violation' ? [`${question.id} ${problem}`] : [],
        ...(question.type !== 'hidden' && { answered: '1 of 1' }),
      },
    }),
  ),
  scenario('expressions see answers of every type', {
    form: form(
      ask('place', 'where'),
      ask('animal', 'cow', { many: true }),
      ask('time', 'at'),
      ask('rating', 'stars', { levels: 5 }),
      calculated('place_text', "concat(${where}, '')"),
      calculated('cows', 'count-selected(${cow})'),
      calculated('share', 'decimal-time(${at}) * 24'),
      calculated('double', '${stars} * 2'),
    ),
    answers: { where: { value: place }, cow: [row, { ...row, id: 8 }], at: '06:30', stars: 4 },
    expect: {
      values: {
        ...{ where: place, cow: [row, { ...row, id: 8 }], at: '06:30', stars: 4 },
        ...{ place_text: '47.5 19.05 0 8', cows: 2, share: 6.5, double: 8 },
      },
    },
  }),
  scenario('instructions are read and never missed; calculated and hidden values are nobody’s to answer', {
    form: form(
      { type: 'instruction', id: 'hello', label: { en: 'Read this' } },
      calculated('sum', '1 + 1', { hidden: true }),
      ask('hidden', 'source'),
    ),
    answers: {},
    expect: { answered: '0 of 0', problems: [], missing: [], values: { sum: 2, source: null } },
  }),
  scenario('an instruction takes no answer', {
    form: form({ type: 'instruction', id: 'hello', label: { en: 'Read this' } }),
    answers: { hello: 'yes' },
    expect: { draft: ['hello unknown'], problems: ['hello unknown'] },
  }),
  scenario('times are compared and subtracted, and days and times are worked out from moments and numbers', {
    form: form(
      ask('time', 'begun'),
      { ...ask('time', 'ended'), constraints: [{ holds: '. > ${begun}' }] },
      calculated('hours', 'round((${ended} - ${begun}) * 24, 2)'),
      { ...ask('time', 'now_here'), calculate: 'now()' },
      { ...ask('time', 'noon'), calculate: '0.5' },
      { ...ask('date', 'day'), calculate: 'now()' },
      { ...ask('date_time', 'midnight'), calculate: 'today()' },
      { ...ask('hidden', 'started'), calculate: "'2026-11-21T07:30:00.000+00:00'" },
      calculated('minutes', 'round((now() - ${started}) * 1440)'),
    ),
    answers: { begun: '09:15', ended: '08:45' },
    expect: {
      values: {
        ...{ begun: '09:15', ended: '08:45', hours: -0.5, now_here: '09:30', noon: '12:00', day: '2026-11-21' },
        ...{ midnight: '2026-11-21T00:00', started: '2026-11-21T07:30:00.000+00:00', minutes: 60 },
      },
      problems: ['ended constraint'],
    },
  }),
]
