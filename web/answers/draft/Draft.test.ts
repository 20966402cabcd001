import 'fake-indexeddb/auto'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Definition } from '#shared/forms/definition.ts'
import { FormState } from '#shared/forms/evaluation/FormState.ts'
import type { Question } from '#shared/forms/questions.ts'
import { type Entry, newEntry } from '../../filling/storage/entry.ts'
import { persistForm } from '../../filling/storage/formDraft.ts'
import { newKey } from '../../lib/attemptKey.ts'
import { deleteDatabase } from '../../lib/offline/database.ts'
import { Draft } from './Draft.ts'
import { problemOf } from './problemOf.ts'

const water: Question = { type: 'yes_no', id: 'water', label: {}, good: 'yes', required: true }
const cows: Question = { type: 'number', id: 'cows', label: {}, min: 1 }
const remark: Question = { type: 'text', id: 'remark', label: {} }
const definition: Definition = {
  schema: 1,
  default_language: 'en',
  sections: [{ id: 'only', title: {}, questions: [water, cows, remark] }],
}
let entry: Entry
let draft: Draft

const shelf = new Map<string, string>()

beforeEach(() => {
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => shelf.get(key) ?? null,
    setItem: (key: string, value: string) => shelf.set(key, value),
    removeItem: (key: string) => shelf.delete(key),
  })
  entry = newEntry({ uuid: newKey(), user_id: 7, company_id: 1, form_id: 3, version: 1, form_name: {} })
  draft = new Draft(entry, definition, persistForm(entry))
})
afterEach(async () => {
  await draft.persister.flush()
  await deleteDatabase(7)
  vi.unstubAllGlobals()
})

test('a question hears of its own answer and of no other', () => {
  const [own, other] = [vi.fn(), vi.fn()]
  draft.watchQuestion('water', own)
  draft.watchQuestion('remark', other)
  draft.setValue(water, 'yes')
  expect(own).toHaveBeenCalledOnce()
  expect(other).not.toHaveBeenCalled()
})

test('what a scanner or a paste brings and no server stores never becomes an answer', () => {
  draft.setValue(remark, 'Calm\u0000 \ud83d')
  draft.setNote(water, 'Seen\udc04')
  expect(draft.answers()).toEqual({ remark: { value: 'Calm ' }, water: { note: 'Seen' } })
  expect(draft.rowOf('remark')?.answer).toEqual({ value: 'Calm ' })
})

test('progress is the same object until it changes, however much is typed', () => {
  draft.setValue(remark, 'C')
  const before = draft.progress()
  draft.setValue(remark, 'Calm')
  expect(draft.progress()).toBe(before)
  draft.setValue(water, 'yes')
  expect(draft.progress()).toMatchObject({ answered: 2, missing: [] })
})

test('what is typed and is no number keeps the form open, and is kept', () => {
  draft.setValue(water, 'yes')
  draft.setValue(cows, undefined, { typed: '12,,' })
  expect(draft.openQuestions()).toEqual(['cows'])
  expect(draft.answers()).toEqual({ water: { value: 'yes' } })
  expect(draft.rowOf('cows')?.typed).toBe('12,,')
  draft.setValue(cows, 0, { typed: '0' })
  expect(draft.openQuestions()).toEqual(['cows'])
  draft.setValue(cows, 12, { typed: '12' })
  expect(draft.openQuestions()).toEqual([])
})

test('a note and a photo stay when the answer changes, and the answer when they do', () => {
  draft.setNote(water, 'Valve stuck')
  draft.setPhotos(water, [{ uuid: 'a' }])
  draft.setValue(water, 'no')
  expect(draft.answers()).toEqual({ water: { value: 'no', note: 'Valve stuck', photos: [{ uuid: 'a' }] } })
  draft.setValue(water, undefined)
  draft.setPhotos(water, [])
  draft.setNote(water, '')
  expect(draft.answers()).toEqual({})
})

test('what an earlier visit could not keep is there again, unless something newer was kept', async () => {
  const row = (question_id: string, value: string, changed_at: number) => ({
    ...{ uuid: entry.uuid, question_id, answer: { value }, changed_at },
  })
  draft = new Draft(entry, definition, persistForm(entry, { rows: [row('remark', 'Newer', 20)] }))
  shelf.set(`tend_rescue_7_${entry.uuid}`, 'laid down')
  draft.recover([row('remark', 'Older', 10), row('water', 'yes', 10)])
  expect(draft.answers()).toEqual({ remark: { value: 'Newer' }, water: { value: 'yes' } })
  expect(await draft.persister.flush()).toBe(true)
  expect(shelf.has(`tend_rescue_7_${entry.uuid}`)).toBe(false)
})

test('another tab is heard, but not while its question is being written here', async () => {
  const later = Date.now() + 60_000
  const theirs = (question_id: string, value: string, changed_at: number) => ({
    ...{ uuid: entry.uuid, question_id, answer: { value }, changed_at },
  })
  draft.setValue(remark, 'Mine')
  draft.takeRows([theirs('remark', 'Theirs', later), theirs('water', 'no', later)])
  expect(draft.answers()).toEqual({ remark: { value: 'Mine' }, water: { value: 'no' } })
  await draft.persister.flush()
  draft.takeRows([theirs('remark', 'Old', 1)])
  expect(draft.answers().remark).toEqual({ value: 'Mine' })
  draft.takeRows([theirs('remark', 'Theirs', later)])
  expect(draft.answers().remark).toEqual({ value: 'Theirs' })
})

