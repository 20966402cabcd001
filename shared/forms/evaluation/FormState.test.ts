import { describe, expect, test } from 'vitest'
import { compareRandomForms } from '#testing/forms/randomForms.ts'
import {
  anyOf,
  calculated,
  choice,
  form,
  formOf,
  group,
  number,
  repeat,
  section,
  text,
  yesNo,
} from '#testing/forms/scenarios/language.ts'
import { processorTime } from '#testing/processorTime.ts'
import { formatAnswer, formatterFor } from '../../submissions/formatter.ts'
import { problemsIn } from '../check.ts'
import type { Definition } from '../definition.ts'
import { mistakesIn } from '../mistakes/mistakes.ts'
import type { Question } from '../questions.ts'
import { seededPick } from '../scoring/sampleSize.ts'
import { wallClock } from './context.ts'
import { applyDefaults } from './defaults.ts'
import { FormState } from './FormState.ts'
import { animalRows, numberedRows, proposedSize, rosterGroup } from './roster.ts'

/** 200 questions, of which every tenth is worked out from the one before it, and every other is shown by one. */
const large: Definition = formOf(
  Array.from({ length: 10 }, (_, part) =>
    section(
      `s${part}`,
      ...Array.from({ length: 20 }, (_, index) => {
        const id = `q${part * 20 + index}`
        if (index % 10 === 9) return calculated(id, `\${q${part * 20 + index - 1}} * 2`)
        const asked = { ...number(id, { min: 0, max: 1000, required: true }), constraints: [{ holds: '. < 900' }] }
        return index % 2 === 1 ? { ...asked, visible_if: `\${q${part * 20 + index - 1}} > 5` } : asked
      }),
    ),
  ),
)
const filled = Object.fromEntries(Array.from({ length: 200 }, (_, index) => [`q${index}`, { value: 10 }]))

test('one answer of 200 works out only what depends on it', () => {
  const state = new FormState(large, filled)
  const before = state.evaluations
  const changed = state.setAnswer('q8', { value: 21 })
  // The value that is worked out from it, and nothing else.
  expect(state.evaluations - before).toBe(1)
  expect([...changed].sort()).toEqual(['q8', 'q9'])
  expect(state.value('q9')).toBe(42)

  state.setAnswer('q0', { value: 1 })
  expect(state.isVisible('q1')).toBe(false)
  // Whether the next question is shown.
  expect(state.evaluations - before).toBe(2)
  state.problemsAt('q2')
  state.problemsAt('q2')
  // The rule of one question, once.
  expect(state.evaluations - before).toBe(3)
})

test('an answer is worked out well within 5 ms', () => {
  const state = new FormState(large, filled)
  const rounds = 200
  const started = processorTime()
  for (let round = 0; round < rounds; round++) {
    const key = `q${(round % 20) * 10}`
    for (const other of state.setAnswer(key, { value: round % 12 })) state.problemsAt(other)
  }
  const each = (processorTime() - started) / rounds
  console.info(`one answer of 200 questions: ${each.toFixed(3)} ms`)
  expect(each).toBeLessThan(5)
})

test('a row that comes to fifty works out its own part and what looks at other rows', () => {
  const asked = Array.from({ length: 10 }, (_, index) => number(`m${index}`))
  const definition = form(
    repeat('cows', {}, ...asked, calculated('share', '${m0} div ${total}')),
    ...asked.map(({ id }) => calculated(`sum_${id}`, `sum(\${${id}})`)),
    calculated('total', 'sum(${m0})'),
  )
  const rows = Array.from({ length: 50 }, (_, index) => `r${index}`)
  const state = new FormState(definition, {
    cows: { value: rows },
    ...Object.fromEntries(rows.flatMap(row => asked.map(({ id }) => [`${id}@${row}`, { value: 2 }]))),
  })
  expect(state.value('share@r7')).toBe(0.02)
  const before = state.evaluations
  const changed = state.setAnswer('cows', { value: [...rows, 'new'] })
  // Eleven sums, and the share in the new row.
  expect(state.evaluations - before).toBe(12)
  expect(changed.has('m3@r7')).toBe(false)
  state.setAnswer('m0@new', { value: 100 })
  // The sum of it, the total, and every row's share of that.
  expect(state.evaluations - before).toBe(12 + 2 + 51)
  expect(state.value('share@r7')).toBe(0.01)
})

