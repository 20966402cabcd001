import { isNotNull } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { locations } from '#shared/locations/contract.ts'
import { tasks } from '#shared/tasks/contract.ts'
import { publishedForm } from '../test/forms.ts'
import { company, platform } from '../test/people.ts'
import { begin } from '../test/submissions.ts'
import { sendTask } from '../test/tasks.ts'
import { tasks as taskTable } from './table.ts'

test('a changed task keeps unsent fields, and its open occurrences follow', async () => {
  const farm = await company({ timeZone: 'Europe/Budapest' })
  const [boss, anna, bela] = [await farm.manager(), await farm.worker(), await farm.worker()]
  const barn = await boss.call(locations.create, { name: 'Barn', type: 'barn' })
  const { id } = await boss.call(tasks.create, {
    title: 'Count the ewes',
    description: 'All of them',
    priority: 'urgent',
    starts_at: '2026-11-20T07:00',
    due_after: 'PT2H',
    assignees: [{ user_id: anna.id }, { user_id: bela.id }],
    subjects: [{ type: 'location', id: barn.id }],
  })
  const [first] = (await anna.call(tasks.sent, {})).data
  await anna.call(tasks.completeSent, { id: first?.id ?? 0 })

  expect(await boss.call(tasks.update, { id, title: 'Count the lambs', due_after: 'P1D' })).toMatchObject({
    title: 'Count the lambs',
    description: 'All of them',
    priority: 'urgent',
    due_after: 'P1D',
    starts_at: '2026-11-20T07:00',
    subjects: [{ id: barn.id }],
    revision: 2,
  })
  expect((await bela.call(tasks.sent, {})).data).toMatchObject([
    { title: 'Count the lambs', starts_at: '2026-11-20T06:00:00.000Z', due_at: '2026-11-21T06:00:00.000Z' },
  ])
  expect((await anna.call(tasks.sent, {})).data).toMatchObject([{ due_at: '2026-11-20T08:00:00.000Z' }])

  await boss.call(tasks.update, { id, starts_at: '2026-12-01T08:00', description: null, subjects: [] })
  expect((await bela.call(tasks.sent, {})).data).toMatchObject([
    { description: null, starts_at: '2026-12-01T07:00:00.000Z', due_at: '2026-12-02T07:00:00.000Z', subjects: [] },
  ])
})

test('a task that changes to or from one per subject stays open once for each, and keeps its work', async () => {
  const farm = await company()
  const [boss, hand, other] = [await farm.manager(), await farm.worker(), await farm.worker()]
  const places = [
    await boss.call(locations.create, { name: 'Barn 1', type: 'barn' }),
    await boss.call(locations.create, { name: 'Barn 2', type: 'barn' }),
  ]
  const subjects = places.map(({ id }) => ({ type: 'location' as const, id }))
  const form = await publishedForm(boss)
  const { id } = await boss.call(tasks.create, {
    ...{ title: 'Look', form_id: form.id, subjects },
    assignees: [{ user_id: hand.id }, { user_id: other.id }],
  })
  const openOf = async (person: typeof hand) =>
    (await person.call(tasks.sent, { state: 'open' })).data.map(sent => sent.subjects.map(({ name }) => name))
  const [whole] = (await other.call(tasks.sent, {})).data
  await begin(other, form, { task_sent_id: whole?.id ?? 0 })

  await boss.call(tasks.update, { id, per_subject: true })
  expect((await openOf(hand)).toSorted()).toEqual([['Barn 1'], ['Barn 2']])
  expect((await openOf(other)).toSorted()).toEqual([['Barn 1'], ['Barn 1', 'Barn 2'], ['Barn 2']])
  await boss.call(tasks.update, { id, subjects: subjects.slice(0, 1) })
  expect(await openOf(hand)).toEqual([['Barn 1']])
  const [left] = (await hand.call(tasks.sent, { state: 'open' })).data
  await hand.call(tasks.skipSent, { id: left?.id ?? 0, skipped_reason: 'Nobody is in it' })
  await boss.call(tasks.update, { id, per_subject: false, subjects })
  expect((await hand.call(tasks.sent, {})).data.filter(sent => sent.is_skipped)).toHaveLength(1)
  expect(await openOf(other)).toEqual([['Barn 1', 'Barn 2']])
})

test('two managers who edit the same task do not overwrite each other, and nothing is half changed', async () => {
  const farm = await company()
  const [boss, hand] = [await farm.manager(), await farm.worker()]
  const barn = await boss.call(locations.create, { name: 'Barn', type: 'barn' })
  const { task_id: id } = await sendTask(boss, hand, { subjects: [{ type: 'location', id: barn.id }] })
  await boss.call(tasks.update, { id, title: 'First', revision: 1 })

  expect(await boss.refused(tasks.update, { id, title: 'Second', subjects: [], revision: 1 })).toMatchObject({
    status: 409,
    code: 'stale_revision',
    data: { title: 'First', revision: 2, subjects: [{ id: barn.id, name: 'Barn' }], assignees: [{ user_id: hand.id }] },
  })
  expect(await boss.refused(tasks.update, { id, form_id: 2_000_000 })).toMatchObject({ status: 422 })
  expect(await boss.call(tasks.get, { id })).toMatchObject({ title: 'First', subjects: [{ id: barn.id }] })
})

