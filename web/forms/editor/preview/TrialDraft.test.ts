import 'fake-indexeddb/auto'
import { expect, test } from 'vitest'
import type { Definition, Element } from '#shared/forms/definition.ts'
import { newEntry } from '../../../filling/storage/entry.ts'
import { TrialDraft, trialOf } from './TrialDraft.ts'

const entry = trialOf({ id: 3, company_id: 1, name: { en: 'Pens' } })
const formOf = (...questions: Element[]): Definition => ({
  schema: 1,
  default_language: 'en',
  scoring: { bands: { good: 80, attention: 50 } },
  sections: [{ id: 'only', title: {}, questions }],
})

const lame: Element = {
  type: 'yes_no',
  id: 'lame',
  label: {},
  good: 'no',
  points: 2,
  required: true,
  when_failed: {
    task: { title: { en: 'Look at it' }, priority: 'high', due_after: 'PT4H', assignee: 'manager' },
    notify: { to: ['manager'] },
    set_status: 'stop',
  },
}
const which: Element = { type: 'text', id: 'which', label: {}, required: true, visible_if: "${lame} = 'yes'" }
const tag: Element = { type: 'text', id: 'tag', label: {} }
const cows: Element = { type: 'repeat', id: 'cows', label: {}, questions: [tag] }
const day: Element = { type: 'text', id: 'day', label: {}, default: { from: 'fixed', value: 'Monday' } }

test('a trial goes by the conditions, misses what is missing and says what would come of it', () => {
  const trial = new TrialDraft(entry, formOf(lame, which))
  expect(trial.openQuestions()).toEqual(['lame'])
  trial.setValue({ id: 'lame' }, 'yes')
  expect(trial.openQuestions()).toEqual(['which'])
  trial.setValue({ id: 'which' }, 'Bella')
  expect(trial.openQuestions()).toEqual([])
  expect(trial.evaluation()).toMatchObject({
    score: { percent: 0, band: 'act' },
    tasks: [{ title: { en: 'Look at it' }, assignee: 'manager' }],
    notices: [{ to: ['manager'] }],
    subject_status: 'stop',
  })
})

test('nothing of a trial is kept on this device, and its photos last as long as the page', async () => {
  const trial = new TrialDraft(entry, formOf(lame, day))
  const photo = { uuid: 'p1', entry_uuid: 'trial', question_id: 'lame', name: 'a.jpg', content_type: 'image/jpeg' }
  trial.setPhotos({ id: 'lame' }, [{ uuid: 'p1', name: 'a.jpg' }], {
    ...photo,
    bytes: new ArrayBuffer(1),
    sha256: null,
    path: null,
    state: 'kept',
    taken_at: '',
  })
  trial.setValue({ id: 'lame' }, 'no')
  expect(await trial.settle()).toBe(true)
  expect(trial.persister.hasPending()).toBe(false)
  // Other tests share this process and leave databases of their own people.
  expect((await indexedDB.databases()).map(({ name }) => name)).not.toContain(`tend-${entry.user_id}`)
  const next = new TrialDraft(entry, formOf(lame), undefined, trial)
  expect((await next.persister.findPhoto('p1'))?.name).toBe('a.jpg')
})

test('answers go on while the form is changed, rows and all, where they still fit; values of the form are set again', () => {
  const trial = new TrialDraft(entry, formOf(lame, cows, day))
  trial.setValue({ id: 'cows' }, ['r1'])
  trial.setValue({ id: 'tag@r1' }, 'HU 1')
  trial.setValue({ id: 'lame' }, 'yes')
  trial.hasSeenEnd = true
  const tuesday: Element = { ...day, default: { from: 'fixed', value: 'Tuesday' } }
  const next = new TrialDraft(entry, formOf({ ...lame, label: { en: 'Lame?' } }, cows, tuesday), undefined, trial)
  expect(next.state.value('tag@r1')).toBe('HU 1')
  expect(next.state.value('lame')).toBe('yes')
  expect(next.state.value('day')).toBe('Tuesday')
  expect(next.hasSeenEnd).toBe(true)

  const asText = new TrialDraft(entry, formOf({ type: 'text', id: 'lame', label: {} }, cows), undefined, next)
  expect(asText.state.value('lame')).toBeUndefined()
  expect(asText.state.value('tag@r1')).toBe('HU 1')
})

test('a form that is not finished can be tried: what cannot be read is left out', () => {
  const trial = new TrialDraft(
    newEntry({ ...entry }),
    formOf(
      { type: 'calculated', id: 'one', label: {}, calculate: '${two} +' },
      { type: 'calculated', id: 'two', label: {}, calculate: '${three}' },
      { type: 'calculated', id: 'three', label: {}, calculate: '${two} + ${gone}' },
      { ...which, visible_if: '${nobody} = 1' },
      { type: 'single_choice', id: 'pick', label: {}, choices: [], choice_set: 'none' },
      { ...cows, rows: { from: 'count', count: '${cows} * 2' } },
      { ...lame, id: 'lame' },
      { ...lame, id: 'lame' },
    ),
  )
  trial.setValue({ id: 'lame' }, 'no')
  expect(trial.state.value('lame')).toBe('no')
  expect(trial.evaluation().score.percent).not.toBeNull()
})
