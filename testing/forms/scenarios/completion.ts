import { date, form, formOf, photo, picture, type Scenario, scenario, section, task, text, yesNo } from './language.ts'

const visit = form(date('day', true), text('remark', true), photo('pen', true))
const evidence = form(
  yesNo('water', { good: 'yes', when_failed: { require_note: true, require_photo: true, ...task('Repair trough') } }),
)
const twoParts = formOf([
  section('animals', yesNo('all_seen', { good: 'yes', required: true }), text('unusual')),
  section('pen', yesNo('water', { good: 'yes', required: true }), yesNo('feed', { required: true })),
])

const dayIs = (value: string, problems: string[]) =>
  scenario(`the day "${value}"`, { form: form(date('day')), answers: { day: value }, expect: { problems } })

export const completionScenarios: Scenario[] = [
  scenario('an untouched form is a good draft and names all that is missing', {
    form: visit,
    answers: {},
    expect: {
      draft: [],
      problems: ['day required', 'remark required', 'pen required'],
      missing: ['day', 'remark', 'pen'],
      answered: '0 of 3',
    },
  }),
  scenario('a filled-in form may be completed', {
    form: visit,
    answers: { day: '2026-02-28', remark: 'Calm', pen: [picture] },
    expect: { problems: [], missing: [], answered: '3 of 3', percent: null, passed: null },
  }),
  scenario('blanks are no text', {
    form: visit,
    answers: { day: '2024-02-29', remark: '  \n', pen: [picture] },
    expect: { problems: ['remark required'], answered: '2 of 3' },
  }),
  scenario('a note alone is no answer', {
    form: visit,
    answers: { day: '2026-02-28', remark: { note: 'later' }, pen: [picture] },
    expect: { problems: ['remark required'], draft: [] },
  }),
  dayIs('2026-02-30', ['day not_a_date']),
  dayIs('2025-02-29', ['day not_a_date']),
  dayIs('28.02.2026', ['day not_a_date']),
  dayIs('2026-13-01', ['day not_a_date']),
  dayIs('2026-2-1', ['day not_a_date']),
  dayIs('2026-02-28T10:00', ['day not_a_date']),
  dayIs('', []),
  scenario('a photo question takes files only', {
    form: visit,
    answers: { pen: ['trough.jpg'] },
    expect: { draft: ['pen wrong_type'] },
  }),
  scenario('a text question takes text only', {
    form: visit,
    answers: { remark: 7 },
    expect: { draft: ['remark wrong_type'] },
  }),
  scenario('a failed answer asks for its note and photo', {
    form: evidence,
    answers: { water: 'no' },
    expect: {
      problems: ['water note_required', 'water photo_required'],
      draft: [],
      missing: ['water'],
      tasks: ['water: Repair trough'],
    },
  }),
  scenario('with both, it may be completed', {
    form: evidence,
    answers: { water: { value: 'no', note: 'Valve stuck', photos: [picture] } },
    expect: { problems: [], missing: [], tasks: ['water: Repair trough'] },
  }),
  scenario('a good answer asks for nothing', {
    form: evidence,
    answers: { water: 'yes' },
    expect: { problems: [], tasks: [] },
  }),
  scenario('an answer to a question that the form does not have is refused, even in a draft', {
    form: evidence,
    answers: { constructor: 'yes', hay: 'yes' },
    expect: { draft: ['constructor unknown', 'hay unknown'], problems: ['constructor unknown', 'hay unknown'] },
  }),
  scenario('names that every object has are not mistaken for answers', {
    form: form(yesNo('constructor', { good: 'yes', required: true }), text('valueOf', true)),
    answers: {},
    expect: { problems: ['constructor required', 'valueOf required'], failed: [] },
  }),
  scenario('progress runs over all sections', {
    form: twoParts,
    answers: { all_seen: 'yes', feed: 'no' },
    expect: { answered: '2 of 4', missing: ['water'] },
  }),
]