test('an archived task leaves the lists with its open occurrences, keeps done ones, and returns', async () => {
  const farm = await company()
  const [boss, anna, bela] = [await farm.manager(), await farm.worker(), await farm.worker()]
  const { id } = await boss.call(tasks.create, {
    title: 'Count',
    assignees: [{ user_id: anna.id }, { user_id: bela.id }],
  })
  const [done] = (await anna.call(tasks.sent, {})).data
  const [open] = (await bela.heard('task.assigned')) as { id: number }[]
  await anna.call(tasks.completeSent, { id: done?.id ?? 0 })
  await boss.call(tasks.remove, { id })

  expect((await boss.call(tasks.list, {})).data).toEqual([])
  expect((await boss.call(tasks.list, { archived: true })).data).toMatchObject([{ id }])
  expect((await bela.call(tasks.sent, {})).data).toEqual([])
  expect(await bela.call(tasks.newCount, { company_id: farm.id })).toEqual({ count: 0 })
  for (const call of [tasks.getSent, tasks.completeSent, tasks.skipSent])
    expect(await bela.refused(call, { id: open?.id ?? 0 })).toMatchObject({ status: 404 })
  expect((await anna.call(tasks.sent, {})).data).toMatchObject([{ is_completed: true }])
  expect((await boss.call(tasks.company, { id: farm.id })).data).toMatchObject([{ user_id: anna.id }])

  expect(await boss.call(tasks.restore, { id })).toMatchObject({ archived_at: null })
  expect((await bela.call(tasks.sent, {})).data).toMatchObject([{ id: open?.id }])
})

test('an archived series gets no occurrence by any change, and continues when it is restored', async () => {
  const farm = await company()
  const [boss, anna, bela] = [await farm.manager(), await farm.worker(), await farm.worker()]
  const { id, starts_at } = await boss.call(tasks.create, {
    title: 'Count',
    assignees: [{ user_id: anna.id }],
    recurrence: 'FREQ=DAILY',
  })
  const open = (await anna.call(tasks.sent, {})).data
  await boss.call(tasks.remove, { id, scope: 'all' })
  const planOf = () =>
    platform(db => db.select({ id: taskTable.id }).from(taskTable).where(isNotNull(taskTable.nextAt))).then(rows =>
      rows.filter(row => row.id >= id),
    )

  await boss.call(tasks.update, { id, scope: 'all', recurrence: 'FREQ=HOURLY', assignees: [{ user_id: bela.id }] })
  expect(await planOf()).toEqual([])
  await boss.call(tasks.resume, { id })
  expect(await planOf()).toEqual([])
  const occurrence = new Date(Date.now() + 48 * 3600_000).toISOString().slice(0, 13)
  await boss.send(tasks.update, { id, scope: 'following', occurrence: `${occurrence}:00:00Z`, title: 'Count all' })
  expect(await planOf()).toEqual([])
  expect((await bela.call(tasks.sent, {})).data).toEqual([])
  expect([open.length, starts_at.length]).toEqual([1, 16])

  await boss.call(tasks.restore, { id })
  expect(await planOf()).toEqual([{ id }])
})

test('the list of tasks searches, filters, sorts and pages', async () => {
  const farm = await company()
  const [boss, hand] = [await farm.manager(), await farm.worker()]
  const form = await publishedForm(boss)
  for (const title of ['Alpha', 'Bravo 100%', 'Charlie', 'Delta', 'Echo', 'Foxtrot'])
    await sendTask(boss, hand, { title, ...(title === 'Delta' && { form_id: form.id, description: 'the big one' }) })

  const titles = async (input: object) => (await boss.call(tasks.list, input)).data.map(({ title }) => title)
  expect(await titles({ search: '100%' })).toEqual(['Bravo 100%'])
  expect(await titles({ search: 'BIG' })).toEqual(['Delta'])
  expect(await titles({ form_id: form.id })).toEqual(['Delta'])
  expect(await titles({ sort: '-title', per_page: 5 })).toEqual(['Foxtrot', 'Echo', 'Delta', 'Charlie', 'Bravo 100%'])
  expect(await titles({ per_page: 5, page: 2 })).toEqual(['Alpha'])
  expect((await boss.call(tasks.list, { per_page: 5 })).meta).toMatchObject({ total: 6, last_page: 2, from: 1, to: 5 })
  expect(await boss.refused(tasks.list, { state: 'open' })).toMatchObject({ status: 422 })
  expect(await boss.refused(tasks.list, { sort: 'priority' })).toMatchObject({ status: 422 })
})
