import { expect, test } from 'vitest'
import type { Answers } from '#shared/forms/answers/answers.ts'
import type { Definition } from '#shared/forms/definition.ts'
import { notices } from '#shared/notifications/contract.ts'
import { publicForms } from '#shared/public-links/publicForm.ts'
import { reviews } from '#shared/reviews/contract.ts'
import { type SubmissionDetail, submissions } from '#shared/submissions/contract.ts'
import { corrections } from '#shared/submissions/corrections.ts'
import { tasks } from '#shared/tasks/contract.ts'
import { goodAnswers, lameAnswers, penCheck, publishedForm } from '../../test/forms.ts'
import { company, type Person } from '../../test/people.ts'
import { attach, begin, complete } from '../../test/submissions.ts'
import { filledIn, linkOf, visit } from '../../test/visitors.ts'

const reviewed: Definition = { ...penCheck, settings: { reviewed_by: {} } }
const plain = (text: string) => text.replace(/[\u2066-\u2069]/g, '')
const told = async (person: Person) => (await person.call(notices.list, {})).data.map(({ text }) => plain(text))
const openTasks = async (person: Person) => (await person.call(tasks.sent, { state: 'open' })).data
const finish = (person: Person, draft: SubmissionDetail, answers: Answers, more: object = {}) =>
  person.call(submissions.complete, { id: draft.id, answers, ...more })

/** A submission that was sent back, and the draft that came of it. */
async function sentBack(keys = ['lame'], answers: Answers = goodAnswers) {
  const farm = await company()
  const [boss, hand] = [await farm.manager(), await farm.worker()]
  const done = await complete(hand, await publishedForm(boss, reviewed), answers)
  const reason = 'Look at the left hind leg again.'
  const rejected = await boss.call(reviews.review, { id: done.id, state: 'rejected', reason, reopen: keys })
  const [task] = await openTasks(hand)
  const draft = await hand.call(submissions.get, { id: task?.submission_id ?? 0 })
  return { farm, boss, hand, done, rejected, task, draft, reason }
}

test('a rejection returns only the disputed questions, and their answers are a version to review', async () => {
  const { boss, hand, farm, done, task, draft, reason } = await sentBack()
  expect(task).toMatchObject({
    titles: { en: 'Correct: Pen check', hu: 'Javítandó: Istállóellenőrzés' },
    user_id: hand.id,
    // No measure whose effect could be asked after.
    kind: 'check',
  })
  expect(draft).toMatchObject({
    ...{ status: 'draft', user_id: hand.id, task_sent_id: task?.id, answers: goodAnswers, receipt: null },
    follows: {
      kind: 'reopening',
      submission_id: done.id,
      question_ids: ['lame'],
      words: reason,
      asked_by_name: boss.name,
    },
  })
  expect(await told(hand)).toContain(`${boss.name} gave you a task: Correct: Pen check`)
  const other = await farm.worker()
  expect(await other.refused(submissions.get, { id: draft.id })).toMatchObject({ status: 404 })
  expect(await boss.refused(submissions.get, { id: draft.id })).toMatchObject({ status: 404 })
  expect(await hand.refused(submissions.remove, { id: draft.id })).toMatchObject({ status: 403 })

  // Answers that were not asked for stay, also when others are sent.
  const answers = { ...goodAnswers, lame: lameAnswers.lame, bedding: { value: 'wet' } } as Answers
  const ended = await finish(hand, draft, answers)
  expect(ended).toMatchObject({ status: 'complete', uuid: draft.uuid, receipt: { client_id: draft.uuid } })
  expect(await finish(hand, draft, answers)).toMatchObject({ receipt: ended.receipt })
  expect(await hand.refused(submissions.complete, { id: draft.id, answers: goodAnswers })).toMatchObject({
    code: 'submission_complete',
  })

  const now = await boss.call(submissions.get, { id: done.id })
  expect(now).toMatchObject({ review_state: 'received', critical_failed: 1, receipt: done.receipt })
  expect(now.answers).toMatchObject({ lame: lameAnswers.lame, bedding: { value: 'dry' } })
  const { data } = await boss.call(corrections.history, { id: done.id })
  expect(data).toMatchObject([
    { number: 2, user_id: hand.id, reason, changes: [{ key: 'lame', after: lameAnswers.lame }] },
    { number: 1, user_id: hand.id, reason: null },
  ])
  expect(await openTasks(hand)).toEqual([])
  const [ofTask] = (await hand.call(tasks.sent, { state: 'done' })).data
  expect(ofTask?.submission_id).toBe(done.id)
  expect((await boss.call(submissions.list, { to_review: true })).data.map(({ id }) => id)).toEqual([done.id])
  expect(await told(boss)).toContain(`${hand.name} corrected what you asked about: Pen check`)
  // It stands by itself nowhere: neither in lists nor in the archive.
  expect((await boss.call(submissions.list, {})).meta.total).toBe(1)
  for (const person of [boss, hand])
    expect((await person.call(submissions.list, { archived: true })).meta.total).toBe(0)
})

