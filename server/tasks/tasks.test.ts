import { and, eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { animals } from '#shared/animals/contract.ts'
import { forms } from '#shared/forms/contract.ts'
import { roles } from '#shared/lib/roles.ts'
import { locations } from '#shared/locations/contract.ts'
import { tasks } from '#shared/tasks/contract.ts'
import { memberships } from '../companies/table.ts'
import { penCheck, publishedForm } from '../test/forms.ts'
import { admin, company, platform } from '../test/people.ts'
import { sendTask } from '../test/tasks.ts'

test('a manager sends a task to two people; each gets their own and hears of it, nobody else does', async () => {
  const [farm, dairy] = [await company(), await company()]
  const [boss, anna, bela, other] = [
    await farm.manager(),
    await farm.worker(),
    await farm.worker(),
    await farm.worker(),
  ]
  const stranger = await dairy.manager()
  const barn = await boss.call(locations.create, { name: 'Barn', type: 'barn' })
  const ewe = await boss.call(animals.create, { name: 'Ewe 7', species: 'sheep' })
  const task = await boss.call(tasks.create, {
    title: 'Count the ewes',
    description: 'In the north paddock',
    priority: 'high',
    starts_at: '2026-03-28T07:00',
    due_after: 'P1D',
    timezone: 'Europe/Budapest',
    assignees: [{ user_id: anna.id }, { user_id: bela.id }, { user_id: anna.id }],
    subjects: [
      { type: 'location', id: barn.id },
      { type: 'animal', id: ewe.id },
      { type: 'location', id: barn.id },
    ],
  })

  expect(task).toMatchObject({
    company_id: farm.id,
    title: 'Count the ewes',
    priority: 'high',
    recurrence: null,
    starts_at: '2026-03-28T07:00',
    due_after: 'P1D',
    timezone: 'Europe/Budapest',
    assignees: [
      { user_id: anna.id, name: anna.name },
      { user_id: bela.id, name: bela.name },
    ],
    form_id: null,
    form_name: null,
    subjects: [
      { type: 'location', id: barn.id, name: 'Barn' },
      { type: 'animal', id: ewe.id, name: 'Ewe 7' },
    ],
    is_active: true,
    origin_submission_id: null,
    revision: 1,
  })
  expect(await boss.call(tasks.get, { id: task.id })).toEqual(task)
  const own = (await anna.call(tasks.sent, {})).data
  expect(own).toMatchObject([
    {
      task_id: task.id,
      user_id: anna.id,
      user_name: anna.name,
      title: 'Count the ewes',
      description: 'In the north paddock',
      priority: 'high',
      starts_at: '2026-03-28T06:00:00.000Z',
      due_at: '2026-03-29T05:00:00.000Z',
      is_completed: false,
      is_skipped: false,
      submission_id: null,
      subjects: task.subjects,
      seen_at: null,
    },
  ])
  expect(await anna.heard('task.assigned')).toEqual(own)
  expect(await bela.heard('task.assigned')).toMatchObject([{ user_id: bela.id }])
  for (const person of [boss, other, stranger]) expect(await person.heard('task.assigned')).toEqual([])
})

test('a task without times begins now, is due in a day and goes by the clock of the company', async () => {
  const farm = await company({ timeZone: 'Asia/Kolkata' })
  const [boss, hand] = [await farm.manager(), await farm.worker()]
  const before = Date.now()
  const sent = await sendTask(boss, hand)
  const task = await boss.call(tasks.get, { id: sent.task_id })

  expect(task).toMatchObject({ due_after: 'P1D', timezone: 'Asia/Kolkata', priority: 'normal', description: null })
  const begun = Date.parse(sent.starts_at)
  expect(begun).toBeGreaterThanOrEqual(before)
  expect(begun).toBeLessThanOrEqual(Date.now())
  expect(Date.parse(sent.due_at) - begun).toBe(24 * 3600_000)
  const inKolkata = new Date(begun + 5.5 * 3600_000).toISOString().slice(0, 16)
  expect(task.starts_at).toBe(inKolkata)
})

test('a task for a role reaches everyone who has it now, once, and neither guests nor those who left', async () => {
  const [farm, dairy] = [await company(), await company()]
  const [boss, anna, bela, gone, guest] = [
    await farm.manager(),
    await farm.worker(),
    await farm.worker(),
    await farm.worker(),
    await farm.guest(),
  ]
  await dairy.worker()
  await leave(farm.id, gone.id)
  const task = await boss.call(tasks.create, {
    title: 'Read the new guide',
    assignees: [{ role_id: roles.employee }, { user_id: anna.id }],
  })

  const sent = await boss.call(tasks.company, { id: farm.id })
  expect(sent.data.map(({ user_id }) => user_id).sort()).toEqual([anna.id, bela.id].sort())
  expect(task.assignees).toEqual([{ role_id: roles.employee }, { user_id: anna.id, name: anna.name }])
  expect(await guest.heard('task.assigned')).toEqual([])
})

test('a task is given to people of the company only; guests, strangers and empty roles are named', async () => {
  const [farm, dairy] = [await company(), await company()]
  const [boss, hand, guest, gone] = [await farm.manager(), await farm.worker(), await farm.guest(), await farm.worker()]
  const stranger = await dairy.worker()
  await leave(farm.id, gone.id)
  const refusal = await boss.refused(tasks.create, {
    title: 'Count',
    assignees: [
      { user_id: hand.id },
      { user_id: guest.id },
      { user_id: stranger.id },
      { user_id: gone.id },
      { role_id: roles.guest },
      { role_id: 2500 },
    ],
  })

  expect(refusal).toMatchObject({
    status: 422,
    code: 'invalid',
    errors: {
      'assignees.1.user_id': ['This person does not work in the company.'],
      'assignees.2.user_id': ['This person does not work in the company.'],
      'assignees.3.user_id': ['This person does not work in the company.'],
      'assignees.4.role_id': ['Nobody has this role.'],
      'assignees.5.role_id': ['Nobody has this role.'],
    },
  })
  expect(Object.keys(refusal.errors ?? {})).toHaveLength(5)
  expect((await boss.call(tasks.list, {})).meta.total).toBe(0)
  expect(await hand.heard('task.assigned')).toEqual([])
})

test('the form must be open and the subjects must exist, both in this company', async () => {
  const [farm, dairy] = [await company(), await company()]
  const [boss, hand, stranger] = [await farm.manager(), await farm.worker(), await dairy.manager()]
  const form = await publishedForm(boss)
  const draft = await boss.call(forms.create, { name: { en: 'Draft' }, definition: penCheck })
  const [theirForm, theirs] = [
    await publishedForm(stranger),
    await stranger.call(locations.create, { name: 'Pen', type: 'pen' }),
  ]
  const task = { title: 'Check', assignees: [{ user_id: hand.id }] }

  expect(await sendTask(boss, hand, { form_id: form.id })).toMatchObject({ form_id: form.id, form_name: form.name })
  expect(await boss.refused(tasks.create, { ...task, form_id: draft.id })).toMatchObject({
    status: 422,
    errors: { form_id: ['This form cannot be filled in at the moment.'] },
  })
  expect(await boss.refused(tasks.create, { ...task, form_id: theirForm.id })).toMatchObject({
    status: 422,
    errors: { form_id: ['It does not exist, or you may not see it.'] },
  })
  const subjects = [
    { type: 'location', id: theirs.id },
    { type: 'animal', id: 2_000_000 },
  ]
  expect(await boss.refused(tasks.create, { ...task, subjects })).toMatchObject({
    status: 422,
    errors: { 'subjects.0.id': [expect.any(String)], 'subjects.1.id': [expect.any(String)] },
  })
})

test('a draft that cannot be understood is refused field by field', async () => {
  const farm = await company()
  const [boss, hand] = [await farm.manager(), await farm.worker()]
  const task = { title: 'Check', assignees: [{ user_id: hand.id }] }
  const wrong: [string, object][] = [
    ['title', { title: ' ' }],
    ['assignees', { assignees: [] }],
    ['priority', { priority: 'immediately' }],
    ['starts_at', { starts_at: '2026-02-30T07:00' }],
    ['starts_at', { starts_at: '0000-01-01T07:00' }],
    ['starts_at', { starts_at: '2026-02-03T07:00:00Z' }],
    ['due_after', { due_after: '1 day' }],
    ['due_after', { due_after: 'P1DT' }],
    ['due_after', { due_after: '-P1D' }],
    ['due_after', { due_after: 'P99999Y' }],
    ['timezone', { timezone: 'Mars/Olympus' }],
    ['revision', { revision: 1 }],
  ]
  for (const [field, part] of wrong)
    expect(await boss.refused(tasks.create, { ...task, ...part })).toMatchObject({
      status: 422,
      errors: { [field]: [expect.any(String)] },
    })
})

test('only managers make and see tasks; for the other company they do not exist', async () => {
  const [farm, dairy] = [await company(), await company()]
  const [boss, hand, guest, stranger] = [
    await farm.manager(),
    await farm.worker(),
    await farm.guest(),
    await dairy.manager(),
  ]
  const { task_id: id } = await sendTask(boss, hand)

  for (const person of [hand, guest]) {
    expect(await person.refused(tasks.create, { title: 'Rest', assignees: [{ user_id: hand.id }] })).toMatchObject({
      status: 403,
    })
    for (const call of [tasks.get, tasks.update, tasks.remove, tasks.restore])
      expect(await person.refused(call, { id })).toMatchObject({ status: 403, code: 'forbidden' })
    expect(await person.refused(tasks.list, {})).toMatchObject({ status: 403 })
    expect(await person.refused(tasks.company, { id: farm.id })).toMatchObject({ status: 403 })
  }
  const missing = await stranger.send(tasks.get, { id: 2_000_000 })
  for (const call of [tasks.get, tasks.update, tasks.remove, tasks.restore]) {
    const answer = await stranger.send(call, { id })
    expect([answer.statusCode, answer.body]).toEqual([404, missing.body])
  }
  expect((await stranger.call(tasks.list, {})).data).toEqual([])
  expect(await stranger.refused(tasks.company, { id: farm.id })).toMatchObject({ status: 404 })
})

test('an admin who works in no company is refused to create, and reads what is there', async () => {
  const farm = await company()
  const [boss, hand, root] = [await farm.manager(), await farm.worker(), await admin()]
  const sent = await sendTask(boss, hand)

  expect(await root.call(tasks.get, { id: sent.task_id })).toMatchObject({ title: 'Count the ewes' })
  expect(await root.refused(tasks.create, { title: 'Count', assignees: [{ user_id: hand.id }] })).toMatchObject({
    status: 403,
  })
})

test('a changed task keeps what was not sent, and its open occurrences follow', async () => {
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

test('an archived task leaves the lists with what is open of it, what was done stays, and it comes back', async () => {
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

test('the same Idempotency-Key sends a task once', async () => {
  const farm = await company()
  const [boss, hand] = [await farm.manager(), await farm.worker()]
  const headers = { 'idempotency-key': crypto.randomUUID() }
  const draft = { title: 'Count', assignees: [{ user_id: hand.id }] }
  const answers = await Promise.all(Array.from({ length: 5 }, () => boss.call(tasks.create, draft, { headers })))

  expect(new Set(answers.map(({ id }) => id)).size).toBe(1)
  expect((await hand.call(tasks.sent, {})).meta.total).toBe(1)
  expect(await hand.heard('task.assigned')).toHaveLength(1)
})

const leave = (companyId: number, userId: number) =>
  platform(db =>
    db
      .update(memberships)
      .set({ endedAt: new Date() })
      .where(and(eq(memberships.companyId, companyId), eq(memberships.userId, userId))),
  )
