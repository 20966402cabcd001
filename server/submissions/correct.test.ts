import { expect, test } from 'vitest'
import { findings } from '#shared/findings/contract.ts'
import type { Answers } from '#shared/forms/answers/answers.ts'
import type { Definition } from '#shared/forms/definition.ts'
import { locations } from '#shared/locations/contract.ts'
import { notices } from '#shared/notifications/contract.ts'
import { reviews } from '#shared/reviews/contract.ts'
import { submissions } from '#shared/submissions/contract.ts'
import { corrections } from '#shared/submissions/corrections.ts'
import { tasks } from '#shared/tasks/contract.ts'
import { goodAnswers, lameAnswers, penCheck, publishedForm } from '../test/forms.ts'
import { company, type Person } from '../test/people.ts'
import { memberWith } from '../test/roles.ts'
import { attach, begin, complete } from '../test/submissions.ts'

const correct = (person: Person, { id, revision }: { id: number; revision: number }, answers: Answers) =>
  person.call(corrections.correct, { id, revision, answers, reason: 'Looked at the wrong pen' })
const openTasks = async (boss: Person) => (await boss.call(tasks.list, {})).meta.total
const found = async (boss: Person, state: 'open' | 'closed') =>
  (await boss.call(findings.list, { state })).data.map(({ question_id }) => question_id)

test('a correction is a version with person, time and reason; it is scored and reviewed again', async () => {
  const farm = await company()
  const [boss, hand] = [await farm.manager(), await farm.worker()]
  const form = await publishedForm(boss, { ...penCheck, settings: { reviewed_by: {} } })
  const done = await complete(hand, form, lameAnswers)
  const approved = await boss.call(reviews.review, { id: done.id, state: 'approved' })
  const before = await boss.call(corrections.history, { id: done.id })
  expect(before).toMatchObject({
    data: [{ number: 1, user_id: hand.id, reason: null, changes: [] }],
    meta: { total: 1 },
  })

  const corrected = await correct(boss, approved, { ...lameAnswers, bedding: { value: 'dry' } })
  expect(corrected).toMatchObject({ review_state: 'received', critical_failed: 1, receipt: done.receipt })
  expect(corrected.score_percent).toBeGreaterThan(done.score_percent ?? 100)
  expect(corrected.completed_at).toBe(done.completed_at)
  const whole = await correct(boss, corrected, goodAnswers)
  expect(whole).toMatchObject({ critical_failed: 0, score_percent: 100 })

  const { data, meta } = await hand.call(corrections.history, { id: done.id })
  expect(meta.total).toBe(3)
  expect(data.map(({ number, user_name, reason }) => [number, user_name, reason])).toEqual([
    [3, boss.name, 'Looked at the wrong pen'],
    [2, boss.name, 'Looked at the wrong pen'],
    [1, hand.name, null],
  ])
  expect(data[0]?.changes).toEqual([{ key: 'lame', before: lameAnswers.lame, after: { value: 'no' } }])
  expect(data[1]?.changes).toEqual([{ key: 'bedding', before: { value: 'wet' }, after: { value: 'dry' } }])
  expect(data.map(({ score_percent }) => score_percent)).toEqual([100, corrected.score_percent, done.score_percent])
  const second = await hand.call(corrections.history, { id: done.id, per_page: 5, page: 1 })
  expect(second.data).toEqual(data)
  const told = (await hand.call(notices.list, { kind: 'submission.corrected' })).data
  expect(told).toHaveLength(2)
  expect(await hand.heard('submission.changed')).not.toEqual([])
})

test('corrections need the right and a reason, and never overwrite another one', async () => {
  const farm = await company()
  const [boss, second, hand, other] = [
    await farm.manager(),
    await farm.manager(),
    await farm.worker(),
    await farm.worker(),
  ]
  const rules = { subject: 'Submission', conditions: { status: 'complete' } } as const
  const reader = await memberWith(farm, boss, [{ action: ['read'], ...rules }])
  const mender = await memberWith(farm, boss, [{ action: ['read', 'correct'], ...rules }])
  const done = await complete(hand, await publishedForm(boss))
  const wanted = { id: done.id, revision: done.revision, answers: lameAnswers, reason: 'It was lame' }
  for (const person of [hand, reader, other])
    expect(await person.refused(corrections.correct, wanted)).toMatchObject({ status: 403 })
  expect(await other.refused(corrections.history, { id: done.id })).toMatchObject({ status: 404 })
  expect(await boss.refused(corrections.correct, { ...wanted, reason: ' ' })).toMatchObject({ status: 422 })
  const { calm, ...incomplete } = lameAnswers
  expect(await boss.refused(corrections.correct, { ...wanted, answers: incomplete })).toMatchObject({
    errors: { 'answers.calm': [expect.any(String)] },
  })
  const corrected = await mender.call(corrections.correct, wanted)
  expect(await second.refused(corrections.correct, wanted)).toMatchObject({
    ...{ status: 409, code: 'stale_revision' },
    data: { revision: corrected.revision, answers: corrected.answers },
  })
  const same = await boss.call(corrections.correct, { ...wanted, revision: corrected.revision })
  expect(same.revision).toBe(corrected.revision)
  expect((await boss.call(corrections.history, { id: done.id })).meta.total).toBe(2)
  const draft = await begin(hand, await publishedForm(boss))
  expect(await boss.refused(corrections.correct, { ...wanted, id: draft.id })).toMatchObject({ status: 404 })
})