test('where all was right it waits for its review again; its answers and files stay', async () => {
  const { boss, hand, done, draft } = await sentBack(['lame'])
  await finish(hand, draft, draft.answers)
  expect(await boss.call(submissions.get, { id: done.id })).toMatchObject({
    review_state: 'received',
    answers: goodAnswers,
  })
  expect((await boss.call(corrections.history, { id: done.id })).meta.total).toBe(1)
})

test('a retaken picture replaces its version, and the older one is still shown', async () => {
  const farm = await company()
  const [boss, hand] = [await farm.manager(), await farm.worker()]
  const first = await begin(hand, await publishedForm(boss, reviewed))
  const before = await attach(hand, first)
  const done = await finish(hand, first, { ...goodAnswers, picture: { value: [{ uuid: before.uuid }] } })
  await boss.call(reviews.review, { id: done.id, state: 'has_issues', reason: 'Too dark', reopen: ['picture'] })
  const [task] = await openTasks(hand)
  const draft = await hand.call(submissions.get, { id: task?.submission_id ?? 0 })
  expect(draft.files.map(({ uuid }) => uuid)).toEqual([before.uuid])
  const anew = await attach(hand, draft)
  const ended = await finish(hand, draft, { ...draft.answers, picture: { value: [{ uuid: anew.uuid }] } })
  expect(ended.files.map(({ uuid }) => uuid)).toEqual([anew.uuid])
  const now = await boss.call(submissions.get, { id: done.id })
  expect(now.answers.picture).toEqual({ value: [{ uuid: anew.uuid }] })
  expect(now.files.map(({ uuid }) => uuid)).toEqual([before.uuid, anew.uuid])
  // A phone that was killed sends it once more.
  expect(await attach(hand, draft, { uuid: anew.uuid })).toMatchObject({ uuid: anew.uuid, path: anew.path })
})

test('a concurrent correction is kept: the rest is merged, the same answer is asked', async () => {
  const { boss, hand, done, rejected, draft } = await sentBack(['lame', 'bedding'])
  const theirs: Answers = { ...goodAnswers, lame: { value: 'yes', note: 'Right front' }, calm: { value: 'no' } }
  const { id, revision } = rejected
  const corrected = await boss.call(corrections.correct, { id, revision, answers: theirs, reason: 'I was there' })
  const mine = { ...goodAnswers, lame: lameAnswers.lame, bedding: { value: 'wet' } } as Answers
  const refused = await hand.refused(submissions.complete, { id: draft.id, answers: mine })
  expect(refused).toMatchObject({
    ...{ status: 409, code: 'corrected_meanwhile' },
    data: { revision: corrected.revision, answers: { lame: theirs.lame } },
  })
  const stale = { follows_revision: corrected.revision - 1 }
  expect(await hand.refused(submissions.complete, { id: draft.id, answers: mine, ...stale })).toMatchObject({
    code: 'corrected_meanwhile',
  })
  await finish(hand, draft, mine, { follows_revision: corrected.revision })
  expect((await boss.call(submissions.get, { id: done.id })).answers).toMatchObject({
    ...{ lame: lameAnswers.lame, bedding: { value: 'wet' }, calm: { value: 'no' } },
  })
  expect((await boss.call(corrections.history, { id: done.id })).meta.total).toBe(3)
})

