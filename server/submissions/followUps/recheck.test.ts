import { expect, test } from 'vitest'
import { findings } from '#shared/findings/contract.ts'
import type { Answers } from '#shared/forms/answers/answers.ts'
import type { Definition } from '#shared/forms/definition.ts'
import { locations } from '#shared/locations/contract.ts'
import { notices } from '#shared/notifications/contract.ts'
import { reports } from '#shared/reports/contract.ts'
import { type SubmissionDetail, submissions } from '#shared/submissions/contract.ts'
import { corrections } from '#shared/submissions/corrections.ts'
import { tasks } from '#shared/tasks/contract.ts'
import { goodAnswers, lameAnswers, penCheck, publishedForm } from '../../test/forms.ts'
import { company, type Person } from '../../test/people.ts'
import { complete } from '../../test/submissions.ts'

type Recheck = NonNullable<
  NonNullable<Extract<Definition['sections'][number]['questions'][number], { type: 'yes_no' }>['when_failed']>['task']
>['recheck']

/** The pen check, in which a lame animal stops the place and somebody looks again; wet bedding asks for attention. */
const withRecheck = (recheck: Recheck): Definition => ({
  ...penCheck,
  sections: penCheck.sections.map(section => ({
    ...section,
    questions: section.questions.map(question => {
      if (question.id === 'lame' && question.type === 'yes_no' && question.when_failed?.task) {
        const { task } = question.when_failed
        return {
          ...question,
          when_failed: { ...question.when_failed, set_status: 'stop' as const, task: { ...task, recheck } },
        }
      }
      if (question.id !== 'bedding' || question.type !== 'single_choice') return question
      return { ...question, when_failed: { set_status: 'attention' as const } }
    }),
  })),
})

const plain = (text: string) => text.replace(/[\u2066-\u2069]/g, '')
const told = async (person: Person) => (await person.call(notices.list, {})).data.map(({ text }) => plain(text))
const openTasks = async (person: Person) => (await person.call(tasks.sent, { state: 'open' })).data
const open = async (person: Person) => (await person.call(findings.list, {})).data

async function badBarn(
  recheck: Recheck = 'submitter',
  answers: Answers = { ...lameAnswers, bedding: { value: 'dry' } },
) {
  const farm = await company()
  const [boss, hand] = [await farm.manager(), await farm.worker()]
  const barn = await boss.call(locations.create, { name: 'Barn', type: 'barn' })
  const form = await publishedForm(boss, withRecheck(recheck))
  const subjects = [{ type: 'location', id: barn.id, name: barn.name } as const]
  const done = await complete(hand, form, answers, { subjects })
  const state = async () => (await boss.call(locations.get, { id: barn.id })).status?.state
  const [task] = await openTasks(boss)
  const mend = (note: string) => boss.call(tasks.completeSent, { id: task?.id ?? 0, note })
  return { farm, boss, hand, form, done, subjects, state, task, mend }
}

const draftOf = async (person: Person): Promise<SubmissionDetail> => {
  const [task] = await openTasks(person)
  return person.call(submissions.get, { id: task?.submission_id ?? 0 })
}

test('after its task the failed question alone is asked again, and a good answer ends the finding', async () => {
  const { farm, boss, hand, done, state, mend } = await badBarn()
  expect(await state()).toBe('stop')
  await mend('Shoe taken off')
  expect(await open(boss)).toMatchObject([
    {
      question_id: 'lame',
      done: { by: boss.name, note: 'Shoe taken off', photos: [] },
      recheck: { state: 'waiting', by: hand.name },
    },
  ])
  const [task] = await openTasks(hand)
  expect(task).toMatchObject({
    kind: 'check',
    titles: { en: 'Re-check: Is one lame?', hu: 'Utóellenőrzés: Sántít valamelyik?' },
  })
  const draft = await draftOf(hand)
  expect(draft).toMatchObject({
    status: 'draft',
    follows: { kind: 'recheck', submission_id: done.id, question_ids: ['lame'], answers: { lame: lameAnswers.lame } },
  })
  expect(draft.answers.lame).toBeUndefined()
  const other = await farm.worker()
  expect(await other.refused(submissions.get, { id: draft.id })).toMatchObject({ status: 404 })
  expect(await hand.refused(submissions.complete, { id: draft.id, answers: draft.answers })).toMatchObject({
    errors: { 'answers.lame': [expect.any(String)] },
  })

  const looked = await hand.call(submissions.complete, { id: draft.id, answers: goodAnswers })
  expect(looked).toMatchObject({ status: 'complete', score: null, receipt: { client_id: draft.uuid } })
  expect(await open(boss)).toEqual([])
  expect((await boss.call(findings.list, { state: 'closed' })).data).toMatchObject([
    { closed_how: 'recheck', closed_by: hand.id, recheck: { state: 'passed', submission_id: draft.id } },
  ])
  expect(await state()).toBe('ok')
  expect(await openTasks(hand)).toEqual([])
  // What was found stays what it was.
  expect(await boss.call(submissions.get, { id: done.id })).toMatchObject({ answers: done.answers, critical_failed: 1 })
  expect((await boss.call(corrections.history, { id: done.id })).meta.total).toBe(1)
  expect(
    await boss.refused(corrections.correct, {
      id: looked.id,
      revision: looked.revision,
      answers: goodAnswers,
      reason: 'x',
    }),
  ).toMatchObject({ code: 'submission_not_complete' })
  expect(await hand.call(submissions.complete, { id: draft.id, answers: goodAnswers })).toMatchObject({
    receipt: looked.receipt,
  })
})

