/** Every way in which a finding ends or returns: it, its task, its submission and the state of its subject agree. */
import { expect, test } from 'vitest'
import { findings } from '#shared/findings/contract.ts'
import type { Definition } from '#shared/forms/definition.ts'
import { locations } from '#shared/locations/contract.ts'
import { submissions } from '#shared/submissions/contract.ts'
import { corrections } from '#shared/submissions/corrections.ts'
import { tasks } from '#shared/tasks/contract.ts'
import { goodAnswers, lameAnswers, penCheck, publishedForm } from '../test/forms.ts'
import { company, type Person } from '../test/people.ts'
import { complete } from '../test/submissions.ts'

type Task = NonNullable<
  NonNullable<Extract<Definition['sections'][number]['questions'][number], { type: 'yes_no' }>['when_failed']>['task']
>

/** A lame animal stops the place; its task says no more than `more`, so the defaults of a critical answer hold. */
const stopping = (more: Partial<Task> = {}): Definition => ({
  ...penCheck,
  sections: penCheck.sections.map(section => ({
    ...section,
    questions: section.questions.map(question => {
      if (question.id !== 'lame' || question.type !== 'yes_no' || !question.when_failed?.task) return question
      const { proof: _, recheck: __, ...task } = question.when_failed.task
      return { ...question, when_failed: { ...question.when_failed, set_status: 'stop', task: { ...task, ...more } } }
    }),
  })),
})

const bad = { ...lameAnswers, bedding: { value: 'dry' } }
const openOf = async (person: Person) => (await person.call(tasks.sent, { state: 'open' })).data

async function stoppedBarn(more: Partial<Task> = {}) {
  const farm = await company()
  const [boss, deputy, hand] = [await farm.manager(), await farm.manager(), await farm.worker()]
  const barn = await boss.call(locations.create, { name: 'Barn', type: 'barn' })
  const subjects = [{ type: 'location', id: barn.id, name: barn.name } as const]
  const form = await publishedForm(boss, stopping(more))
  const done = await complete(hand, form, bad, { subjects })
  const [sent] = await openOf(boss)
  const id = sent?.id ?? 0
  const finding = async () => {
    const of = { submission_id: done.id }
    const [open, closed] = [
      await boss.call(findings.list, of),
      await boss.call(findings.list, { ...of, state: 'closed' }),
    ]
    return [...open.data, ...closed.data][0]
  }
  const look = async (value: 'yes' | 'no') => {
    const [check] = await openOf(hand)
    const draft = await hand.call(submissions.get, { id: check?.submission_id ?? 0 })
    await hand.call(submissions.complete, {
      id: draft.id,
      answers: { ...draft.answers, lame: { value, note: 'Again' } },
    })
  }
  const correct = async (answers: object) => {
    const { revision } = await boss.call(submissions.get, { id: done.id })
    await boss.call(corrections.correct, { id: done.id, revision, answers: answers as never, reason: 'Other pen' })
  }
  /** What each of the four says. Work is what anybody has open because of it. */
  const told = async () => {
    const found = await finding()
    const task = await boss.call(tasks.getSent, { id })
    const submission = await boss.call(submissions.get, { id: done.id })
    const history = (await boss.call(locations.statuses, { id: barn.id })).data
    const work = (await boss.call(tasks.company, { id: farm.id, state: 'open', per_page: 100 })).data
    return {
      stages: [found?.stage, task.origin_stage, submission.tasks[0]?.stage, history.at(-1)?.stage],
      ends: [found?.closed_how, task.origin_end, submission.tasks[0]?.closed_how],
      state: (await boss.call(locations.get, { id: barn.id })).status?.state,
      corrective: work.filter(({ kind }) => kind === 'corrective').length,
      rechecks: work.filter(({ form_id }) => form_id === form.id).length,
    }
  }
  return { farm, boss, deputy, hand, form, subjects, done, id, finding, look, correct, told }
}

