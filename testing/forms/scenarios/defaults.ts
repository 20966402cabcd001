import type { Default } from '#shared/forms/elementFields.ts'
import { ask, form, repeat, type Scenario, scenario, text, yesNo } from './language.ts'

const from = (rest: Default) => ({ default: rest })
const bella = { id: 7, name: 'Bella' }
const context = {
  known: { user_name: 'Ada', subject_animal: bella, started_at: '2026-11-21T09:00:00+01:00' },
  last: { remark: { value: 'As ever' } },
}

export const defaultScenarios: Scenario[] = [
  scenario('a default stands there before anybody answers', {
    form: form(
      { ...text('fixed'), ...from({ from: 'fixed', value: 'Barn' }) },
      { ...ask('date', 'day'), ...from({ from: 'context', key: 'today' }) },
      { ...ask('time', 'at'), ...from({ from: 'context', key: 'started_at' }) },
      { ...text('who'), ...from({ from: 'context', key: 'user_name' }) },
      { ...ask('animal', 'cow'), ...from({ from: 'context', key: 'subject_animal' }) },
      { ...text('cow_name'), ...from({ from: 'context', key: 'subject_animal' }) },
      { ...ask('hidden', 'language'), ...from({ from: 'context', key: 'language' }) },
      { ...ask('date', 'due'), ...from({ from: 'expression', expression: 'date(today() + 7)' }) },
      { ...text('remark'), ...from({ from: 'last_answer' }) },
      { ...text('nothing'), ...from({ from: 'context', key: 'device_id' }) },
    ),
    answers: {},
    isNew: true,
    context,
    expect: {
      values: {
        ...{ fixed: 'Barn', day: '2026-11-21', at: '09:00', who: 'Ada', cow: [bella], cow_name: 'Bella' },
        ...{ language: 'en', due: '2026-11-28', remark: 'As ever', nothing: null },
      },
    },
  }),
  scenario('an answer is not overruled by a default', {
    form: form({ ...text('fixed'), ...from({ from: 'fixed', value: 'Barn' }) }),
    answers: { fixed: 'Yard' },
    isNew: true,
    expect: { values: { fixed: 'Yard' } },
  }),
  scenario('a default can show a question that has a default, too', {
    form: form(
      { ...yesNo('ill'), ...from({ from: 'fixed', value: 'yes' }) },
      {
        ...text('why'),
        visible_if: "${ill} = 'yes'",
        ...from({ from: 'expression', expression: "concat('ill: ', ${ill})" }),
      },
    ),
    answers: {},
    isNew: true,
    expect: { values: { ill: 'yes', why: 'ill: yes' } },
  }),
  scenario('each row has its defaults', {
    form: form(
      repeat('cows', {}, { ...text('n'), ...from({ from: 'expression', expression: "concat('cow ', position(..))" }) }),
    ),
    answers: { cows: ['a', 'b'] },
    isNew: true,
    expect: { values: { 'n@a': 'cow 1', 'n@b': 'cow 2' } },
  }),
]