test('a calculation may ask for the one before it thousands of times in a row', () => {
  const count = 5_000
  const questions = Array.from({ length: count }, (_, index) =>
    calculated(`c${index}`, index + 1 < count ? `\${c${index + 1}} + 1` : '1'),
  )
  expect(new FormState(form(...questions)).value('c0')).toBe(count)
}, 30_000)

test('rows in rows in rows that are counted do not fill the memory', () => {
  const counted = { rows: { from: 'count' as const, count: '500' } }
  const state = new FormState(
    form(repeat('a', counted, repeat('b', counted, repeat('c', counted, number('n')))), number('after')),
  )
  expect([...state.visible()].length).toBeLessThan(55_000)
  expect(state.isVisible('after')).toBe(true)
}, 30_000)

test('answer by answer or all at once, any form comes to the same', () => {
  expect(() => compareRandomForms(20_261_121, 40)).not.toThrow()
}, 30_000)

test('only the listener of a question is told', () => {
  const state = new FormState(
    form(
      yesNo('ill'),
      { ...text('why'), visible_if: "${ill} = 'yes'" },
      { ...number('beds'), required_if: "${ill} = 'yes'" },
      number('other'),
    ),
  )
  expect([...state.setAnswer('ill', { value: 'yes' })].sort()).toEqual(['beds', 'ill', 'why'])
  expect(state.isRequired('beds')).toBe(true)
  expect([...state.setAnswer('other', { value: 1 })]).toEqual(['other'])
})

test('time goes on for what looks at the clock', () => {
  const now = '2026-11-21T23:59:00.000+01:00'
  const state = new FormState(
    form(calculated('day', "format-date(today(), '%Y-%m-%d')"), number('n')),
    {},
    { now, language: 'en' },
  )
  expect(state.value('day')).toBe('2026-11-21')
  expect([...state.setNow('2026-11-22T00:01:00.000+01:00')]).toEqual(['day'])
  expect(state.value('day')).toBe('2026-11-22')
})

test('refreshing settled content changes nothing', () => {
  const definition = form(
    yesNo('ill'),
    { ...text('why'), visible_if: "${ill} = 'yes'" },
    repeat('pens', { rows: { from: 'count', count: '2' } }, number('pigs')),
    calculated('all', 'sum(${pigs})'),
    calculated('code', 'uuid()'),
  )
  const settled = new FormState(definition, {
    ...{
      ill: { value: 'no', note: 'fine' },
      why: { value: 'hidden' },
      'pigs@3-1': { value: 3 },
      'pigs@9-9': { value: 3 },
    },
  }).settled()
  expect(settled).toMatchObject({
    ill: { value: 'no', note: 'fine' },
    pens: { value: ['3-1', '3-2'] },
    all: { value: 3 },
  })
  expect(Object.keys(settled)).toEqual(['ill', 'pens', 'pigs@3-1', 'all', 'code'])
  expect(new FormState(definition, settled).settled()).toEqual(settled)
})

test('what only the device knew is believed: last time, and its clock once all is over', () => {
  const definition = form(
    number('milk'),
    { ...text('why', true), visible_if: '${milk} < ${last-saved#milk}' },
    { ...number('fat'), constraints: [{ holds: '. > ${last-saved#fat}' }], required_if: '${last-saved#fat} != 1' },
    group('early', "format-date-time(now(), '%H') < 12", text('weather')),
  )
  const answers = { milk: { value: 20 }, why: { value: 'Heat' }, fat: { value: 4 }, weather: { value: 'Fog' } }
  const now = '2026-11-21T09:30:00.000+01:00'
  const device = new FormState(definition, answers, {
    ...{ now, language: 'en' as const },
    last: { milk: { value: 25 }, fat: { value: 3.9 } },
  })
  const sent = device.settled()
  expect(Object.keys(sent)).toEqual(['milk', 'why', 'fat', 'weather'])
  const server = new FormState(definition, sent, { now, language: 'en', keeps: 'last_answers' })
  expect(server.settled()).toEqual(sent)
  expect(problemsIn(server)).toEqual([])
  // Read at another hour of another place.
  const read = new FormState(definition, sent, { now: '2026-11-21T20:30:00.000Z', language: 'en', keeps: 'all' })
  expect(read.settled()).toEqual(sent)
  // On the device itself, and on the server for what it knows, conditions decide.
  const late = new FormState(definition, sent, {
    now: '2026-11-21T20:30:00.000Z',
    language: 'en',
    keeps: 'last_answers',
  })
  expect(late.isVisible('weather')).toBe(false)
})

