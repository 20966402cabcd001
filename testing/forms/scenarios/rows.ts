import {
  ask,
  calculated,
  form,
  formOf,
  number,
  repeat,
  type Scenario,
  scenario,
  section,
  text,
  yesNo,
} from './language.ts'

const cows = form(
  number('limit'),
  repeat('cows', { min_rows: 1, max_rows: 3 }, text('tag', true), number('milk'), calculated('place', 'position(..)'), {
    ...text('why', true),
    visible_if: '${milk} < ${limit}',
  }),
  calculated('total', 'sum(${milk})'),
  calculated('least', 'min(${milk})'),
  calculated('how_many', 'count(${cows})'),
  calculated('tags', "join('+', ${tag})"),
  calculated('second', 'indexed-repeat(${milk}, ${cows}, 2)'),
)
const two = { limit: 10, cows: ['r1', 'r2'], 'tag@r1': 'A', 'milk@r1': 30, 'tag@r2': 'B', 'milk@r2': 5 }

const counted = form(number('n'), repeat('pens', { rows: { from: 'count', count: '${n}' } }, text('name', true)))

const nested = formOf([
  section(
    'main',
    repeat(
      'barns',
      {},
      text('barn'),
      repeat('pens', {}, number('pigs'), calculated('said', "concat(${barn}, '/', ${pigs})")),
      calculated('in_barn', 'sum(${pigs})'),
    ),
    calculated('in_all', 'sum(${pigs})'),
    calculated('pens_in_all', 'count(${pens})'),
    calculated('one', 'indexed-repeat(${pigs}, ${barns}, 2, ${pens}, 1)'),
  ),
])
const farm = {
  ...{ barns: ['b1', 'b2'], 'barn@b1': 'North', 'barn@b2': 'South' },
  ...{ 'pens@b1': ['p1', 'p2'], 'pens@b2': ['p3'], 'pigs@p1': 10, 'pigs@p2': 20, 'pigs@p3': 5 },
}

