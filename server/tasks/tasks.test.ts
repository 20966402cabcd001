import { and, eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { animals } from '#shared/animals/contract.ts'
import { forms } from '#shared/forms/contract.ts'
import { roles } from '#shared/lib/roles.ts'
import { locations } from '#shared/locations/contract.ts'
import { tasks } from '#shared/tasks/contract.ts'
import { vehicles } from '#shared/vehicles/contract.ts'
import { memberships } from '../companies/table.ts'
import { penCheck, publishedForm } from '../test/forms.ts'
import { admin, company, platform } from '../test/people.ts'
import { sendTask } from '../test/tasks.ts'

test('a task from a form has the form’s name in each language until somebody renames it', async () => {
  const farm = await company()
  const [boss, hand] = [await farm.manager(), await farm.worker()]
  const titles = { en: 'Pen check', ar: 'فحص الحظيرة' }
  const { id } = await boss.call(tasks.create, { title: 'Pen check', titles, assignees: [{ user_id: hand.id }] })
  const sent = async () => (await hand.call(tasks.sent, {})).data[0]

  expect(await sent()).toMatchObject({ title: 'Pen check', titles })
  expect((await hand.call(tasks.sent, { search: 'الحظيرة' })).data).toHaveLength(1)
  await boss.call(tasks.update, { id, priority: 'high' })
  expect(await sent()).toMatchObject({ titles })
  await boss.call(tasks.update, { id, title: 'Look at the pens' })
  expect(await sent()).toMatchObject({ title: 'Look at the pens', titles: null })
})

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
      'assignees.1.user_id': ['This person does not work in this company.'],
      'assignees.2.user_id': ['This person does not work in this company.'],
      'assignees.3.user_id': ['This person does not work in this company.'],
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
    errors: { form_id: ['This form is closed. Ask your manager to open it.'] },
  })
  expect(await boss.refused(tasks.create, { ...task, form_id: theirForm.id })).toMatchObject({
    status: 422,
    errors: { form_id: ['This does not exist, or you are not allowed to see it.'] },
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

test('an admin outside companies cannot create, and reads existing tasks', async () => {
  const farm = await company()
  const [boss, hand, root] = [await farm.manager(), await farm.worker(), await admin()]
  const sent = await sendTask(boss, hand)

  expect(await root.call(tasks.get, { id: sent.task_id })).toMatchObject({ title: 'Count the ewes' })
  expect(await root.refused(tasks.create, { title: 'Count', assignees: [{ user_id: hand.id }] })).toMatchObject({
    status: 403,
  })
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

test('a vehicle at stop is given to no task, with the reason said; once it is well again it is', async () => {
  const farm = await company()
  const [boss, hand] = [await farm.manager(), await farm.worker()]
  const lorry = await boss.call(vehicles.create, { name: 'Lorry 2', type: 'lorry' })
  const state = (state: 'stop' | 'ok') =>
    boss.call(vehicles.setStatus, { id: lorry.id, state, reason: 'Looked at the brakes' })
  const drive = {
    title: 'Fetch the feed',
    assignees: [{ user_id: hand.id }],
    subjects: [{ type: 'vehicle' as const, id: lorry.id }],
  }
  await state('stop')
  const refusal = {
    status: 422,
    errors: { 'subjects.0.id': ['Lorry 2 is stopped (Looked at the brakes), so it cannot get a task.'] },
  }
  expect(await boss.refused(tasks.create, drive)).toMatchObject(refusal)
  const walk = await boss.call(tasks.create, { ...drive, subjects: [] })
  expect(await boss.refused(tasks.update, { id: walk.id, subjects: drive.subjects })).toMatchObject(refusal)

  await state('ok')
  expect(await boss.call(tasks.create, drive)).toMatchObject({ subjects: [{ name: 'Lorry 2' }] })
})