test('a default is given once, and a removed answer stays removed', () => {
  const definition = form({ ...text('remark'), default: { from: 'fixed', value: 'Calm' } })
  const state = new FormState(definition)
  const seen = new Set<string>()
  expect([...applyDefaults(state, seen)]).toEqual([['remark', 'Calm']])
  state.setAnswer('remark', undefined)
  expect([...applyDefaults(state, seen)]).toEqual([])
  expect(state.value('remark')).toBeUndefined()
})

test('a roster proposes a sample of the group, the same rows on every device', () => {
  const members = Array.from({ length: 100 }, (_, index) => ({ id: index + 1, name: `Cow ${index + 1}` }))
  const definition = form(
    { type: 'animal_group', id: 'group', label: { en: 'Group' } },
    repeat(
      'cows',
      { rows: { from: 'animals', group: 'group', animal: 'cow', sample: { confidence: 95, precision: 10 } } },
      { type: 'animal', id: 'cow', label: { en: 'Cow' } },
    ),
  )
  const state = new FormState(definition, { group: { value: [{ id: 3, name: 'Heifers' }] } })
  expect(rosterGroup(state, 'cows')).toEqual({ id: 3, name: 'Heifers' })
  expect(proposedSize(state, 'cows', members.length)).toBe(49)
  const { rows, answers } = animalRows(state, 'cows', members)
  expect(rows).toHaveLength(49)
  expect(new Set(rows).size).toBe(49)
  for (const row of rows)
    expect(answers[`cow@${row}`]?.value).toEqual([expect.objectContaining({ id: Number(row.split('a')[1]) })])
  state.setAnswer('cows', { value: rows })
  for (const [key, answer] of Object.entries(answers)) state.setAnswer(key, answer)
  expect(Object.keys(state.settled())).toHaveLength(51)
})

test('a roster draws from a seed what the page of the group draws, in two halves too', () => {
  const members = Array.from({ length: 100 }, (_, index) => ({ id: index + 1, name: `Cow ${index + 1}` }))
  const definition = form(
    { type: 'animal_group', id: 'group', label: { en: 'Group' } },
    repeat(
      'cows',
      { rows: { from: 'animals', group: 'group', animal: 'cow', sample: { confidence: 95, precision: 10 } } },
      { type: 'animal', id: 'cow', label: { en: 'Cow' } },
    ),
  )
  const state = new FormState(definition, { group: { value: [{ id: 3, name: 'Heifers' }] } })
  const drawnOn = (rows: string[]) => rows.map(row => Number(row.split('a')[1])).sort((a, b) => a - b)
  const expected = seededPick(members, 49, 482_913).map(({ id }) => id)
  expect(drawnOn(animalRows(state, 'cows', members, 49, 482_913).rows)).toEqual(expected)
  expect(drawnOn(animalRows(state, 'cows', members, 49, 482_914).rows)).not.toEqual(expected)
  const half = animalRows(state, 'cows', members, 25, 482_913)
  state.setAnswer('cows', { value: half.rows })
  for (const [key, answer] of Object.entries(half.answers)) state.setAnswer(key, answer)
  expect(drawnOn(animalRows(state, 'cows', members, 49, 482_913).rows)).toEqual(expected)
})

test('a counted sample grows with the herd, up to what its precision needs', () => {
  const definition = form(
    number('herd'),
    repeat(
      'cows',
      { rows: { from: 'sample', population: '${herd}', sample: { confidence: 95, precision: 10 } } },
      yesNo('lame'),
    ),
  )
  const state = new FormState(definition)
  const sizes = [0, 1, 30, 100, 200, 300, 1_000_000].map(herd => {
    state.setAnswer('herd', { value: herd })
    return proposedSize(state, 'cows')
  })
  expect(sizes).toEqual([null, 1, 30, 49, 65, 73, 96])
  state.setAnswer('cows', { value: ['1-2'] })
  expect(numberedRows(state, 'cows', 3)).toEqual(['1-2', '2-1', '2-2'])
})

