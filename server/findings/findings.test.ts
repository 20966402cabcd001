import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { auth } from '#shared/accounts/contract.ts'
import { animalGroups } from '#shared/animals/contract.ts'
import { companies } from '#shared/companies/contract.ts'
import { roles } from '#shared/companies/roles.ts'
import type { Definition } from '#shared/forms/definition.ts'
import { submissions } from '#shared/submissions/contract.ts'
import { tasks } from '#shared/tasks/contract.ts'
import type { SentTask } from '#shared/tasks/task.ts'
import { vehicles } from '#shared/vehicles/contract.ts'
import { goodAnswers, lameAnswers, penCheck, publishedForm } from '../test/forms.ts'
import { admin, company, platform } from '../test/people.ts'
import { begin, complete } from '../test/submissions.ts'
import { sendTask } from '../test/tasks.ts'
import { findings } from './table.ts'

/** The pen check, with a task of its own for the person who finds wet bedding. */
const twoTasks: Definition = {
  ...penCheck,
  sections: penCheck.sections.map(section => ({
    ...section,
    questions: section.questions.map(question =>
      question.id === 'bedding' && question.type === 'single_choice'
        ? {
            ...question,
            when_failed: {
              task: { title: { en: 'Bed anew' }, priority: 'normal', due_after: 'P1D', assignee: 'submitter' },
            },
          }
        : question,
    ),
  })),
}

test('the last answer completes the task that the form was filled in for, and who should hears of it', async () => {
  const farm = await company()
  const [boss, hand, other] = [await farm.manager(), await farm.worker(), await farm.worker()]
  const stranger = await (await company()).manager()
  const form = await publishedForm(boss)
  const sent = await sendTask(boss, hand, { form_id: form.id })
  const draft = await begin(hand, form, { task_sent_id: sent.id })

  expect(await hand.call(tasks.getSent, { id: sent.id })).toMatchObject({
    submission_id: draft.id,
    is_completed: false,
  })
  expect(await hand.refused(tasks.completeSent, { id: sent.id, submission_id: draft.id })).toMatchObject({
    code: 'submission_required',
  })
  await hand.call(submissions.complete, { id: draft.id, answers: goodAnswers })
  const done = await hand.call(tasks.getSent, { id: sent.id })
  expect(done).toMatchObject({ is_completed: true, completed_by: hand.id, submission_id: draft.id })
  expect(await hand.call(tasks.completeSent, { id: sent.id, submission_id: draft.id })).toEqual(done)
  await hand.call(submissions.complete, { id: draft.id, answers: goodAnswers })

  for (const person of [boss, hand])
    expect(await person.heard('task.completed')).toMatchObject([{ id: sent.id, submission_id: draft.id }])
  for (const person of [other, stranger]) expect(await person.heard('task.completed')).toEqual([])
  expect((await boss.call(tasks.list, {})).meta.total).toBe(1)
})

test('somebody else’s form, or the same form filled in for nothing, completes no task', async () => {
  const farm = await company()
  const [boss, hand, other] = [await farm.manager(), await farm.worker(), await farm.worker()]
  const form = await publishedForm(boss)
  const sent = await sendTask(boss, hand, { form_id: form.id })
  await complete(other, form)
  await complete(hand, form)

  expect(await hand.call(tasks.getSent, { id: sent.id })).toMatchObject({ is_completed: false, submission_id: null })
  expect(await hand.refused(tasks.completeSent, { id: sent.id })).toMatchObject({ code: 'submission_required' })
})

test('a form whose task was skipped or withdrawn is still accepted, and the task stays', async () => {
  const farm = await company()
  const [boss, hand] = [await farm.manager(), await farm.worker()]
  const form = await publishedForm(boss)
  const [skipped, withdrawn] = [
    await sendTask(boss, hand, { form_id: form.id }),
    await sendTask(boss, hand, { form_id: form.id }),
  ]
  const [first, second] = [
    await begin(hand, form, { task_sent_id: skipped.id }),
    await begin(hand, form, { task_sent_id: withdrawn.id }),
  ]
  await boss.call(tasks.skipSent, { id: skipped.id })
  await boss.call(tasks.remove, { id: withdrawn.task_id })

  for (const { id } of [first, second])
    expect(await hand.call(submissions.complete, { id, answers: goodAnswers })).toMatchObject({ status: 'complete' })
  expect(await hand.call(tasks.getSent, { id: skipped.id })).toMatchObject({ is_skipped: true, is_completed: false })
})