test('a bad answer again tells the managers and reopens the task, as often as it takes', async () => {
  const { boss, hand, state, mend, task } = await badBarn()
  const second = await boss.call(tasks.get, { id: task?.task_id ?? 0 })
  await mend('Nothing seen')
  const draft = await draftOf(hand)
  await hand.call(submissions.complete, {
    id: draft.id,
    answers: { ...draft.answers, lame: { value: 'yes', note: 'Still' } },
  })
  expect(await state()).toBe('stop')
  expect(await told(boss)).toContain(`${hand.name} checked again. The problem is still there: Is one lame?`)
  expect(await open(boss)).toMatchObject([{ recheck: { state: 'failed' }, done: { note: 'Nothing seen' } }])
  const [again] = await openTasks(boss)
  expect(again).toMatchObject({ task_id: second.id, is_completed: false })
  expect(again?.id).not.toBe(task?.id)

  await boss.call(tasks.completeSent, { id: again?.id ?? 0, note: 'The vet was here' })
  const next = await draftOf(hand)
  expect(next.id).not.toBe(draft.id)
  await hand.call(submissions.complete, { id: next.id, answers: { ...next.answers, lame: { value: 'no' } } })
  expect(await open(boss)).toEqual([])
  expect(await state()).toBe('ok')
})

test('other bad answers stay, and later findings count', async () => {
  const { boss, state, mend } = await badBarn('manager', lameAnswers)
  await mend('Shoe taken off')
  const draft = await draftOf(boss)
  await boss.call(submissions.complete, { id: draft.id, answers: { ...draft.answers, lame: { value: 'no' } } })
  expect((await open(boss)).map(({ question_id }) => question_id)).toEqual(['bedding'])
  expect(await state()).toBe('attention')

  const farm = await badBarn()
  await farm.mend('Shoe taken off')
  await complete(farm.hand, farm.form, { ...goodAnswers, bedding: { value: 'wet' } }, { subjects: farm.subjects })
  expect(await farm.state()).toBe('attention')
  // The visit looked at it already, so nobody is to look again.
  expect(await openTasks(farm.hand)).toEqual([])
})

test('reopening a task removes its re-check', async () => {
  const { boss, hand, mend, task } = await badBarn()
  await mend('Done')
  expect(await openTasks(hand)).toHaveLength(1)
  await boss.call(tasks.reopenSent, { id: task?.id ?? 0 })
  expect(await openTasks(hand)).toEqual([])
  expect(await open(boss)).toMatchObject([{ recheck: null, done: null }])
})

test('of several who may look again one is enough', async () => {
  const { farm, boss, mend } = await badBarn('manager')
  const second = await farm.manager()
  await mend('Done')
  const [mine, theirs] = [await draftOf(boss), await draftOf(second)]
  expect(mine.id).not.toBe(theirs.id)
  await second.call(submissions.complete, { id: theirs.id, answers: { ...theirs.answers, lame: { value: 'no' } } })
  expect(await openTasks(boss)).toEqual([])
  expect((await boss.call(submissions.list, { status: 'draft' })).meta.total).toBe(0)
  expect(await open(boss)).toEqual([])
})

test('a re-check counts nowhere as a visit: not in scores, not among findings, not as a visit of its own', async () => {
  const { boss, hand, form, mend } = await badBarn()
  const report = await boss.call(reports.create, {
    ...{ name: 'Barns', form_id: form.id, parts: ['trend', 'distribution', 'findings', 'prevalence'] },
  })
  const numbers = async () => {
    const { trend, distribution, prevalence } = await boss.call(reports.data, { id: report.id })
    return { trend, distribution, prevalence }
  }
  const before = await numbers()
  expect(JSON.stringify(before)).toMatch(/"(?:count|submissions|n)":1\b/)
  await mend('Shoe taken off')
  const draft = await draftOf(hand)
  await hand.call(submissions.complete, { id: draft.id, answers: { ...draft.answers, lame: { value: 'no' } } })
  expect(await numbers()).toEqual(before)
})
