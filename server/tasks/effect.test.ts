import { expect, test } from 'vitest'
import { companies } from '#shared/companies/contract.ts'
import { findings } from '#shared/findings/contract.ts'
import type { Definition } from '#shared/forms/definition.ts'
import { tasks } from '#shared/tasks/contract.ts'
import type { SentTask } from '#shared/tasks/task.ts'
import { lameAnswers, penCheck, publishedForm } from '../test/forms.ts'
import { company, type Person } from '../test/people.ts'
import { complete } from '../test/submissions.ts'
import { sendTask } from '../test/tasks.ts'

const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString()

/** A form whose corrective task goes to its author, with a check of effect after seven days. */
const askedAfter: Definition = {
  ...penCheck,
  sections: penCheck.sections.map(section => ({
    ...section,
    questions: section.questions.map(question =>
      question.id === 'lame' && question.type === 'yes_no' && question.when_failed?.task
        ? {
            ...question,
            when_failed: {
              ...question.when_failed,
              task: { ...question.when_failed.task, assignee: 'submitter' as const, verify_after_days: 7 },
            },
          }
        : question,
    ),
  })),
}

const openOf = async (person: Person) => (await person.call(tasks.sent, { state: 'open' })).data

async function theOnly(person: Person): Promise<SentTask> {
  const [one, ...others] = await openOf(person)
  if (!one || others.length > 0) throw new Error(`${person.name} has ${others.length + (one ? 1 : 0)} open tasks.`)
  return one
}

async function farmWithFinding() {
  const farm = await company()
  const [boss, hand] = [await farm.manager(), await farm.worker()]
  await complete(hand, await publishedForm(boss, askedAfter), lameAnswers)
  const states = async () => {
    const of = async (state: 'open' | 'closed') => (await boss.call(findings.list, { state })).data.length
    return { open: await of('open'), closed: await of('closed') }
  }
  return { farm, boss, hand, sent: await theOnly(hand), states }
}

test('when its days are over somebody else is asked whether it helped, and may say so then', async () => {
  const { boss, hand, sent } = await farmWithFinding()
  const done = await hand.call(tasks.completeSent, { id: sent.id, note: 'Trimmed the claw' })
  expect(done.verification).toMatchObject({ state: 'waiting', by_name: null })
  expect(await openOf(hand)).toEqual([])
  const look = await theOnly(boss)
  const days = (Date.parse(look.starts_at) - Date.parse(done.completed_at ?? '')) / 86_400_000
  expect(Math.round(days)).toBe(7)
  expect(look.title).toBe(`Did it help? ${sent.title}`)
  expect(look.titles?.hu).toMatch(/^Segített\? /)
  expect(look.verifies).toMatchObject({ sent_task_id: sent.id, note: 'Trimmed the claw', done_by_name: hand.name })
  expect(await boss.refused(tasks.completeSent, { id: look.id, effect: 'worked' })).toMatchObject({
    code: 'task_not_open',
  })
})

test('a measure’s success is confirmed by somebody else, and never by its person', async () => {
  const { farm, boss, hand, sent, states } = await farmWithFinding()
  await hand.call(tasks.completeSent, { id: sent.id, completed_at: daysAgo(8) })
  const look = await theOnly(boss)
  expect(await boss.refused(tasks.completeSent, { id: look.id })).toMatchObject({ code: 'effect_required' })
  await boss.call(tasks.give, { sent_task_ids: [look.id], user_id: hand.id })
  const own = await theOnly(hand)
  expect(await hand.refused(tasks.completeSent, { id: own.id, effect: 'worked' })).toMatchObject({
    code: 'effect_of_own_work',
  })
  const other = await farm.worker()
  await boss.call(tasks.give, { sent_task_ids: [own.id], user_id: other.id })
  await other.call(tasks.completeSent, { id: own.id, effect: 'worked' })
  // The answer was lost on the way: the same again is harmless, another is not taken for kept.
  await other.call(tasks.completeSent, { id: own.id, effect: 'worked' })
  expect(await other.refused(tasks.completeSent, { id: own.id, effect: 'failed', note: 'Lame' })).toMatchObject({
    code: 'task_already_done',
  })
  expect((await boss.call(tasks.getSent, { id: sent.id })).verification).toMatchObject({
    ...{ state: 'worked', by_name: other.name },
  })
  expect(await states()).toEqual({ open: 0, closed: 1 })
})

test('work that somebody did or recorded is not confirmed by them in the name of a colleague', async () => {
  const { farm, boss, hand, sent } = await farmWithFinding()
  const second = await farm.manager()
  await boss.call(tasks.completeSent, { id: sent.id, completed_at: daysAgo(8) })
  const look = await theOnly(second)
  expect(
    await boss.refused(tasks.completeSent, { id: look.id, effect: 'worked', completed_by: second.id }),
  ).toMatchObject({ code: 'effect_of_own_work' })
  await boss.call(tasks.reopenSent, { id: sent.id }).catch(() => null)

  const shared = await sendTask(boss, boss, {
    ...{ kind: 'corrective', done_by: 'any_one', verify_after_days: 1 },
    assignees: [{ user_id: boss.id }, { user_id: hand.id }],
  })
  await boss.call(tasks.completeSent, { id: shared.id, completed_by: hand.id, completed_at: daysAgo(3) })
  expect((await openOf(boss)).filter(({ verifies }) => verifies?.task_id === shared.task_id)).toEqual([])
})