const agreeing = (stage: string, how: string | null, rest: object) => ({
  ...{ stages: [stage, stage, stage, stage], ends: [how, how, how], ...rest },
})
const open = agreeing('open', null, { state: 'stop', corrective: 2, rechecks: 0 })
const toBeRechecked = agreeing('done', null, { state: 'stop', corrective: 0, rechecks: 1 })
const closedBy = (how: string) => agreeing('closed', how, { state: 'ok', corrective: 0, rechecks: 0 })

test('a critical task wants a note or photo, ends for every manager, and the finder looks again', async () => {
  const { boss, deputy, hand, id, told } = await stoppedBarn()
  expect(await told()).toEqual(open)
  expect(await boss.call(tasks.getSent, { id })).toMatchObject({ proof: 'any', done_by: 'any_one' })
  expect(await boss.refused(tasks.completeSent, { id })).toMatchObject({
    ...{ status: 422, code: 'proof_required' },
    message: expect.stringContaining('note or a photo'),
  })
  expect(await told()).toEqual(open)
  await boss.call(tasks.completeSent, { id, note: 'Trimmed the claw' })
  expect(await told()).toEqual(toBeRechecked)
  expect(await openOf(deputy)).toEqual([])
  expect(await openOf(hand)).toHaveLength(1)
})

test('done, looked at again and well closes all four', async () => {
  const { boss, id, look, told } = await stoppedBarn()
  await boss.call(tasks.completeSent, { id, note: 'Trimmed the claw' })
  await look('no')
  expect(await told()).toEqual(closedBy('recheck'))
  // The task was looked at since, so its end stays.
  expect(await boss.refused(tasks.reopenSent, { id })).toMatchObject({ code: 'task_undo_over' })
  expect(await told()).toEqual(closedBy('recheck'))
})

test('done, looked at again and as bad opens all four', async () => {
  const { boss, id, look, told } = await stoppedBarn()
  await boss.call(tasks.completeSent, { id, note: 'Trimmed the claw' })
  await look('yes')
  expect(await told()).toEqual(open)
})

test('done and taken back is open again', async () => {
  const { boss, id, told } = await stoppedBarn()
  await boss.call(tasks.completeSent, { id, note: 'Trimmed the claw' })
  await boss.call(tasks.reopenSent, { id })
  expect(await told()).toEqual(open)
})

test('closed with a reason ends the work of everybody, and undo brings it back', async () => {
  const { boss, deputy, id, finding, told } = await stoppedBarn()
  const { id: findingId = 0 } = (await finding()) ?? {}
  await boss.call(findings.settle, { id: findingId, reason: 'The vet was here' })
  expect(await told()).toEqual(closedBy('settled'))
  expect(await boss.call(tasks.getSent, { id })).toMatchObject({ is_skipped: true, skipped_reason: 'The vet was here' })
  expect(await deputy.heard('task.skipped')).not.toEqual([])
  expect(await boss.refused(tasks.reopenSent, { id })).toMatchObject({ code: 'task_undo_over' })
  await boss.call(findings.reopen, { id: findingId })
  expect(await told()).toEqual(open)
})

test('closed while it waits for its re-check withdraws that, and undo asks for it again', async () => {
  const { boss, id, finding, told } = await stoppedBarn()
  const { id: findingId = 0 } = (await finding()) ?? {}
  await boss.call(tasks.completeSent, { id, note: 'Trimmed the claw' })
  await boss.call(findings.settle, { id: findingId, reason: 'Seen by me' })
  expect(await told()).toEqual(closedBy('settled'))
  await boss.call(findings.reopen, { id: findingId })
  expect(await told()).toEqual(toBeRechecked)
})

test('the same form filled in again and well closes it, before its task and after', async () => {
  const before = await stoppedBarn()
  await complete(before.hand, before.form, goodAnswers, { subjects: before.subjects })
  expect(await before.told()).toEqual(closedBy('recheck'))
  const after = await stoppedBarn()
  await after.boss.call(tasks.completeSent, { id: after.id, note: 'Trimmed the claw' })
  await complete(after.hand, after.form, goodAnswers, { subjects: after.subjects })
  expect(await after.told()).toEqual(closedBy('recheck'))
})

