import { expect, test } from 'vitest'
import { auditLog } from '#shared/audit/contract.ts'
import { locations } from '#shared/locations/contract.ts'
import { tasks } from '#shared/tasks/contract.ts'
import { atOnce } from '../../test/atOnce.ts'
import { company } from '../../test/people.ts'
import { daily, hoursAhead, minutePasses, standStill, startedToday } from '../../test/series.ts'

test('a series gives its people the due work of today and tomorrow, and its next date', async () => {
  const farm = await company()
  const [boss, anna, bela] = [await farm.manager(), await farm.worker(), await farm.worker()]
  const series = await daily(boss, [anna, bela], { starts_at: startedToday(), kind: 'preventive' })

  expect(series).toMatchObject({ recurrence: 'FREQ=DAILY', kind: 'preventive', done_by: 'everyone', missed: 'keep' })
  const own = (await anna.call(tasks.sent, {})).data
  expect(own).toMatchObject([{ task_id: series.id, recurrence: 'FREQ=DAILY' }, { task_id: series.id }])
  expect(Date.parse(own[1]?.starts_at ?? '') - Date.parse(own[0]?.starts_at ?? '')).toBe(86_400_000)
  expect((await bela.call(tasks.sent, {})).meta.total).toBe(2)
  expect(Date.parse(series.next_at ?? '')).toBe(Date.parse(own[1]?.starts_at ?? '') + 86_400_000)
  expect(await anna.heard('tasks.changed')).toEqual([{ count: 2 }])

  for (const recurrence of ['FREQ=SECONDLY', 'DAILY', 'FREQ=DAILY;FREQ=WEEKLY', 'FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30'])
    expect(
      await boss.refused(tasks.create, { title: 'x', recurrence, assignees: [{ user_id: anna.id }] }),
    ).toMatchObject({ status: 422, errors: { recurrence: [expect.any(String)] } })
  expect(
    await anna.refused(tasks.preview, { recurrence: 'FREQ=DAILY', starts_at: '2026-11-20T07:00', timezone: 'UTC' }),
  ).toMatchObject({
    status: 403,
  })
})

test('after a night away nothing is lost, and however many nodes wake up, nothing is there twice', async () => {
  const farm = await company()
  const [boss, anna, bela] = [await farm.manager(), await farm.worker(), await farm.worker()]
  const series = await daily(boss, [anna, bela])
  await standStill(series.id, 5)
  await atOnce(6, minutePasses)
  await minutePasses()

  for (const hand of [anna, bela]) {
    const starts = (await hand.call(tasks.sent, { per_page: 100 })).data.map(({ starts_at }) => starts_at)
    expect(new Set(starts).size).toBe(starts.length)
    expect(starts.length).toBeGreaterThanOrEqual(5)
    const days = starts.map(start => Math.floor(Date.parse(start) / 86_400_000))
    expect(days).toEqual(days.map((_, index) => (days[0] ?? 0) + index))
  }
})

test('where one of the people is enough, of fifty who do it at once one did it, and the others see who', async () => {
  const farm = await company()
  const boss = await farm.manager()
  const hands = await Promise.all(Array.from({ length: 10 }, () => farm.worker()))
  const series = await daily(boss, hands, { starts_at: startedToday(), done_by: 'any_one' })
  const rows = await Promise.all(
    hands.map(async hand => ({ hand, id: (await hand.call(tasks.sent, {})).data[0]?.id ?? 0 })),
  )
  const answers = await atOnce(50, async index => {
    const { hand, id } = rows[index % rows.length] ?? { hand: boss, id: 0 }
    const { statusCode } = await hand.send(tasks.completeSent, { id })
    return { hand, statusCode }
  })

  const winners = new Set(answers.filter(({ statusCode }) => statusCode === 200).map(({ hand }) => hand))
  expect(winners.size).toBe(1)
  expect(answers.filter(({ hand }) => !winners.has(hand)).every(({ statusCode }) => statusCode === 409)).toBe(true)
  const [winner] = winners
  for (const { hand, id } of rows)
    expect(await hand.call(tasks.getSent, { id })).toMatchObject({
      is_completed: true,
      completed_by: winner?.id,
      completed_by_name: winner?.name,
      is_done_by_other: hand !== winner,
    })
  // Tomorrow's is for all of them again.
  expect((await hands[0]?.call(tasks.sent, { state: 'open' }))?.data).toMatchObject([{ task_id: series.id }])
})

test('a group’s task names who did it, and is reopened for all', async () => {
  const farm = await company()
  const [boss, anna, bela, other] = [
    await farm.manager(),
    await farm.worker(),
    await farm.worker(),
    await farm.worker(),
  ]
  await daily(boss, [anna, bela], { starts_at: startedToday(), done_by: 'any_one' })
  const [mine] = (await anna.call(tasks.sent, {})).data
  const [its] = (await bela.call(tasks.sent, {})).data
  const id = mine?.id ?? 0
  // A device that both share asks which of them it was.
  expect(mine?.others).toEqual([{ user_id: bela.id, name: bela.name }])
  expect(await anna.refused(tasks.completeSent, { id, completed_by: other.id })).toMatchObject({ status: 422 })
  expect(await anna.call(tasks.completeSent, { id, completed_by: bela.id, note: 'Two were limping' })).toMatchObject({
    completed_by: bela.id,
    note: 'Two were limping',
  })
  expect(await bela.refused(tasks.reopenSent, { id: its?.id ?? 0 })).toMatchObject({ code: 'task_undo_over' })
  expect(await anna.call(tasks.reopenSent, { id })).toMatchObject({ is_completed: false, note: null })
  expect(await anna.call(tasks.reopenSent, { id })).toMatchObject({ is_completed: false })
  expect(await bela.call(tasks.getSent, { id: its?.id ?? 0 })).toMatchObject({ is_completed: false })
  expect(await bela.heard('task.reopened')).toHaveLength(1)
  expect(await other.heard('task.reopened')).toEqual([])
})

