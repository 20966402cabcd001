/** The answer to a new task equals what a reader of it gets, to the letter. */
import { expect, test } from 'vitest'
import { animals } from '#shared/animals/contract.ts'
import { auditLog } from '#shared/audit/contract.ts'
import { guides } from '#shared/guides/contract.ts'
import type { InputOf } from '#shared/lib/contract.ts'
import { roles } from '#shared/lib/roles.ts'
import { locations } from '#shared/locations/contract.ts'
import { tasks } from '#shared/tasks/contract.ts'
import type { SentTask, Task } from '#shared/tasks/task.ts'
import { publishedForm } from '../test/forms.ts'
import { company } from '../test/people.ts'

type Draft = Partial<InputOf<typeof tasks.create>>

test('for any input the answer equals a later reading, and its people hear the same', async () => {
  const farm = await company({ timeZone: 'Europe/Budapest' })
  const [boss, anna, bela] = [await farm.manager(), await farm.worker(), await farm.worker()]
  const form = await publishedForm(boss)
  const text = { title: { en: 'Gates' }, body: { en: 'Shut it.' }, default_language: 'en' } as const
  const guide = await boss.call(guides.create, text)
  await boss.call(guides.publish, { id: guide.id })
  const place = { type: 'barn', responsible_id: anna.id } as const
  const barn = await boss.call(locations.create, { ...place, name: 'Barn' })
  const ewe = await boss.call(animals.create, { name: 'Ewe 7', species: 'sheep' })
  const [toAnna, toBela, toBoss] = [{ user_id: anna.id }, { user_id: bela.id }, { user_id: boss.id }]
  const exact = { starts_at: '2026-12-01T08:00:30', due_after: 'PT12H', timezone: 'Asia/Kathmandu' }
  const drafts: Draft[] = [
    {},
    exact,
    { ...exact, assignees: [toBoss] },
    { ...exact, assignees: [toBela, toAnna, toBela] },
    { ...exact, assignees: [toBela, toAnna], done_by: 'any_one' },
    { ...exact, assignees: [toAnna], done_by: 'any_one', opens_before: 'PT2H', late_for: 'P1D', kind: 'corrective' },
    { ...exact, missed: 'skip', priority: 'urgent', description: 'All of them', titles: { en: 'A', ar: 'ب' } },
    { ...exact, form_id: form.id, verify_after_days: 7 },
    { ...exact, guide_id: guide.id, form_id: form.id },
    { ...exact, assignees: [{ role_id: roles.employee }, toBoss] },
    { ...exact, assignees: [{ location_id: barn.id }] },
    { ...exact, subjects: [{ type: 'animal', id: ewe.id }] },
    {
      ...exact,
      subjects: [
        { type: 'location', id: barn.id },
        { type: 'animal', id: ewe.id },
      ],
      per_subject: true,
    },
    { starts_at: '2026-01-05T08:00', timezone: 'UTC', recurrence: 'FREQ=DAILY', missed: 'roll' },
  ]
  for (const draft of drafts) {
    const given = await boss.send(tasks.create, { title: 'Clean the trough', assignees: [toAnna], ...draft })
    expect(given.statusCode).toBe(201)
    const { id } = (given.json() as { data: Task }).data
    expect(given.body).toBe((await boss.send(tasks.get, { id })).body)
    const entries = (await boss.call(auditLog.list, { subject_type: 'Task', subject_id: id })).data
    expect(entries).toMatchObject([{ action: 'task.created', actor: { id: boss.id } }])
    if (draft.recurrence) continue
    for (const person of [boss, anna, bela]) {
      const heard = ((await person.heard('task.assigned')) as SentTask[]).filter(({ task_id }) => task_id === id)
      const read = (await boss.call(tasks.company, { id: farm.id, user_id: person.id, per_page: 100 })).data
      const own = read.filter(({ task_id }) => task_id === id)
      expect(heard.map(sent => JSON.stringify(sent)).toSorted()).toEqual(
        own.map(sent => JSON.stringify(sent)).toSorted(),
      )
    }
  }
})

test('an unfit assignee is refused by name, and nothing of the task is left', async () => {
  const [farm, dairy] = [await company(), await company()]
  const [boss, hand, stranger] = [await farm.manager(), await farm.worker(), await dairy.worker()]
  const exact = { title: 'Clean the trough', starts_at: '2026-12-01T08:00', due_after: 'PT12H', timezone: 'UTC' }
  await boss.call(tasks.create, { ...exact, assignees: [{ user_id: hand.id }] })
  const assignees = [{ user_id: hand.id }, { user_id: stranger.id }]
  expect(await boss.refused(tasks.create, { ...exact, assignees })).toMatchObject({
    status: 422,
    errors: { 'assignees.1.user_id': [expect.any(String)] },
  })
  expect((await boss.call(tasks.list, {})).data).toHaveLength(1)
  expect((await boss.call(auditLog.list, { action: 'task.created' })).data).toHaveLength(1)
  expect(await hand.heard('task.assigned')).toHaveLength(1)
  expect(await stranger.heard('task.assigned')).toEqual([])
})