test('an unsuccessful measure returns to its person with its finding, and is checked again', async () => {
  const { boss, hand, sent, states } = await farmWithFinding()
  await hand.call(tasks.completeSent, { id: sent.id, note: 'Trimmed the claw', completed_at: daysAgo(8) })
  const look = await theOnly(boss)
  const failed = { id: look.id, effect: 'failed' } as const
  expect(await boss.refused(tasks.completeSent, failed)).toMatchObject({ code: 'effect_required' })
  expect(await states()).toEqual({ open: 0, closed: 1 })
  await boss.call(tasks.completeSent, { ...failed, note: 'Still lame on the left' })

  expect(await states()).toEqual({ open: 1, closed: 0 })
  const again = await theOnly(hand)
  expect(again).toMatchObject({ task_id: sent.task_id, title: sent.title, note: null, is_completed: false })
  // What was done the first time stays on record, with what came of it.
  expect(await boss.call(tasks.getSent, { id: sent.id })).toMatchObject({
    ...{ is_completed: true, note: 'Trimmed the claw' },
    verification: { state: 'failed', by_name: boss.name, note: 'Still lame on the left' },
  })
  expect(await boss.refused(tasks.reopenSent, { id: look.id })).toMatchObject({ code: 'task_undo_over' })

  await hand.call(tasks.completeSent, { id: again.id })
  expect(await states()).toEqual({ open: 0, closed: 1 })
  expect((await theOnly(boss)).verifies).toMatchObject({ sent_task_id: again.id })
})

test('a reopened end is not checked, and on a farm of one nobody is asked', async () => {
  const { farm, boss, hand, sent } = await farmWithFinding()
  await hand.call(tasks.completeSent, { id: sent.id })
  await hand.call(tasks.reopenSent, { id: sent.id })
  expect(await openOf(boss)).toEqual([])
  expect((await hand.call(tasks.getSent, { id: sent.id })).verification).toBeNull()
  await hand.call(tasks.completeSent, { id: sent.id })
  expect(await openOf(boss)).toHaveLength(1)

  await boss.call(companies.removeMember, { id: farm.id, user_id: hand.id })
  const alone = await sendTask(boss, boss, { kind: 'corrective', verify_after_days: 1 })
  const done = await boss.call(tasks.completeSent, { id: alone.id })
  expect(done).toMatchObject({ is_completed: true, verification: null })
})

test('cause and measure are given by the task’s person, from the company’s list and in own words', async () => {
  const { farm, boss, hand, sent } = await farmWithFinding()
  await boss.call(companies.update, { id: farm.id, root_causes: ['Worn out', 'Not taught'] })
  const said = { root_cause: 'Worn out', root_cause_words: 'The floor is slippery', control: 'engineering' } as const
  expect(await hand.call(tasks.correct, { id: sent.id, ...said })).toMatchObject(said)
  expect(await boss.call(tasks.get, { id: sent.task_id })).toMatchObject({ ...said, verify_after_days: 7 })
  expect(await hand.refused(tasks.correct, { id: sent.id, root_cause: 'The moon' })).toMatchObject({
    ...{ status: 422, errors: { root_cause: expect.anything() } },
  })
  // What the list called a cause then stays as it was said.
  await boss.call(companies.update, { id: farm.id, root_causes: ['Not taught'] })
  expect(await hand.call(tasks.correct, { id: sent.id, root_cause: 'Worn out' })).toMatchObject(said)
  // The time of the check is decided by people who assign tasks.
  expect(await hand.refused(tasks.correct, { id: sent.id, verify_after_days: 30 })).toMatchObject({ status: 403 })
  expect(await boss.call(tasks.correct, { id: sent.id, verify_after_days: 30 })).toMatchObject({
    verify_after_days: 30,
  })
  const stale = await hand.refused(tasks.correct, { id: sent.id, root_cause_words: 'Other', revision: 1 })
  expect(stale).toMatchObject({ status: 409, code: 'stale_revision' })

  const stranger = await (await company()).manager()
  expect(await stranger.refused(tasks.correct, { id: sent.id, ...said })).toMatchObject({ status: 404 })
  const colleague = await farm.worker()
  expect(await colleague.refused(tasks.correct, { id: sent.id, ...said })).toMatchObject({ status: 404 })
  const check = await sendTask(boss, hand)
  expect(await hand.refused(tasks.correct, { id: check.id, ...said })).toMatchObject({ code: 'not_corrective' })
})

test('days that are chosen when it is done already count from then', async () => {
  const farm = await company()
  const [boss, hand] = [await farm.manager(), await farm.worker()]
  const sent = await sendTask(boss, hand, { kind: 'corrective' })
  await hand.call(tasks.completeSent, { id: sent.id, completed_at: daysAgo(3) })
  expect(await openOf(boss)).toEqual([])
  const now = await boss.call(tasks.correct, { id: sent.id, verify_after_days: 2 })
  expect(now.verification?.state).toBe('waiting')
  const look = await theOnly(boss)
  await boss.call(tasks.completeSent, { id: look.id, effect: 'worked' })
  expect(await openOf(hand)).toEqual([])
})
