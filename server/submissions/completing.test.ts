import { expect, test } from 'vitest'
import { forms } from '#shared/forms/contract.ts'
import { scoreEngine } from '#shared/forms/scoring/scoring.ts'
import { submissions } from '#shared/submissions/contract.ts'
import { atOnce } from '../test/atOnce.ts'
import { goodAnswers, lameAnswers, penCheck, publishedForm } from '../test/forms.ts'
import { company } from '../test/people.ts'
import { attach, begin, complete } from '../test/submissions.ts'

async function farmWithForm() {
  const farm = await company()
  const [boss, hand] = [await farm.manager(), await farm.worker()]
  return { farm, boss, hand, form: await publishedForm(boss) }
}

test('a complete submission has a score, and the managers and the person hear of it, nobody else', async () => {
  const { farm, boss, hand, form } = await farmWithForm()
  const [other, second] = [await farm.worker(), await farm.manager()]
  const stranger = await (await company()).manager()
  const { id } = await begin(hand, form)
  const done = await hand.call(submissions.complete, { id, answers: goodAnswers, revision: 1 })

  expect(done).toMatchObject({
    id,
    status: 'complete',
    answers: goodAnswers,
    score_percent: 100,
    band: 'good',
    critical_failed: 0,
    score: { points: 8, max: 8, percent: 100, passed: true, failed: [], engine: scoreEngine },
    completed_at: expect.stringMatching(/Z$/),
    revision: 2,
  })
  const { definition, contact, answers, score, files, tasks, receipt, follows, ...summary } = done
  for (const person of [boss, second, hand]) expect(await person.heard('submission.completed')).toEqual([summary])
  for (const person of [other, stranger]) expect(await person.heard('submission.completed')).toEqual([])
  expect(await boss.call(submissions.get, { id })).toEqual(done)
  expect(await other.refused(submissions.get, { id })).toMatchObject({ status: 404 })
})

test('of fifty who complete the same submission at once one wins, and it is told once', async () => {
  const { boss, hand, form } = await farmWithForm()
  const { id } = await begin(hand, form)
  const sent = await atOnce(50, index =>
    hand.send(submissions.complete, { id, answers: index % 2 ? lameAnswers : goodAnswers }),
  )
  const answers = sent.map(({ statusCode, body }) => ({ statusCode, ...JSON.parse(body) }))

  const won = answers.filter(({ statusCode }) => statusCode === 200)
  const lost = answers.filter(({ statusCode }) => statusCode === 409)
  expect([won.length, lost.length]).toEqual([25, 25])
  const [first] = won
  for (const { data } of won) expect(data).toEqual(first.data)
  for (const { code, data } of lost) {
    expect(code).toBe('submission_complete')
    expect(data).toEqual(first.data)
  }
  expect(await boss.heard('submission.completed')).toHaveLength(1)
})

test('completing again is harmless with the same answers, and refused with others', async () => {
  const { hand, form } = await farmWithForm()
  const done = await complete(hand, form, lameAnswers)
  const { id } = done

  expect(await hand.call(submissions.complete, { id, answers: lameAnswers, revision: 1 })).toEqual(done)
  for (const call of [submissions.complete, submissions.update])
    expect(await hand.refused(call, { id, answers: goodAnswers })).toMatchObject({
      status: 409,
      code: 'submission_complete',
      data: { id, answers: lameAnswers },
    })
  expect((await hand.call(submissions.get, { id })).answers).toEqual(lameAnswers)
})

test('missing or wrong answers are named by question in the person’s language', async () => {
  const { hand, form } = await farmWithForm()
  const { id } = await begin(hand, form)
  const answers = { lame: { value: 'yes' }, number: { value: 61 }, bedding: { value: 'dry' } }
  const refusal = await hand.refused(submissions.complete, { id, answers }, { lang: 'hu' })

  expect(refusal).toMatchObject({
    status: 422,
    code: 'invalid',
    errors: {
      'answers.calm': ['Kérjük, töltse ki.'],
      'answers.lame': ['Kérjük, írjon hozzá megjegyzést.'],
      'answers.number': ['Legfeljebb 60.'],
    },
  })
  expect(Object.keys(refusal.errors ?? {})).toHaveLength(3)
  expect(await hand.call(submissions.get, { id })).toMatchObject({ status: 'draft', answers: {} })
})

test('a submission waits until every photo has arrived, and photos that were taken away are erased', async () => {
  const { hand, form } = await farmWithForm()
  const draft = await begin(hand, form)
  const [kept, dropped] = [await attach(hand, draft), await attach(hand, draft)]
  const late = crypto.randomUUID()
  const answers = { ...goodAnswers, picture: { value: [{ uuid: kept.uuid }, { uuid: late }] } }

  expect(await hand.refused(submissions.complete, { id: draft.id, answers })).toMatchObject({
    status: 422,
    errors: { 'answers.picture': ['A photo has not been sent yet.'] },
  })
  await attach(hand, draft, { uuid: late })
  const done = await hand.call(submissions.complete, { id: draft.id, answers })
  expect(done.files.map(({ uuid }) => uuid)).toEqual([kept.uuid, late])
  expect(done.files).not.toContainEqual(expect.objectContaining({ uuid: dropped.uuid }))
})

test('a photo of another submission has not arrived here', async () => {
  const { hand, form } = await farmWithForm()
  const [first, second] = [await begin(hand, form), await begin(hand, form)]
  const { uuid } = await attach(hand, first)
  const answers = { ...goodAnswers, calm: { value: 'yes', photos: [{ uuid }] } }

  expect(await hand.refused(submissions.complete, { id: second.id, answers })).toMatchObject({
    status: 422,
    errors: { 'answers.calm': [expect.any(String)] },
  })
})

test('a failed critical answer opens its task, which the submission shows', async () => {
  const { boss, hand, form } = await farmWithForm()
  const done = await complete(hand, form, lameAnswers)

  expect(done).toMatchObject({ score_percent: 50, band: 'act', critical_failed: 1, score: { passed: false } })
  expect(done.tasks).toMatchObject([
    { question_id: 'lame', title: 'Call the vet', assignee: boss.name, is_completed: false },
  ])
  expect(await boss.heard('task.assigned')).toHaveLength(1)
})

test('a submission begun before its form was closed can still be completed', async () => {
  const { boss, hand, form } = await farmWithForm()
  const { id } = await begin(hand, form)
  await boss.call(forms.update, { id: form.id, status: 'closed', definition: { ...penCheck, sections: [] } })

  expect(await hand.call(submissions.complete, { id, answers: goodAnswers })).toMatchObject({
    status: 'complete',
    version: 1,
  })
})
