import { expect, test } from 'vitest'
import { companies } from '#shared/companies/contract.ts'
import { messaging } from '#shared/messaging/contract.ts'
import { notices } from '#shared/notifications/contract.ts'
import { tasks } from '#shared/tasks/contract.ts'
import { publishedForm } from '../test/forms.ts'
import { company } from '../test/people.ts'
import { begin } from '../test/submissions.ts'
import { sendTask } from '../test/tasks.ts'

test('a manager reassigns work: open tasks go, begun and done ones stay, and nobody has it twice', async () => {
  const farm = await company()
  const [boss, anna, bela] = [await farm.manager(), await farm.worker(), await farm.worker()]
  const open = await sendTask(boss, anna, { title: 'Open' })
  const done = await sendTask(boss, anna, { title: 'Done' })
  await anna.call(tasks.completeSent, { id: done.id })
  const form = await publishedForm(boss)
  const begun = await sendTask(boss, anna, { title: 'Begun', form_id: form.id })
  await begin(anna, form, { task_sent_id: begun.id })
  const both = await sendTask(boss, anna, { title: 'Both', assignees: [{ user_id: anna.id }, { user_id: bela.id }] })
  const ids = [open, done, begun, both].map(({ id }) => id)
  expect(await boss.call(tasks.give, { sent_task_ids: ids, user_id: bela.id })).toEqual({ given: 2 })
  const titles = async (person: typeof anna) =>
    (await person.call(tasks.sent, { state: 'open' })).data.map(({ title }) => title).sort()
  expect([await titles(anna), await titles(bela)]).toEqual([['Begun'], ['Both', 'Open']])
  expect((await bela.heard('tasks.changed')).length).toBeGreaterThan(0)
  expect(await boss.call(tasks.give, { sent_task_ids: [open.id], user_id: bela.id })).toEqual({ given: 0 })

  const elsewhere = await company()
  const [stranger, other] = [await elsewhere.manager(), await elsewhere.worker()]
  expect(await boss.refused(tasks.give, { sent_task_ids: [open.id], user_id: other.id })).toMatchObject({ status: 422 })
  expect(await stranger.refused(tasks.give, { sent_task_ids: [open.id], user_id: other.id })).toMatchObject({
    status: 404,
  })
  expect(await anna.refused(tasks.give, { sent_task_ids: [begun.id], user_id: bela.id })).toMatchObject({ status: 403 })
})

test('an occurrence of several people goes to another as one, who is told once and can be reminded', async () => {
  const farm = await company()
  const [boss, other, anna] = [await farm.manager(), await farm.manager(), await farm.worker()]
  const [bela, cili] = [await farm.worker(), await farm.worker()]
  await sendTask(boss, anna, { title: 'Mend the gate', assignees: [anna, bela].map(({ id }) => ({ user_id: id })) })
  const open = async () => (await boss.call(tasks.company, { id: farm.id, state: 'open', per_page: 100 })).data
  const sent_task_ids = (await open()).map(({ id }) => id)
  const { id: talk } = await boss.call(messaging.create, { type: 'group', title: 'Barn', user_ids: [bela.id] })
  for (const sent_task_id of sent_task_ids)
    await boss.call(messaging.sendTask, { task_sent_id: sent_task_id, conversation_id: talk, message_text: 'Look' })
  await boss.call(tasks.remind, { sent_task_ids })
  expect(await boss.call(tasks.give, { sent_task_ids, user_id: cili.id })).toEqual({ given: 1 })
  const left = await open()
  expect(left).toMatchObject([{ user_id: cili.id }])
  expect((await cili.call(notices.list, { kind: 'task.assigned' })).data).toHaveLength(1)
  expect(await boss.call(tasks.remind, { sent_task_ids: left.map(({ id }) => id) })).toEqual({ reminded: 1 })
  // A message keeps its words, and lists of other managers follow.
  expect(
    (await boss.call(messaging.messages, { id: talk })).filter(({ message_text }) => message_text === 'Look'),
  ).toHaveLength(2)
  expect((await other.heard('tasks.changed')).length).toBeGreaterThan(0)
})

test('people with open work are reminded once an hour at most, and never of done or own work', async () => {
  const farm = await company()
  const [boss, anna, bela] = [await farm.manager(), await farm.worker(), await farm.worker()]
  const both = { assignees: [{ user_id: anna.id }, { user_id: bela.id }] }
  await sendTask(boss, anna, { title: 'Mend the gate', ...both })
  const own = await sendTask(boss, boss, { title: 'Mine' })
  const done = await sendTask(boss, anna, { title: 'Done' })
  await anna.call(tasks.completeSent, { id: done.id })
  const gate = (await boss.call(tasks.company, { id: farm.id, state: 'open', per_page: 100 })).data.filter(
    ({ title }) => title === 'Mend the gate',
  )
  const sent_task_ids = [...gate.map(({ id }) => id), own.id, done.id]
  expect(await boss.call(tasks.remind, { sent_task_ids })).toEqual({ reminded: 2 })
  for (const person of [anna, bela])
    await expect
      .poll(async () => (await person.call(notices.list, { kind: 'task.reminder' })).data)
      .toMatchObject([{ href: expect.stringMatching(/^\/tasks\/\d+$/) }])
  expect((await boss.call(notices.list, { kind: 'task.reminder' })).data).toEqual([])
  expect(await boss.call(tasks.remind, { sent_task_ids })).toEqual({ reminded: 0 })
  expect(await anna.refused(tasks.remind, { sent_task_ids })).toMatchObject({ status: 403 })
  expect(await (await (await company()).manager()).refused(tasks.remind, { sent_task_ids })).toMatchObject({
    status: 404,
  })
})

test('the board says whose work is overdue first, how much was done, and who is away', async () => {
  const farm = await company()
  const [boss, anna, bela] = [await farm.manager(), await farm.worker(), await farm.worker()]
  const past = new Date(Date.now() - 5 * 3600_000).toISOString().slice(0, 16)
  const late = { starts_at: past, timezone: 'UTC', due_after: 'PT1H' }
  const first = await sendTask(boss, bela, { ...late, title: 'One' })
  await sendTask(boss, bela, { ...late, title: 'Two' })
  await bela.call(tasks.completeSent, { id: first.id })
  await sendTask(boss, anna, { title: 'Three' })
  expect(await boss.call(tasks.board, { id: farm.id })).toEqual([
    { user_id: bela.id, user_name: bela.name, is_away: false, open: 1, overdue: 1, done_percent: 50 },
    { user_id: anna.id, user_name: anna.name, is_away: false, open: 1, overdue: 0, done_percent: null },
  ])
  await boss.call(companies.freeze, { id: farm.id, user_id: bela.id })
  expect(await boss.call(tasks.board, { id: farm.id })).toMatchObject([
    { user_id: bela.id, is_away: true },
    { user_id: anna.id, is_away: false },
  ])
  expect(await anna.refused(tasks.board, { id: farm.id })).toMatchObject({ status: 403 })
  expect(await (await (await company()).manager()).refused(tasks.board, { id: farm.id })).toMatchObject({ status: 404 })
})
