import { expect, test } from 'vitest'
import { tasks } from '#shared/tasks/contract.ts'
import { atOnce } from '../test/atOnce.ts'
import { publishedForm } from '../test/forms.ts'
import { company, type Person } from '../test/people.ts'
import { sendTask } from '../test/tasks.ts'

test('a worker completes a task once; the managers hear of it, a colleague neither hears nor can', async () => {
  const [farm, dairy] = [await company(), await company()]
  const [boss, hand, other] = [await farm.manager(), await farm.worker(), await farm.worker()]
  const stranger = await dairy.manager()
  const sent = await sendTask(boss, hand)

  for (const call of [tasks.getSent, tasks.completeSent, tasks.skipSent])
    for (const person of [other, stranger])
      expect(await person.refused(call, { id: sent.id })).toMatchObject({ status: 404, code: 'not_found' })
  const done = await hand.call(tasks.completeSent, { id: sent.id })
  expect(done).toMatchObject({ is_completed: true, is_skipped: false, completed_by: hand.id })
  expect(done.completed_at).not.toBeNull()
  expect(await hand.call(tasks.completeSent, { id: sent.id })).toEqual(done)
  expect(await hand.call(tasks.getSent, { id: sent.id })).toEqual(done)
  expect(await hand.refused(tasks.skipSent, { id: sent.id })).toMatchObject({ status: 409, code: 'task_already_done' })

  expect(await hand.heard('task.completed')).toEqual([done])
  expect(await boss.heard('task.completed')).toEqual([done])
  for (const person of [other, stranger]) expect(await person.heard('task.completed')).toEqual([])
})

test('a worker skips a task with a reason, once; then nobody completes it', async () => {
  const farm = await company()
  const [boss, hand, other] = [await farm.manager(), await farm.worker(), await farm.worker()]
  const sent = await sendTask(boss, hand)
  const skipped = await hand.call(tasks.skipSent, { id: sent.id, skipped_reason: ' Storm ' })

  expect(skipped).toMatchObject({ is_completed: false, is_skipped: true, skipped_reason: 'Storm' })
  expect(await hand.call(tasks.skipSent, { id: sent.id, skipped_reason: 'Other' })).toEqual(skipped)
  for (const person of [hand, boss])
    expect(await person.refused(tasks.completeSent, { id: sent.id })).toMatchObject({
      status: 409,
      code: 'task_already_skipped',
    })
  expect(await hand.refused(tasks.skipSent, { id: sent.id, skipped_reason: 'x'.repeat(501) })).toMatchObject({
    status: 422,
    errors: { skipped_reason: ['At most 500 characters.'] },
  })
  expect(await boss.heard('task.skipped')).toEqual([skipped])
  expect(await hand.heard('task.skipped')).toEqual([skipped])
  expect(await other.heard('task.skipped')).toEqual([])
})

test('a manager completes a task for a worker, and it is known who did', async () => {
  const farm = await company()
  const [boss, hand] = [await farm.manager(), await farm.worker()]
  const sent = await sendTask(boss, hand)

  expect(await boss.call(tasks.completeSent, { id: sent.id })).toMatchObject({
    user_id: hand.id,
    completed_by: boss.id,
  })
})

test('where everybody does a task, nobody’s work is recorded as a colleague’s', async () => {
  const farm = await company()
  const [boss, hand, other] = [await farm.manager(), await farm.worker(), await farm.worker()]
  const assignees = [{ user_id: hand.id }, { user_id: other.id }]
  const sent = await sendTask(boss, hand, { done_by: 'everyone', assignees })
  expect(await hand.refused(tasks.completeSent, { id: sent.id, completed_by: other.id })).toMatchObject({
    status: 422,
    errors: { completed_by: [expect.any(String)] },
  })
  expect(await boss.call(tasks.completeSent, { id: sent.id, completed_by: hand.id })).toMatchObject({
    completed_by: hand.id,
  })
})

test('of fifty who complete and skip the same task at once, one verb wins and is told once', async () => {
  const farm = await company()
  const [boss, hand] = [await farm.manager(), await farm.worker()]
  const { id } = await sendTask(boss, hand)
  const send = async (index: number) => {
    const verb = index % 4 < 2 ? 'complete' : 'skip'
    const person = index % 2 ? boss : hand
    const answer = await person.send(verb === 'complete' ? tasks.completeSent : tasks.skipSent, { id })
    return { verb, status: answer.statusCode, body: answer.body }
  }
  const answers = await atOnce(50, send)
  const after = await hand.call(tasks.getSent, { id })
  const [won, lost] = after.is_completed ? ['complete', 'skip'] : ['skip', 'complete']

  expect(after.is_completed).not.toBe(after.is_skipped)
  const ofWinners = answers.filter(({ verb }) => verb === won)
  expect(new Set(ofWinners.map(({ status }) => status))).toEqual(new Set([200]))
  expect(new Set(ofWinners.map(({ body }) => JSON.parse(body).data.completed_at))).toEqual(
    new Set([after.completed_at]),
  )
  expect(new Set(answers.filter(({ verb }) => verb === lost).map(({ status }) => status))).toEqual(new Set([409]))
  const [told, silent] = after.is_completed ? ['task.completed', 'task.skipped'] : ['task.skipped', 'task.completed']
  expect(await boss.heard(told)).toHaveLength(1)
  expect(await boss.heard(silent)).toEqual([])
})

test('a task with a form is not done before its form is', async () => {
  const farm = await company()
  const [boss, hand] = [await farm.manager(), await farm.worker()]
  const form = await publishedForm(boss)
  const sent = await sendTask(boss, hand, { form_id: form.id })

  for (const person of [hand, boss])
    expect(await person.refused(tasks.completeSent, { id: sent.id })).toMatchObject({
      status: 422,
      code: 'submission_required',
    })
  expect(await hand.call(tasks.skipSent, { id: sent.id })).toMatchObject({ is_skipped: true })
})