test('the moment of completion is written down when the form is completed, and not before', async () => {
  const end: Question = { type: 'hidden', id: 'end', label: {}, default: { from: 'context', key: 'completed_at' } }
  const whole: Definition = { ...definition, sections: [{ id: 'only', title: {}, questions: [water, end] }] }
  draft = new Draft(entry, whole, persistForm(entry))
  draft.setValue(water, 'yes')
  expect(draft.rowOf('end')).toBeUndefined()
  expect(await draft.settle()).toBe(true)
  expect(draft.rowOf('end')?.answer.value).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}[+-]\d\d:\d\d$/)
})

test('where working the form out takes too long it is said, there and nowhere else, and no longer when it is shorter', () => {
  const long = Array.from({ length: 40 }, (_, index) => ({
    ...{ type: 'calculated' as const, id: `c${index}`, label: {} },
    calculate: `if(regex(\${remark}, '(${'a|'.repeat(10)}a)*b${index}'), 1, 2)`,
  }))
  const sections = [{ id: 'only', title: {}, questions: [remark, ...long] }]
  draft = new Draft(entry, { schema: 1, default_language: 'en', sections }, persistForm(entry))
  const said = () => long.map(({ id }) => id).filter(id => problemOf(draft, id))
  expect(said()).toEqual([])
  const heard = new Map(long.map(({ id }) => [id, vi.fn()]))
  for (const [id, listener] of heard) draft.watchQuestion(id, listener)
  draft.setValue(remark, 'a'.repeat(20_000))
  const [first = ''] = said()
  expect(said()).toEqual([first])
  expect(problemOf(draft, first)).toMatchObject({ text: 'problem.field.too_much_work', isGap: false })
  expect(draft.openQuestions()).toEqual([first])
  for (const listener of heard.values()) listener.mockClear()
  draft.setValue(remark, 'a'.repeat(12_000))
  const [later = ''] = said()
  expect(later).not.toBe(first)
  for (const id of [first, later]) expect(heard.get(id)).toHaveBeenCalled()
  draft.setValue(remark, 'aa')
  expect([said(), draft.openQuestions()]).toEqual([[], []])
})

test('a choice that another answer keeps from being offered is taken away and named, down a whole cascade', () => {
  const choice = (id: string, within: string) => ({ id, label: { en: id }, attributes: { within } })
  const asked = (type: 'single_choice' | 'multiple_choice', id: string, above: string, ...choices: object[]) =>
    ({ type, id, label: {}, choices, choice_filter: `within = \${${above}}` }) as Question
  const [land, region, towns] = [
    { type: 'text', id: 'land', label: {} } as const,
    asked('single_choice', 'region', 'land', choice('alföld', 'hu'), choice('bayern', 'de')),
    asked('multiple_choice', 'towns', 'region', choice('szeged', 'alföld'), choice('hof', 'bayern')),
  ]
  const cascade: Definition = {
    ...definition,
    sections: [{ id: 'only', title: {}, questions: [land, region, towns] }],
  }
  draft = new Draft(entry, cascade, persistForm(entry))
  draft.setValue(land, 'hu')
  draft.setValue(region, 'alföld')
  draft.setValue(towns, ['szeged'])
  draft.setNote(towns, 'By the river')
  draft.setValue(land, 'de')
  expect(draft.answers()).toEqual({ land: { value: 'de' }, towns: { note: 'By the river' } })
  expect([draft.clearedAt('region'), draft.clearedAt('towns')]).toEqual([['alföld'], ['szeged']])
  draft.setValue(region, 'bayern')
  expect([draft.clearedAt('region'), draft.clearedAt('towns')]).toEqual([[], ['szeged']])
  // What was filled in before, and is only looked at, stays until somebody answers.
  const rows = [
    { uuid: entry.uuid, question_id: 'land', answer: { value: 'hu' }, changed_at: 1 },
    { uuid: entry.uuid, question_id: 'region', answer: { value: 'bayern' }, changed_at: 1 },
  ]
  const opened = new Draft(entry, cascade, persistForm(entry, { rows }))
  expect(opened.answers()).toHaveProperty('region.value', 'bayern')
  expect(opened.openQuestions()).toEqual(['region'])
})

test('what was said of a row that hangs on a pick stays with it when other choices are picked or unpicked', () => {
  const parts = ['udder', 'leg', 'eye'].map(id => ({ id, label: {} }))
  const where: Question = { type: 'multiple_choice', id: 'where', label: {}, choices: parts }
  const said: Question = { type: 'text', id: 'said', label: {} }
  const rows = { from: 'count', count: 'count-selected(${where})' } as const
  const form = {
    ...definition,
    sections: [
      { id: 'only', title: {}, questions: [where, { type: 'repeat', id: 'each', title: {}, rows, questions: [said] }] },
    ],
  } as Definition
  draft = new Draft(entry, form, persistForm(entry))
  /** The answers of each row in the order in which the rows are shown. */
  const told = () =>
    [draft.state, new FormState(form, draft.answers())].map(state =>
      state.rows('each').map(row => state.value(`said@${row}`)),
    )
  const both = (...texts: unknown[]) => [texts, texts]
  const sayIn = (index: number, text: string) =>
    draft.setValue(draft.asked(said, draft.state.rows('each')[index]), text)

  draft.setValue(where, ['leg', 'eye'])
  sayIn(0, 'of the leg')
  sayIn(1, 'of the eye')
  draft.setValue(where, ['udder', 'leg', 'eye'])
  expect(told()).toEqual(both(undefined, 'of the leg', 'of the eye'))
  sayIn(0, 'of the udder')
  draft.setValue(where, ['udder', 'eye'])
  expect(told()).toEqual(both('of the udder', 'of the eye'))
  // Taken back by mistake: it has its words again.
  draft.setValue(where, ['udder', 'leg', 'eye'])
  expect(told()).toEqual(both('of the udder', 'of the leg', 'of the eye'))
})