test('an answer that brings up others takes these too', async () => {
  const farm = await company()
  const [boss, hand] = [await farm.manager(), await farm.worker()]
  const [animals, barn] = penCheck.sections
  const why = { id: 'why', type: 'text', label: { en: 'Why?' }, required: true, visible_if: "${lame} = 'yes'" } as const
  const withMore = {
    ...reviewed,
    sections: [{ ...animals, questions: [...(animals?.questions ?? []), why] }, barn],
  } as Definition
  const done = await complete(hand, await publishedForm(boss, withMore))
  await boss.call(reviews.review, { id: done.id, state: 'rejected', reason: 'Sure?', reopen: ['lame'] })
  const [task] = await openTasks(hand)
  const draft = await hand.call(submissions.get, { id: task?.submission_id ?? 0 })
  const lame = { ...goodAnswers, lame: lameAnswers.lame } as Answers
  expect(await hand.refused(submissions.complete, { id: draft.id, answers: lame })).toMatchObject({
    errors: { 'answers.why': [expect.any(String)] },
  })
  await finish(hand, draft, { ...lame, why: { value: 'A nail' } })
  expect((await boss.call(submissions.get, { id: done.id })).answers.why).toEqual({ value: 'A nail' })
})

test('a withdrawn review withdraws its task; work in progress counts all the same', async () => {
  const { boss, hand, done, draft } = await sentBack()
  await hand.call(submissions.update, { id: draft.id, answers: { ...goodAnswers, lame: lameAnswers.lame } as Answers })
  await boss.call(reviews.review, { id: done.id, state: 'received' })
  expect(await openTasks(hand)).toEqual([])
  expect((await hand.call(submissions.list, { status: 'draft' })).meta.total).toBe(0)
  await finish(hand, draft, { ...goodAnswers, lame: lameAnswers.lame } as Answers)
  expect((await boss.call(submissions.get, { id: done.id })).answers.lame).toEqual(lameAnswers.lame)

  // A second one goes on with what was begun of the first.
  const second = await sentBack(['lame'])
  const begun = { ...goodAnswers, lame: lameAnswers.lame } as Answers
  await second.hand.call(submissions.update, { id: second.draft.id, answers: begun })
  const more = { state: 'rejected' as const, reason: 'And the bedding', reopen: ['lame', 'bedding'] }
  await second.boss.call(reviews.review, { id: second.done.id, ...more })
  const open = await openTasks(second.hand)
  expect(open).toHaveLength(1)
  expect(await second.hand.call(submissions.get, { id: open[0]?.submission_id ?? 0 })).toMatchObject({
    answers: begun,
    follows: { question_ids: ['lame', 'bedding'], answers: goodAnswers },
  })
})

test('only a verdict with a reason reopens, only the asked questions, for people who get tasks', async () => {
  const { boss, hand, done } = await sentBack()
  const review = { id: done.id, state: 'rejected' as const, reason: 'Again', reopen: ['lame'] }
  expect(await boss.refused(reviews.review, { ...review, state: 'has_issues', reason: ' ' })).toMatchObject({
    errors: { reason: [expect.any(String)] },
  })
  for (const bad of [{ reopen: ['nothing'] }, { reopen: ['lame@x'] }, { state: 'approved' as const }])
    expect(await boss.refused(reviews.review, { ...review, ...bad })).toMatchObject({
      errors: { reopen: [expect.any(String)] },
    })
  expect(await hand.refused(reviews.review, review)).toMatchObject({ status: 403 })
  const link = await linkOf(boss, await publishedForm(boss, reviewed))
  await visit(publicForms.submit, filledIn(link))
  const [row] = (await boss.call(submissions.list, {})).data
  expect(await boss.refused(reviews.review, { ...review, id: row?.id ?? 0 })).toMatchObject({ code: 'nobody_to_ask' })
})