test('own tasks stand in the order in which they are due, and can be narrowed to a state', async () => {
  const farm = await company()
  const [boss, hand, other] = [await farm.manager(), await farm.worker(), await farm.worker()]
  const send = (title: string, starts_at: string) => sendTask(boss, hand, { title, starts_at, due_after: 'PT1H' })
  await send('Later', '2190-01-01T08:00')
  await send('Overdue', '2026-01-01T08:00')
  const done = await send('Done', '2026-01-02T08:00')
  const skipped = await send('Skipped', '2026-01-03T08:00')
  await sendTask(boss, other, { title: 'Not mine' })
  await hand.call(tasks.completeSent, { id: done.id })
  await hand.call(tasks.skipSent, { id: skipped.id })

  const titles = async (input: object) => (await hand.call(tasks.sent, input)).data.map(({ title }) => title)
  expect(await titles({})).toEqual(['Overdue', 'Done', 'Skipped', 'Later'])
  expect(await titles({ sort: '-due_at' })).toEqual(['Later', 'Skipped', 'Done', 'Overdue'])
  expect(await titles({ state: 'open' })).toEqual(['Overdue', 'Later'])
  expect(await titles({ state: 'overdue' })).toEqual(['Overdue'])
  expect(await titles({ state: 'done' })).toEqual(['Done'])
  expect(await titles({ state: 'skipped' })).toEqual(['Skipped'])
  expect(await titles({ search: 'er' })).toEqual(['Overdue', 'Later'])
  expect((await hand.call(tasks.sent, { per_page: 5 })).meta).toMatchObject({ total: 4, from: 1, to: 4 })
  expect(await hand.refused(tasks.sent, { state: 'lost' })).toMatchObject({ status: 422 })
  expect(await hand.refused(tasks.sent, { user_id: other.id })).toMatchObject({ status: 422 })
})

test('new tasks count until they are seen, each person for themselves', async () => {
  const [farm, dairy] = [await company(), await company()]
  const [boss, hand, other, guest] = [
    await farm.manager(),
    await farm.worker(),
    await farm.worker(),
    await farm.guest(),
  ]
  const sent = [await sendTask(boss, hand), await sendTask(boss, hand), await sendTask(boss, hand)]
  await sendTask(boss, other)
  const count = async (person: Person) => (await person.call(tasks.newCount, { company_id: farm.id })).count

  expect(await count(hand)).toBe(3)
  expect(await count(boss)).toBe(0)
  await boss.call(tasks.getSent, { id: sent[0]?.id ?? 0 })
  await boss.call(tasks.company, { id: farm.id })
  expect(await count(hand)).toBe(3)
  await hand.call(tasks.completeSent, { id: sent[0]?.id ?? 0 })
  expect(await count(hand)).toBe(2)
  expect(await hand.call(tasks.getSent, { id: sent[1]?.id ?? 0 })).toMatchObject({ seen_at: null })
  expect(await count(hand)).toBe(1)
  const listed = (await hand.call(tasks.sent, { state: 'open' })).data
  expect(listed.map(({ seen_at }) => seen_at === null)).toEqual([false, true])
  expect(await count(hand)).toBe(0)
  expect((await hand.call(tasks.sent, { state: 'open' })).data.every(({ seen_at }) => seen_at !== null)).toBe(true)
  expect(await count(other)).toBe(1)

  expect(await hand.refused(tasks.newCount, { company_id: dairy.id })).toMatchObject({ status: 404 })
  expect(await guest.refused(tasks.newCount, { company_id: farm.id })).toMatchObject({ status: 403 })
  expect(await guest.refused(tasks.sent, {})).toMatchObject({ status: 403 })
})

test('a list that is asked for ahead marks nothing as seen', async () => {
  const farm = await company()
  const [boss, hand] = [await farm.manager(), await farm.worker()]
  await sendTask(boss, hand)
  await hand.call(tasks.sent, { state: 'open' }, { headers: { purpose: 'prefetch' } })
  await hand.call(tasks.sent, { state: 'open' }, { headers: { 'sec-purpose': 'prefetch;prerender' } })
  expect((await hand.call(tasks.newCount, { company_id: farm.id })).count).toBe(1)
  await hand.call(tasks.sent, { state: 'open' })
  expect((await hand.call(tasks.newCount, { company_id: farm.id })).count).toBe(0)
})

test('a manager sees what everyone has to do, or one person; the other company sees nothing', async () => {
  const [farm, dairy] = [await company(), await company()]
  const [boss, anna, bela, stranger] = [
    await farm.manager(),
    await farm.worker(),
    await farm.worker(),
    await dairy.manager(),
  ]
  const own = [await sendTask(boss, anna, { title: 'Feed' }), await sendTask(boss, bela, { title: 'Milk' })]
  await sendTask(stranger, await dairy.worker(), { title: 'Elsewhere' })

  const list = async (input: object) => (await boss.call(tasks.company, { id: farm.id, ...input })).data
  expect(await list({})).toEqual(own)
  expect(await list({ user_id: bela.id })).toEqual([own[1]])
  expect(await list({ search: anna.name })).toEqual([own[0]])
  expect(await list({ state: 'done' })).toEqual([])
  expect(await boss.refused(tasks.company, { id: dairy.id })).toMatchObject({ status: 404 })
  for (const { id } of own) expect(await stranger.refused(tasks.getSent, { id })).toMatchObject({ status: 404 })
  expect((await stranger.call(tasks.sent, {})).data).toEqual([])
})