export const rowScenarios: Scenario[] = [
  scenario('each row is asked by itself, and the rest of the form sees all rows', {
    form: cows,
    answers: two,
    expect: {
      visible: [
        'limit',
        'tag@r1',
        'tag@r2',
        'milk@r1',
        'milk@r2',
        'place@r1',
        'place@r2',
        'why@r2',
        'total',
        'least',
        'how_many',
        'tags',
        'second',
      ],
      values: {
        ...{ limit: 10, 'tag@r1': 'A', 'tag@r2': 'B', 'milk@r1': 30, 'milk@r2': 5, 'place@r1': 1, 'place@r2': 2 },
        ...{ 'why@r2': null, total: 35, least: 5, how_many: 2, tags: 'A+B', second: 5 },
      },
      problems: ['why@r2 required'],
      rows: { cows: 2 },
    },
  }),
  scenario('an answer in a row changes what depends on it, there and outside', {
    form: cows,
    answers: two,
    after: [
      ['milk@r2', 12],
      ['milk@r1', null],
    ],
    expect: {
      values: {
        ...{ limit: 10, 'tag@r1': 'A', 'tag@r2': 'B', 'milk@r1': null, 'milk@r2': 12, 'place@r1': 1, 'place@r2': 2 },
        ...{ total: 12, least: 12, how_many: 2, tags: 'A+B', second: 12 },
      },
      problems: [],
    },
  }),
  scenario('an answer outside changes every row', {
    form: cows,
    answers: two,
    after: [['limit', 40]],
    expect: { problems: ['why@r1 required', 'why@r2 required'] },
  }),
  scenario('without its middle row, the others keep their answers and get new numbers', {
    form: cows,
    answers: { ...two, cows: ['r1', 'r2', 'r3'], 'tag@r3': 'C', 'milk@r3': 20 },
    after: [['cows', ['r1', 'r3']]],
    expect: {
      values: {
        ...{ limit: 10, 'tag@r1': 'A', 'tag@r3': 'C', 'milk@r1': 30, 'milk@r3': 20, 'place@r1': 1, 'place@r3': 2 },
        ...{ total: 50, least: 20, how_many: 2, tags: 'A+C', second: 20 },
      },
      settled: [
        'limit',
        'cows',
        'tag@r1',
        'tag@r3',
        'milk@r1',
        'milk@r3',
        'place@r1',
        'place@r3',
        'total',
        'least',
        'how_many',
        'tags',
        'second',
      ],
    },
  }),
  scenario('rows can change their order', {
    form: cows,
    answers: two,
    after: [['cows', ['r2', 'r1']]],
    expect: {
      values: {
        ...{ limit: 10, 'tag@r2': 'B', 'tag@r1': 'A', 'milk@r2': 5, 'milk@r1': 30, 'place@r2': 1, 'place@r1': 2 },
        ...{ 'why@r2': null, total: 35, least: 5, how_many: 2, tags: 'B+A', second: 30 },
      },
    },
  }),
  scenario('too few rows are missed', {
    form: cows,
    answers: { limit: 1 },
    expect: { problems: ['cows too_few_rows 1'], missing: ['cows'] },
  }),
  scenario('too many rows are said', {
    form: form(repeat('cows', { max_rows: 1 }, text('tag'))),
    answers: { cows: ['a', 'b'] },
    expect: { problems: ['cows too_many_rows 1'] },
  }),
  scenario('rows that are no ids are refused, even in a draft', {
    form: cows,
    answers: { cows: ['a b'] },
    expect: { draft: ['cows wrong_type'] },
  }),
  scenario('the same row twice is refused', {
    form: cows,
    answers: { cows: ['a', 'a'] },
    expect: { draft: ['cows duplicate'] },
  }),
  scenario('an answer without its row counts for nothing and is not kept', {
    form: cows,
    answers: { ...two, 'tag@gone': 'X', 'why@r2': 'Dry' },
    expect: {
      draft: [],
      problems: [],
      settled: [
        'limit',
        'cows',
        'tag@r1',
        'tag@r2',
        'milk@r1',
        'milk@r2',
        'place@r1',
        'place@r2',
        'why@r2',
        'total',
        'least',
        'how_many',
        'tags',
        'second',
      ],
    },
  }),
  scenario('a row where there are none is unknown, and so is an answer without one where there are', {
    form: cows,
    answers: { 'limit@r1': 1, tag: 'A' },
    expect: { draft: ['limit@r1 unknown', 'tag unknown'] },
  }),
  scenario('as many rows as are counted', {
    form: counted,
    answers: { n: 2 },
    expect: {
      rows: { pens: 2 },
      visible: ['n', 'name@2-1', 'name@2-2'],
      answered: '1 of 3',
    },
  }),
  scenario('rows that are counted away are there again with their answers', {
    form: counted,
    answers: { n: 2, 'name@2-2': 'Back' },
    after: [
      ['n', 1],
      ['n', 3],
    ],
    expect: { rows: { pens: 3 }, values: { n: 3, 'name@2-1': null, 'name@2-2': 'Back', 'name@2-3': null } },
  }),
  scenario('a count that makes no sense makes no rows', {
    form: counted,
    answers: { n: -3 },
    expect: { rows: { pens: 0 }, problems: [] },
  }),
  scenario('repeats can stand in repeats: inside, each sees its own rows', {
    form: nested,
    answers: farm,
    expect: {
      values: {
        ...{ 'barn@b1': 'North', 'barn@b2': 'South', 'pigs@p1': 10, 'pigs@p2': 20, 'pigs@p3': 5 },
        ...{ 'said@p1': 'North/10', 'said@p2': 'North/20', 'said@p3': 'South/5', 'in_barn@b1': 30, 'in_barn@b2': 5 },
        ...{ in_all: 35, pens_in_all: 3, one: 5 },
      },
    },
  }),
  scenario('what changes in an inner row is seen around it', {
    form: nested,
    answers: farm,
    after: [
      ['pigs@p1', 1],
      ['pens@b1', ['p1']],
      ['barn@b2', 'West'],
      ['barns', ['b2', 'b1']],
    ],
    expect: {
      values: {
        ...{
          'barn@b2': 'West',
          'barn@b1': 'North',
          'pigs@p3': 5,
          'pigs@p1': 1,
          'said@p3': 'West/5',
          'said@p1': 'North/1',
        },
        ...{ 'in_barn@b2': 5, 'in_barn@b1': 1, in_all: 6, pens_in_all: 2, one: 1 },
      },
    },
  }),
  scenario('rows of a hidden repeat are not there', {
    form: form(
      yesNo('any'),
      { ...repeat('cows', { min_rows: 1 }, text('tag', true)), visible_if: "${any} = 'yes'" },
      calculated('n', 'count(${cows})'),
    ),
    answers: { any: 'no', cows: ['a'], 'tag@a': 'A' },
    expect: { visible: ['any', 'n'], values: { any: 'no', n: 0 }, problems: [], settled: ['any', 'n'] },
  }),
  scenario('a rule can look at the row before', {
    form: form(
      repeat(
        'days',
        {},
        {
          ...number('count'),
          constraints: [{ holds: 'position(..) = 1 or . >= indexed-repeat(${count}, ${days}, position(..) - 1)' }],
        },
      ),
    ),
    answers: { days: ['a', 'b'], 'count@a': 5, 'count@b': 7 },
    after: [['count@a', 9]],
    expect: { problems: ['count@b constraint'] },
  }),
  scenario('a demand can look at the row before', {
    form: form(
      repeat(
        'days',
        {},
        {
          ...number('count'),
          triggers: [
            { id: 'fewer', when: '. < indexed-repeat(${count}, ${days}, position(..) - 1)', require_note: true },
          ],
        },
      ),
    ),
    answers: { days: ['a', 'b'], 'count@a': 5, 'count@b': 7 },
    after: [['count@a', 9]],
    expect: { problems: ['count@b note_required'] },
  }),
  scenario('animals of a roster are rows of a register', {
    form: form(
      repeat(
        'sample',
        { rows: { from: 'animals', animal: 'cow' } },
        ask('animal', 'cow'),
        yesNo('lame', { good: 'no' }),
      ),
    ),
    answers: { sample: ['0-a7'], 'cow@0-a7': [{ id: 7, name: 'Bella' }], 'lame@0-a7': 'yes' },
    expect: { failed: ['lame@0-a7'], problems: [], draft: [] },
  }),
]