test('findings, tasks and states follow a correction, and nothing is opened twice', async () => {
  const farm = await company()
  const [boss, hand] = [await farm.manager(), await farm.worker()]
  const barn = await boss.call(locations.create, { name: 'Barn', type: 'barn' })
  const form = await publishedForm(boss, withState)
  const subjects = [{ type: 'location', id: barn.id, name: barn.name } as const]
  const done = await complete(hand, form, goodAnswers, { subjects })
  const stateOf = async () => (await boss.call(locations.get, { id: barn.id })).status?.state
  const atFirst = await stateOf()
  expect([await openTasks(boss), await found(boss, 'open')]).toEqual([0, []])

  const lame = await correct(boss, done, lameAnswers)
  expect([await openTasks(boss), await found(boss, 'open')]).toEqual([1, ['lame']])
  expect(await stateOf()).toBe('stop')
  expect(lame.tasks).toMatchObject([{ question_id: 'lame', title: 'Call the vet' }])
  const still = await correct(boss, lame, { ...lameAnswers, remark: { value: 'Front left' } })
  expect([await openTasks(boss), await found(boss, 'open')]).toEqual([1, ['lame']])

  const well = await correct(boss, still, goodAnswers)
  expect([await found(boss, 'open'), await found(boss, 'closed')]).toEqual([[], ['lame']])
  expect(await stateOf()).toBe(atFirst)
  const again = await correct(boss, well, lameAnswers)
  expect([await openTasks(boss), await found(boss, 'open')]).toEqual([1, ['lame']])
  await correct(boss, again, goodAnswers)

  // What a correction took back does not come back out of the archive.
  await boss.call(submissions.remove, { id: done.id })
  await boss.call(submissions.remove, { id: done.id })
  await boss.call(submissions.restore, { id: done.id })
  expect(await found(boss, 'open')).toEqual([])
  expect(await stateOf()).toBe(atFirst)
})

test('a phone that sends a corrected submission is told that it is there, with its receipt', async () => {
  const farm = await company()
  const [boss, hand] = [await farm.manager(), await farm.worker()]
  const done = await complete(hand, await publishedForm(boss))
  const corrected = await correct(boss, done, lameAnswers)
  const again = await hand.call(submissions.complete, { id: done.id, answers: goodAnswers })
  expect(again).toMatchObject({ receipt: done.receipt, revision: corrected.revision })
  expect(await hand.refused(submissions.complete, { id: done.id, answers: {} })).toMatchObject({
    code: 'submission_complete',
  })
})

test('a photo that a correction takes away stays with the version that names it', async () => {
  const farm = await company()
  const [boss, hand] = [await farm.manager(), await farm.worker()]
  const draft = await begin(hand, await publishedForm(boss))
  const { uuid } = await attach(hand, draft)
  const answers = { ...goodAnswers, picture: { value: [{ uuid }] } }
  const done = await hand.call(submissions.complete, { id: draft.id, answers })
  const corrected = await correct(boss, done, goodAnswers)
  expect(corrected.answers.picture).toBeUndefined()
  expect(corrected.files.map(file => file.uuid)).toEqual([uuid])
  const back = await correct(boss, corrected, answers)
  expect(back.answers.picture).toEqual(answers.picture)
})

/** The pen check, in which a lame animal stops the place. */
const withState: Definition = {
  ...penCheck,
  sections: penCheck.sections.map(section => ({
    ...section,
    questions: section.questions.map(question =>
      question.id === 'lame' && question.type === 'yes_no'
        ? { ...question, when_failed: { ...question.when_failed, set_status: 'stop' as const } }
        : question,
    ),
  })),
}