test('a failed critical answer opens one task for managers, about the same animals, in their language', async () => {
  const farm = await company({ locale: 'hu', timeZone: 'Europe/Budapest' })
  const [boss, second, hand] = [await farm.manager(), await farm.manager(), await farm.worker()]
  const dairy = await company()
  const strangers = [await dairy.manager(), await dairy.worker()]
  const form = await publishedForm(boss)
  const heifers = await boss.call(animalGroups.create, { name: 'Heifers' })
  const sent = await sendTask(boss, hand, { form_id: form.id, subjects: [{ type: 'animal_group', id: heifers.id }] })
  const done = await complete(hand, form, lameAnswers, { task_sent_id: sent.id })

  const opened = (await boss.call(tasks.list, {})).data.filter(task => task.origin_submission_id === done.id)
  expect(opened).toMatchObject([
    {
      title: 'Állatorvost hívni',
      description: 'Left hind leg\n\nSántít valamelyik?',
      priority: 'urgent',
      due_after: 'PT4H',
      timezone: 'Europe/Budapest',
      assignees: [{ role_id: 2000 }],
      form_id: null,
      subjects: [{ type: 'animal_group', id: heifers.id, name: 'Heifers' }],
      origin_question_id: 'lame',
    },
  ])
  for (const person of [boss, second]) {
    const heard = (await person.heard('task.assigned')) as SentTask[]
    expect(heard).toMatchObject([
      { task_id: opened[0]?.id, user_id: person.id, origin_submission_id: done.id, subjects: [{ id: heifers.id }] },
    ])
    const [own] = (await person.call(tasks.sent, {})).data
    expect(own).toEqual(heard[0])
    expect(Date.parse(own?.due_at ?? '') - Date.parse(done.completed_at ?? '')).toBe(4 * 3600_000)
  }
  expect(await hand.heard('task.assigned')).toMatchObject([{ id: sent.id }])
  for (const stranger of strangers) expect(await stranger.heard('task.assigned')).toEqual([])
  expect((await strangers[0]?.call(tasks.list, {}))?.data).toEqual([])
})

test('however often a submission arrives, each failed answer opens its task once', async () => {
  const farm = await company()
  const [boss, hand] = [await farm.manager(), await farm.worker()]
  const form = await publishedForm(boss, twoTasks)
  const { id } = await begin(hand, form)
  await Promise.all(Array.from({ length: 10 }, () => hand.call(submissions.complete, { id, answers: lameAnswers })))
  expect(await boss.heard('submission.completed')).toHaveLength(1)

  const titles = (await boss.call(tasks.list, { sort: 'title' })).data.map(({ title }) => title)
  expect(titles).toEqual(['Bed anew', 'Call the vet'])
  expect(await boss.heard('task.assigned')).toMatchObject([{ title: 'Call the vet' }])
  expect(await hand.heard('task.assigned')).toMatchObject([{ title: 'Bed anew', user_id: hand.id, priority: 'normal' }])
  expect(await platform(db => db.select().from(findings).where(eq(findings.submissionId, id)))).toHaveLength(2)
})

test('a task for a former member goes to the managers', async () => {
  const farm = await company()
  const [boss, root] = [await farm.manager(), await admin()]
  const form = await publishedForm(boss, twoTasks)
  await root.call(auth.updateUser, { company_id: farm.id })
  await complete(root, form, { ...goodAnswers, bedding: { value: 'wet' } })

  expect(await boss.heard('task.assigned')).toMatchObject([{ title: 'Bed anew', user_id: boss.id }])
  expect(await root.heard('task.assigned')).toEqual([])
})

test('good answers open nothing', async () => {
  const farm = await company()
  const [boss, hand] = [await farm.manager(), await farm.worker()]
  await complete(hand, await publishedForm(boss, twoTasks))

  expect((await boss.call(tasks.list, {})).data).toEqual([])
  expect(await boss.heard('task.assigned')).toEqual([])
})

test('a failed answer about a stopped vehicle opens its task, which says why it is stopped', async () => {
  const farm = await company()
  const [boss, hand] = [await farm.manager(), await farm.worker()]
  const form = await publishedForm(boss)
  const lorry = await boss.call(vehicles.create, { name: 'Lorry 2', type: 'lorry' })
  await boss.call(vehicles.setStatus, { id: lorry.id, state: 'stop', reason: 'The brakes are worn' })
  const done = await complete(hand, form, lameAnswers, {
    subjects: [{ type: 'vehicle', id: lorry.id, name: lorry.name }],
  })

  const opened = (await boss.call(tasks.list, {})).data.filter(task => task.origin_submission_id === done.id)
  expect(opened).toMatchObject([{ subjects: [{ id: lorry.id }] }])
  expect(opened[0]?.description).toContain('Lorry 2 is stopped: The brakes are worn')
})

test('“the managers” are all who may manage tasks, in any role', async () => {
  const farm = await company()
  const [boss, lead, hand] = [await farm.manager(), await farm.worker(), await farm.worker()]
  const role = await boss.call(roles.create, {
    name: 'Herd lead',
    standing: 'above_employee',
    rules: [
      { action: ['read', 'create', 'update', 'delete'], subject: 'Task' },
      { action: ['read', 'complete', 'skip'], subject: 'SentTask' },
    ],
  })
  await boss.call(companies.changeRole, { id: farm.id, user_id: lead.id, role_id: role.id })
  await complete(hand, await publishedForm(boss), lameAnswers)

  for (const person of [boss, lead]) expect(await person.heard('task.assigned')).toHaveLength(1)
  expect(await hand.heard('task.assigned')).toEqual([])
})
