import { keepContent } from '#shared/forms/tables/contents.ts'
import { cases, farms } from '#testing/expressions/cases.ts'
import {
  anyOf,
  ask,
  calculated,
  choice,
  formOf,
  number,
  repeat,
  type Scenario,
  scenario,
  section,
  text,
} from './language.ts'

/** The questions that the cases ask about, and one that works a case out. */
const farmsUuid = '0c1f7e3f-58a1-4b0e-9d6f-1f1d2f3a4b5c'
keepContent(farmsUuid, farms)

const formFor = (calculate: string) =>
  formOf(
    [
      section(
        'main',
        number('n'),
        number('half', { decimals: 1 }),
        text('blank'),
        text('word'),
        anyOf('crops', { choices: ['maize', 'wheat', 'rye'].map(id => choice(id)) }),
        ask('date', 'birth'),
        ask('time', 'fed'),
        ask('time', 'milked'),
        ask('date_time', 'seen'),
        repeat('animals', {}, number('weights'), text('names')),
        calculated('result', calculate),
      ),
    ],
    { tables: [{ name: 'farms', uuid: farmsUuid, columns: farms.columns, rows: farms.rows.length }] },
  )

const rows = ['r1', 'r2', 'r3']
const answers: Scenario['answers'] = {
  ...{ n: 4, half: 0.5, word: 'Barn 2', crops: ['maize', 'wheat', 'rye'] },
  ...{ birth: '2024-02-29', fed: '06:30', milked: '16:00', seen: '2026-11-21T08:00:00+01:00' },
  animals: rows,
  ...{ 'weights@r1': 40, 'weights@r3': 60, 'names@r1': 'Ada', 'names@r2': 'Bea' },
}

/** A calculation keeps numbers as numbers, and no answer where there is none. */
function kept(text: string): string | number | null {
  if (text === '' || text === 'NaN') return null
  return /^-?\d+(\.\d+)?$/.test(text) && text.length < 20 ? Number(text) : text
}

/** What is a number in one place may be a text in another: the cases compare texts. */
const textual = new Set([
  "instance('farms')/root/item[cows > ${n} and name = 'Hill Farm']/id",
  "instance('farms')/root/item[2]/id",
  "instance('farms')/root/item[name = 'Hill Farm'][2]/id",
  'selected-at(${crops}, 1)',
  'substr(${word}, 5)',
  'substr(${word}, -1)',
  'string(${n})',
  'uuid(4)',
])

const worked = cases
  .filter(([source]) => !source.includes('1000000'))
  .map(([source, expected]) =>
    scenario(`${source} is "${expected}"`, {
      form: formFor(source),
      answers,
      context: { known: { started_at: '2026-11-21T09:20:00.500+01:00' }, device: 'Barn phone' },
      expect: {
        values: {
          ...{ n: 4, half: 0.5, blank: null, word: 'Barn 2', crops: ['maize', 'wheat', 'rye'] },
          ...{ birth: '2024-02-29', fed: '06:30', milked: '16:00', seen: '2026-11-21T08:00:00+01:00' },
          ...{
            'weights@r1': 40,
            'weights@r2': null,
            'weights@r3': 60,
            'names@r1': 'Ada',
            'names@r2': 'Bea',
            'names@r3': null,
          },
          result: textual.has(source) ? expected : kept(expected),
        },
      },
    }),
  )

const crops = anyOf('crops', {
  choices: [choice('maize'), { ...choice('wheat'), label: { en: 'Wheat', de: 'Weizen' } }],
})

export const expressionScenarios: Scenario[] = [
  ...worked,
  scenario('the words of choices are those of the language', {
    form: formOf([section('main', crops, calculated('words', "jr:choice-name(${crops}, '${crops}')"))]),
    answers: { crops: ['maize', 'wheat'] },
    context: { language: 'de' },
    expect: { values: { crops: ['maize', 'wheat'], words: 'maize, Weizen' } },
  }),
  scenario('what was answered the last time can be asked for', {
    form: formOf([section('main', number('milk'), calculated('more', '${milk} - ${last-saved#milk}'))]),
    answers: { milk: 28 },
    context: { last: { milk: { value: 25 } } },
    expect: { values: { milk: 28, more: 3 } },
  }),
  scenario('a value by chance is kept once it is there', {
    form: formOf([section('main', calculated('code', 'once(uuid(4))'), number('n'))]),
    answers: {},
    after: [
      ['code', 'abcd'],
      ['n', 1],
    ],
    expect: { values: { code: 'abcd', n: 1 } },
  }),
  scenario('what cannot be a number is no answer', {
    form: formOf([section('main', text('word'), calculated('twice', '${word} * 2'))]),
    answers: { word: 'two' },
    expect: { values: { word: 'two', twice: null } },
  }),
]
