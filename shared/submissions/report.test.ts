import { expect, test } from 'vitest'
import {
  ask,
  calculated,
  choice,
  form,
  formOf,
  group,
  oneOf,
  repeat,
  section,
  text,
  yesNo,
} from '#testing/forms/scenarios/language.ts'
import type { Answers } from '../forms/answers/answers.ts'
import type { Definition } from '../forms/definition.ts'
import { scoreSubmission } from '../forms/scoring/scoring.ts'
import { formatAnswer, formatterFor } from './formatter.ts'
import { criticalAnswers, type ReportItem, reportOf, stateOf } from './report.ts'

/** Texts of the app stand as their keys. */
const words = (definition: Definition) =>
  formatterFor(
    { locale: 'en', timeZone: 'UTC', t: (key: string) => key } as Parameters<typeof formatterFor>[0],
    definition,
  )

function read(definition: Definition, answers: Answers, completed_at: string | null = '2026-11-21T08:30:00.000Z') {
  const reader = words(definition)
  const state = stateOf({ definition, answers, completed_at, updated_at: '2026-11-21T09:00:00.000Z' }, reader)
  const score = scoreSubmission(definition, answers)
  const said = (item: ReportItem) => {
    if (item.kind === 'heading') return `${'#'.repeat(item.depth + 1)} ${item.text}`
    if (item.kind === 'measure') return `${item.label}: ${item.band}`
    return `${item.label}: ${formatAnswer(item.question, item.answer, reader) ?? '–'}`
  }
  return {
    lines: definition.sections.flatMap(one => reportOf(one, state, score, reader)).map(said),
    critical: criticalAnswers(state, score, reader).map(said),
  }
}

const herd = formOf([
  section(
    'main',
    { type: 'instruction', id: 'hello', label: { en: 'Read this' } },
    text('farmer'),
    group('feed', undefined, { ...text('hay'), label: { en: 'Hay of ${farmer}' } }, yesNo('wet')),
    { ...text('why'), visible_if: "${wet} = 'yes'" },
    ask('hidden', 'source'),
    calculated('secret', '1 + 1', { hidden: true }),
    repeat(
      'cows',
      {
        row_label: { en: 'Cow ${tag}' },
        measures: [
          {
            id: 'lame_share',
            label: { en: 'Lame' },
            question: 'gait',
            at_least: 1,
            limits: { good: 10, attention: 40 },
          },
        ],
      },
      text('tag'),
      oneOf('gait', {
        choices: [
          { ...choice('sound'), grade: 0 },
          { ...choice('lame', { fails: true }), grade: 1 },
        ],
        critical: true,
        required: true,
      }),
    ),
  ),
])
const answers: Answers = {
  farmer: { value: 'Ada' },
  hay: { value: 'dry' },
  wet: { value: 'no' },
  why: { value: 'was hidden' },
  source: { value: 'poster' },
  cows: { value: ['r1', 'r2'] },
  'tag@r1': { value: 'A1' },
  'gait@r1': { value: 'sound' },
  'tag@r2': { value: 'B2' },
  'gait@r2': { value: 'lame' },
}

test('a report shows the asked questions in order and rows, and nothing that nobody saw', () => {
  expect(read(herd, answers).lines).toEqual([
    'farmer: Ada',
    '# feed',
    'Hay of Ada: dry',
    'wet: submissions.answers.no',
    '# cows',
    'Lame: act',
    '## Cow A1',
    'tag: A1',
    'gait: sound',
    '## Cow B2',
    'tag: B2',
    'gait: lame',
  ])
})

test('critical answers name their row', () => {
  expect(read(herd, answers).critical).toEqual(['Cow B2 · gait: lame'])
  expect(read(herd, { ...answers, 'gait@r2': { value: 'sound' } }).critical).toEqual([])
})

test('an asked question without an answer is shown, and a note alone too', () => {
  const plain = form(text('remark'), text('other'))
  expect(read(plain, { remark: { note: 'later' } }).lines).toEqual(['remark: –', 'other: –'])
})

test('values, times and last answers stay as they were sent, and nothing is computed again', () => {
  const definition = form(
    calculated('day', "format-date(today(), '%Y-%m-%d')"),
    { ...text('night'), visible_if: "format-date-time(now(), '%H') >= 22" },
    { ...text('worse'), visible_if: "${last-saved#night} = 'calm'" },
    { ...text('never'), visible_if: "format-date-time(now(), '%H') >= 22" },
  )
  const sent = { day: { value: '2026-11-22' }, night: { value: 'calm' }, worse: { value: 'yes' } }
  expect(read(definition, sent).lines).toEqual(['day: 2026-11-22', 'night: calm', 'worse: yes'])
})

test('a section that was not asked is not in it', () => {
  const definition = formOf([
    section('first', yesNo('pigs')),
    { ...section('second', text('tails')), visible_if: "${pigs} = 'yes'" },
  ])
  expect(read(definition, { pigs: { value: 'no' } }, null).lines).toEqual(['pigs: submissions.answers.no'])
})