test('a correction withdraws it with its work, and another one brings both back', async () => {
  const { correct, told } = await stoppedBarn()
  await correct(goodAnswers)
  expect(await told()).toMatchObject({ ...closedBy('withdrawn'), state: undefined })
  await correct(bad)
  expect(await told()).toEqual(open)
})

test('an archived submission has no work, and a restored one has it again', async () => {
  const { boss, done, told } = await stoppedBarn()
  await boss.call(submissions.remove, { id: done.id })
  expect(await told()).toMatchObject({ corrective: 0, rechecks: 0, state: undefined })
  await boss.call(submissions.restore, { id: done.id })
  expect(await told()).toEqual(open)
})

test('a correction after it was closed leaves it closed, and the place well', async () => {
  const { boss, id, look, correct, told } = await stoppedBarn()
  await boss.call(tasks.completeSent, { id, note: 'Trimmed the claw' })
  await look('no')
  await correct({ ...bad, lame: { value: 'yes', note: 'Right hind leg' } })
  expect(await told()).toEqual(closedBy('recheck'))
})

test('skipped by one it stays with the others, and given on it is with one person', async () => {
  const { boss, deputy, hand, id, told } = await stoppedBarn()
  await boss.call(tasks.skipSent, { id })
  expect(await told()).toEqual({ ...open, corrective: 1 })
  const [theirs] = await openOf(deputy)
  await boss.call(tasks.give, { sent_task_ids: [theirs?.id ?? 0], user_id: hand.id })
  const [own] = await openOf(hand)
  expect(await told()).toEqual({ ...open, corrective: 1 })
  await hand.call(tasks.completeSent, { id: own?.id ?? 0, note: 'Trimmed the claw' })
  // The finder did it, so a manager looks again.
  expect(await told()).toEqual({ ...toBeRechecked, rechecks: 2 })
})

test('where the form asks for nothing, one tap closes all four', async () => {
  const { boss, id, told } = await stoppedBarn({ proof: 'none', recheck: 'nobody' })
  await boss.call(tasks.completeSent, { id })
  expect(await told()).toEqual(closedBy('task'))
  await boss.call(tasks.reopenSent, { id })
  expect(await told()).toEqual(open)
})

test('a check that says it did not help opens all four again', async () => {
  const { boss, deputy, id, told } = await stoppedBarn({ proof: 'none', recheck: 'nobody', verify_after_days: 1 })
  await boss.call(tasks.completeSent, { id, completed_at: new Date(Date.now() - 30 * 3600_000).toISOString() })
  const [check] = await openOf(deputy)
  expect(await told()).toMatchObject({ stages: ['closed', 'closed', 'closed', 'closed'], state: 'ok' })
  await deputy.call(tasks.completeSent, { id: check?.id ?? 0, effect: 'failed', note: 'Lame again' })
  expect(await told()).toEqual(open)
})

test('alone on a farm nobody else can look again, so the proof is enough', async () => {
  const farm = await company()
  const boss = await farm.manager()
  const barn = await boss.call(locations.create, { name: 'Barn', type: 'barn' })
  const subjects = [{ type: 'location', id: barn.id, name: barn.name } as const]
  await complete(boss, await publishedForm(boss, stopping()), bad, { subjects })
  const [sent] = await openOf(boss)
  await boss.call(tasks.completeSent, { id: sent?.id ?? 0, note: 'Trimmed the claw' })
  expect(await openOf(boss)).toEqual([])
  expect((await boss.call(findings.list, { state: 'closed' })).data).toMatchObject([{ closed_how: 'task' }])
  expect((await boss.call(locations.get, { id: barn.id })).status?.state).toBe('ok')
})
