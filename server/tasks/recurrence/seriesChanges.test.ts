import { expect, test } from 'vitest'
import { tasks } from '#shared/tasks/contract.ts'
import { company } from '../../test/people.ts'
import { daily, startedToday } from '../../test/series.ts'

/** A worker's daily series that began an hour ago, with what they have of it. */
async function withSeries() {
  const farm = await company()
  const [boss, hand, other] = [await farm.manager(), await farm.worker(), await farm.worker()]
  const series = await daily(boss, [hand], { starts_at: startedToday() })
  const [today, tomorrow] = (await hand.call(tasks.sent, {})).data
  if (!today || !tomorrow) throw new Error('Nothing was made.')
  return { boss, hand, other, series, today, tomorrow }
}

const later = (iso: string, hours: number) => new Date(Date.parse(iso) + hours * 3600_000).toISOString()

test('one occurrence is moved, and the others stay where they are', async () => {
  const { boss, hand, series, today, tomorrow } = await withSeries()
  const moved = later(tomorrow.starts_at, 3)
  const one = await boss.call(tasks.update, {
    ...{ id: series.id, scope: 'this' as const, occurrence: tomorrow.starts_at, starts_at: moved.slice(0, 16) },
    title: 'Check the pens, later',
  })
  expect(one).toMatchObject({ recurrence: null, split_from: series.id, title: 'Check the pens, later' })
  expect((await hand.call(tasks.sent, {})).data).toMatchObject([
    { task_id: series.id, starts_at: today.starts_at, title: 'Check the pens' },
    { task_id: one.id, starts_at: moved },
  ])
  expect(await boss.call(tasks.get, { id: series.id })).toMatchObject({
    exceptions: [tomorrow.starts_at],
    next_at: series.next_at,
    revision: series.revision + 1,
  })
})

test('from one occurrence on the series is another, and earlier ones stay', async () => {
  const { boss, hand, other, series, today, tomorrow } = await withSeries()
  await hand.call(tasks.completeSent, { id: today.id })
  const following = await boss.call(tasks.update, {
    ...{ id: series.id, scope: 'following' as const, occurrence: tomorrow.starts_at },
    ...{ title: 'Check the pens twice', assignees: [{ user_id: other.id }] },
  })
  expect(following).toMatchObject({ recurrence: 'FREQ=DAILY', split_from: series.id })
  expect(await boss.call(tasks.get, { id: series.id })).toMatchObject({ next_at: null, title: 'Check the pens' })
  expect((await hand.call(tasks.sent, {})).data).toMatchObject([{ id: today.id, is_completed: true }])
  expect((await other.call(tasks.sent, {})).data).toMatchObject([
    { task_id: following.id, starts_at: tomorrow.starts_at, title: 'Check the pens twice' },
  ])
})

test('changing all keeps the day of begun occurrences, and creates later ones again', async () => {
  const { boss, hand, other, series, today, tomorrow } = await withSeries()
  const moved = later(tomorrow.starts_at, 2)
  await boss.call(tasks.update, {
    ...{ id: series.id, occurrence: tomorrow.starts_at, starts_at: moved.slice(0, 16), due_after: 'PT5H' },
    assignees: [{ user_id: hand.id }, { user_id: other.id }],
  })
  for (const person of [hand, other])
    expect((await person.call(tasks.sent, {})).data).toMatchObject([
      { starts_at: today.starts_at, due_at: later(today.starts_at, 5) },
    ])
  expect(await boss.call(tasks.get, { id: series.id })).toMatchObject({ next_at: moved })
})

test('a series moved to another day repeats no begun occurrence, and omits what it omitted', async () => {
  const { boss, hand, series, today, tomorrow } = await withSeries()
  const free = later(tomorrow.starts_at, 24 * 4)
  await boss.call(tasks.remove, { id: series.id, scope: 'this', occurrence: free })
  const moved = later(tomorrow.starts_at, 24)
  await boss.call(tasks.update, { id: series.id, occurrence: tomorrow.starts_at, starts_at: moved.slice(0, 16) })
  expect((await hand.call(tasks.sent, {})).data).toMatchObject([{ id: today.id, starts_at: today.starts_at }])
  expect(await boss.call(tasks.get, { id: series.id })).toMatchObject({
    next_at: moved,
    exceptions: [later(free, 24)],
  })
})

test('a weekly series that is dragged to another day keeps its rhythm there', async () => {
  const farm = await company()
  const [boss, hand] = [await farm.manager(), await farm.worker()]
  const series = await daily(boss, [hand], { recurrence: 'FREQ=WEEKLY;BYDAY=MO,TH', starts_at: '2190-01-04T07:00' })
  const drag = { id: series.id, occurrence: '2190-01-07T07:00:00.000Z', starts_at: '2190-01-08T08:00' }
  expect(await boss.call(tasks.update, drag)).toMatchObject({
    recurrence: 'FREQ=WEEKLY;BYDAY=TU,FR',
    starts_at: '2190-01-05T08:00',
  })
  const monthly = await daily(boss, [hand], { recurrence: 'FREQ=MONTHLY;BYDAY=1MO', starts_at: '2190-01-01T07:00' })
  expect(
    await boss.refused(tasks.update, { ...drag, id: monthly.id, occurrence: '2190-01-04T07:00:00.000Z' }),
  ).toMatchObject({ status: 422, errors: { recurrence: [expect.any(String)] } })
  expect(
    await boss.refused(tasks.update, { ...drag, id: monthly.id, occurrence: '2190-01-05T07:00:00.000Z' }),
  ).toMatchObject({
    status: 422,
    errors: { occurrence: [expect.any(String)] },
  })
})

test('one occurrence is taken out, or all that follow, or the whole series', async () => {
  const { boss, hand, series, today, tomorrow } = await withSeries()
  await boss.call(tasks.remove, { id: series.id, scope: 'this', occurrence: today.starts_at })
  expect((await hand.call(tasks.sent, {})).data).toMatchObject([{ id: tomorrow.id }])
  await boss.call(tasks.remove, { id: series.id, scope: 'following', occurrence: tomorrow.starts_at })
  expect((await hand.call(tasks.sent, {})).data).toEqual([])
  expect(await boss.call(tasks.get, { id: series.id })).toMatchObject({ next_at: null, archived_at: null })
  await boss.call(tasks.remove, { id: series.id })
  expect(await boss.call(tasks.get, { id: series.id })).toMatchObject({ archived_at: expect.any(String) })
})

test('begun work stays with its person, and a stale change is refused with the current series', async () => {
  const { boss, series, tomorrow } = await withSeries()
  await boss.call(tasks.update, { id: series.id, title: 'First' })
  const stale = { id: series.id, scope: 'this', occurrence: tomorrow.starts_at, title: 'Second', revision: 1 }
  expect(await boss.refused(tasks.update, stale)).toMatchObject({ status: 409, data: { title: 'First' } })
  expect((await boss.call(tasks.list, {})).meta.total).toBe(1)
})