test('the local clock has its zone', () => {
  expect(wallClock(new Date('2026-11-21T23:30:00Z'), 330)).toBe('2026-11-22T05:00:00.000+05:30')
  expect(wallClock(new Date('2026-11-21T00:30:00Z'), -60)).toBe('2026-11-20T23:30:00.000-01:00')
})

test('a calculated number has no more digits than its question takes', () => {
  const state = new FormState(
    form(
      number('cows', { decimals: 2 }),
      { ...number('share', { decimals: 3 }), calculate: '${cows} div 3' },
      { ...number('whole', { decimals: 0 }), calculate: '${cows} div 3' },
    ),
    { cows: { value: -8 } },
  )
  expect([state.value('share'), state.value('whole')]).toEqual([-2.667, -2])
  expect([...state.problemsAt('share'), ...state.problemsAt('whole')]).toEqual([])
})

describe('a condition that asks about a question inside what it shows', () => {
  const gated = form(
    text('name'),
    group(
      'inputs',
      "./source = 'user' or ${kind} = 'x-y'",
      { ...text('source'), default: { from: 'fixed', value: 'user' } },
      text('inner'),
      calculated('kind', "concat(${source}, '-', ${name})"),
    ),
  )

  test('a condition on itself is no circle, and reads given and initial values', () => {
    expect(mistakesIn(gated)).toEqual([])
    const state = new FormState(gated)
    expect(state.isVisible('inner')).toBe(false)
    applyDefaults(state, new Set())
    expect(['inputs', 'inner', 'source'].map(state.isVisible)).toEqual([true, true, true])
    state.setAnswer('source', { value: 'x' })
    expect(['inputs', 'inner', 'source'].map(state.isVisible)).toEqual([false, false, false])
    // A second evaluation gives the same.
    const settled = state.settled()
    expect(settled).toEqual({ source: { value: 'x' } })
    expect(new FormState(gated, settled).isVisible('inner')).toBe(false)
    // A calculation inside is read too, and follows what it rests on outside.
    state.setAnswer('name', { value: 'y' })
    expect(state.isVisible('inner')).toBe(true)
    state.setAnswer('name', { value: 'z' })
    expect(state.isVisible('inner')).toBe(false)
  })

  test('waits for itself where calculations do', () => {
    const circle = form(group('inputs', "${one} = 'x'", calculated('one', '${two}'), calculated('two', '${one}')))
    expect(new FormState(circle).isVisible('inputs')).toBe(false)
    expect(new Set(mistakesIn(circle).map(({ code }) => code))).toEqual(new Set(['circular_reference']))
  })

  test('is asked in each row of its own', () => {
    const rows = form(repeat('cows', {}, group('more', "${source} = 'user'", text('source'), text('inner'))))
    const state = new FormState(rows, { cows: { value: ['a', 'b'] }, 'source@b': { value: 'user' } })
    expect(['inner@a', 'inner@b'].map(state.isVisible)).toEqual([false, true])
    state.setAnswer('source@a', { value: 'user' })
    expect(state.isVisible('inner@a')).toBe(true)
  })
})

test('a ranking names all that is offered, in the order in which it was put', () => {
  const ranked = form({
    ...anyOf('wishes', { choices: ['water', 'feed', 'straw'].map(id => choice(id)) }),
    ranked: true,
  } as ReturnType<typeof anyOf>)
  const answers = (...value: string[]) => ({ wishes: { value } })
  const problems = (...value: string[]) => problemsIn(new FormState(ranked, answers(...value))).map(({ code }) => code)
  expect(problems('straw', 'water', 'feed')).toEqual([])
  expect(problems('straw', 'water')).toEqual(['ranking_unfinished'])
  expect(problems('straw', 'straw', 'feed')).toEqual(['duplicate'])
  expect(problemsIn(new FormState(ranked))).toEqual([])
  expect(new FormState(ranked, answers('straw', 'water', 'feed')).settled()).toEqual(answers('straw', 'water', 'feed'))
  const question = ranked.sections[0]?.questions[0] as Question
  const words = formatterFor({ locale: 'en', timeZone: 'UTC', t: ((key: string) => key) as never }, ranked)
  expect(formatAnswer(question, answers('straw', 'water').wishes, words)).toBe('1. straw and 2. water')
})