test('each subject has occurrences of its own where that is wanted', async () => {
  const farm = await company()
  const [boss, hand] = [await farm.manager(), await farm.worker()]
  const places = await Promise.all(
    ['Barn 1', 'Barn 2'].map(name => boss.call(locations.create, { name, type: 'barn' as const })),
  )
  const subjects = places.map(({ id }) => ({ type: 'location' as const, id }))
  await daily(boss, [hand], { starts_at: startedToday(), per_subject: true, subjects })
  const own = (await hand.call(tasks.sent, {})).data
  expect(own).toHaveLength(4)
  expect(own.slice(0, 2).map(sent => sent.subjects.map(({ name }) => name))).toEqual([['Barn 1'], ['Barn 2']])
})

test('undone work stays, is closed after its time, or is replaced by the next', async () => {
  const farm = await company()
  const [boss, hand] = [await farm.manager(), await farm.worker()]
  for (const missed of ['keep', 'skip', 'roll'] as const) {
    const { id } = await daily(boss, [hand], { title: missed, missed })
    await standStill(id, 5)
  }
  await minutePasses()
  await minutePasses()
  const all = (await hand.call(tasks.sent, { per_page: 100 })).data
  const of = (missed: string) => all.filter(({ title }) => title === missed)
  const isPast = ({ due_at }: { due_at: string }) => Date.parse(due_at) < Date.now()
  expect(of('keep').some(({ is_missed }) => is_missed)).toBe(false)
  expect(of('skip').every(sent => sent.is_missed === isPast(sent))).toBe(true)
  const begun = of('roll').filter(({ starts_at }) => Date.parse(starts_at) <= Date.now())
  expect(begun.map(({ is_missed }) => is_missed)).toEqual(begun.map((_, index) => index < begun.length - 1))
  const [gone] = of('skip').filter(isPast)
  expect(await hand.refused(tasks.completeSent, { id: gone?.id ?? 0 })).toMatchObject({ code: 'task_missed' })
  // Who had no signal then, and did it in time, did it.
  const completed_at = gone?.due_at ?? ''
  expect(await hand.call(tasks.completeSent, { id: gone?.id ?? 0, completed_at })).toMatchObject({
    is_completed: true,
    is_missed: false,
    completed_at,
  })
})

test('before its window opens nobody can do it', async () => {
  const farm = await company()
  const [boss, hand] = [await farm.manager(), await farm.worker()]
  await daily(boss, [hand], { starts_at: hoursAhead(5), opens_before: 'PT1H' })
  const [sent] = (await hand.call(tasks.sent, {})).data
  expect(Date.parse(sent?.starts_at ?? '') - Date.parse(sent?.opens_at ?? '')).toBe(3600_000)
  expect(await hand.refused(tasks.completeSent, { id: sent?.id ?? 0 })).toMatchObject({ code: 'task_not_open' })
})

test('counted from completion, the next one comes so long after the last was done by everybody', async () => {
  const farm = await company()
  const [boss, anna, bela] = [await farm.manager(), await farm.worker(), await farm.worker()]
  const { id } = await daily(boss, [anna, bela], {
    starts_at: startedToday(),
    recurrence: 'FREQ=DAILY;INTERVAL=3',
    counted_from: 'completion',
  })
  const next = async () => (await boss.call(tasks.get, { id })).next_at
  const rows = await Promise.all([anna, bela].map(async hand => (await hand.call(tasks.sent, {})).data))
  expect(rows.map(({ length }) => length)).toEqual([1, 1])
  expect(await next()).toBeNull()
  await atOnce(2, index => (index ? bela : anna).call(tasks.completeSent, { id: rows[index]?.[0]?.id ?? 0 }))
  const days = (Date.parse((await next()) ?? '') - Date.now()) / 86_400_000
  expect(days).toBeGreaterThan(1.9)
  expect(days).toBeLessThan(3.1)
  await bela.call(tasks.reopenSent, { id: rows[1]?.[0]?.id ?? 0 })
  expect(await next()).toBeNull()
})

test('a series pauses, resumes and ends; its open occurrences stay with their people', async () => {
  const farm = await company()
  const [boss, hand] = [await farm.manager(), await farm.worker()]
  const { id } = await daily(boss, [hand], { starts_at: startedToday() })
  expect(await boss.call(tasks.pause, { id })).toMatchObject({ is_active: false, next_at: null })
  await minutePasses()
  expect((await hand.call(tasks.sent, {})).data).toHaveLength(1)
  expect(await boss.call(tasks.resume, { id })).toMatchObject({
    is_active: true,
    paused_at: null,
    next_at: expect.any(String),
  })
  expect((await hand.call(tasks.sent, {})).data).toHaveLength(2)
  const ended = await boss.call(tasks.end, { id })
  expect(ended).toMatchObject({ is_active: false, ended_at: expect.any(String), next_at: null })
  const { data } = await boss.call(auditLog.list, { subject_id: id })
  expect(data.map(({ action }) => action).toSorted()).toEqual([
    'task.created',
    'task.ended',
    'task.paused',
    'task.resumed',
  ])
  const once = await boss.call(tasks.create, { title: 'Once', assignees: [{ user_id: hand.id }] })
  expect(await boss.refused(tasks.pause, { id: once.id })).toMatchObject({ status: 409, code: 'not_a_series' })
})
