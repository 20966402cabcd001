import { expect, test } from 'vitest'
import { ask, formOf, repeat, section, text, yesNo } from '#testing/forms/scenarios/language.ts'
import type { Answers } from '../forms/answers/answers.ts'
import type { Definition } from '../forms/definition.ts'
import { compare } from './compare.ts'
import type { SubmissionDetail } from './contract.ts'
import { formatterFor } from './formatter.ts'
import { stateOf } from './report.ts'

const t = (key: string, options?: { count?: number }) =>
  options?.count === undefined ? key : `${options.count} ${key}`
const words = (definition: Definition) =>
  formatterFor({ locale: 'en', timeZone: 'UTC', t } as Parameters<typeof formatterFor>[0], definition)

function side(definition: Definition, answers: Answers) {
  const submission = {
    ...{ definition, answers, score: null, completed_at: '2026-11-21T08:30:00.000Z' },
    updated_at: '2026-11-21T09:00:00.000Z',
  } as SubmissionDetail
  return { submission, state: stateOf(submission, words(definition)) }
}

const differences = (now: [Definition, Answers], before: [Definition, Answers]) =>
  compare(side(...now), side(...before), words(now[0]))
    .filter(({ isSame }) => !isSame)
    .map(row => [row.label, row.before, row.now, row.turned])

const pen = formOf([
  section(
    'main',
    yesNo('calm', { good: 'yes' }),
    text('remark'),
    ask('place', 'spot'),
    ask('photo', 'picture'),
    ask('signature', 'signed'),
  ),
])
const photoOf = (uuid: string) => ({ value: [{ uuid }] })
const [one, other] = ['0e7cbf9c-4f3e-4b6a-9b59-0d6c3b0e9a01', '0e7cbf9c-4f3e-4b6a-9b59-0d6c3b0e9a02']
const calm = { calm: { value: 'yes' }, remark: { value: 'Dry' } }

test('a difference is named with both sides, and whether it failed or was corrected', () => {
  const lame = { calm: { value: 'no', note: 'Ewe 12' } }
  expect(differences([pen, lame], [pen, calm])).toEqual([
    ['calm', 'submissions.answers.yes', 'submissions.answers.no · Ewe 12', 'failed'],
    ['remark', 'Dry', null, null],
  ])
  expect(differences([pen, calm], [pen, lame])[0]?.[3]).toBe('mended')
  expect(differences([pen, calm], [pen, calm])).toEqual([])
})

test('other photos of the same are no change, nor is a place found again within some metres', () => {
  const given = (uuid: string, latitude: number): Answers => ({
    ...calm,
    spot: { value: { latitude, longitude: 19.04, accuracy: 8 } },
    picture: photoOf(uuid),
    signed: photoOf(uuid),
  })
  expect(differences([pen, given(one, 47.49801)], [pen, given(other, 47.49791)])).toEqual([])
  expect(differences([pen, given(one, 47.5)], [pen, given(other, 47.49)]).map(([label]) => label)).toEqual(['spot'])
  const without = { ...given(one, 47.5) }
  delete without.picture
  expect(differences([pen, given(one, 47.5)], [pen, without])).toEqual([
    ['picture', null, '1 submissionPage.previous.photos', null],
  ])
})

test('rows are compared by name, with any ids', () => {
  const herd = formOf([
    section('main', repeat('cows', { row_label: { en: 'Cow ${tag}' } }, text('tag'), text('state'))),
  ])
  const cow = (row: string, tag: string, state: string): Answers => ({
    [`tag@${row}`]: { value: tag },
    [`state@${row}`]: { value: state },
  })
  const before = { cows: { value: ['a', 'b'] }, ...cow('a', '12', 'well'), ...cow('b', '13', 'well') }
  const now = { cows: { value: ['x', 'y'] }, ...cow('x', '13', 'lame'), ...cow('y', '12', 'well') }
  expect(differences([herd, now], [herd, before])).toEqual([['Cow 13 · state', 'well', 'lame', null]])
})

test('a question that came with a newer version, or went with it, was not asked', () => {
  const older = formOf([section('main', yesNo('calm', { good: 'yes' }), text('gone'))])
  expect(differences([pen, calm], [older, { calm: { value: 'yes' }, gone: { value: 'Was here' } }])).toEqual([
    ['remark', undefined, 'Dry', null],
    ['spot', undefined, null, null],
    ['picture', undefined, null, null],
    ['signed', undefined, null, null],
    ['gone', 'Was here', undefined, null],
  ])
})
