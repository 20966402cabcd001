/** Tasks done late, twice or long ago, parts of series, and companies that are gone. */
import { eq, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { submissions } from '#shared/submissions/contract.ts'
import { tasks } from '#shared/tasks/contract.ts'
import { companies } from '../companies/table.ts'
import { inCompany } from '../lib/jobs/inCompany.ts'
import { goodAnswers, publishedForm } from '../test/forms.ts'
import { company, platform } from '../test/people.ts'
import { daily, hoursAhead, minutePasses, standStill, startedToday } from '../test/series.ts'
import { begin } from '../test/submissions.ts'
import { sendTask } from '../test/tasks.ts'
import { tend } from '../test/tend.ts'
import { openAgain } from './assign.ts'
import { sentTasks, tasks as table } from './table.ts'

const ago = (hours: number) => new Date(Date.now() - hours * 3600_000).toISOString()

test('a part of a series that names no occurrence is refused, and the series stays', async () => {
  const farm = await company()
  const [boss, hand] = [await farm.manager(), await farm.worker()]
  const series = await daily(boss, [hand])
  for (const scope of ['this', 'following'] as const) {
    const missing = { status: 422, errors: { occurrence: [expect.any(String)] } }
    expect(await boss.refused(tasks.remove, { id: series.id, scope })).toMatchObject(missing)
    expect(await boss.refused(tasks.update, { id: series.id, scope, title: 'Other' })).toMatchObject(missing)
  }
  expect(await boss.call(tasks.get, { id: series.id })).toMatchObject({ archived_at: null, title: series.title })
  const once = await sendTask(boss, hand)
  await boss.call(tasks.remove, { id: once.task_id, scope: 'this' })
  expect(await boss.call(tasks.get, { id: once.task_id })).toMatchObject({ archived_at: expect.any(String) })
})

test('work of 1970 counts from now, and an end hours ago can be reopened after it arrived', async () => {
  const farm = await company()
  const [boss, hand] = [await farm.manager(), await farm.worker()]
  const wrong = await sendTask(boss, hand)
  const done = await hand.call(tasks.completeSent, { id: wrong.id, completed_at: '1970-01-01T00:00:00.000Z' })
  expect(Date.now() - Date.parse(done.completed_at ?? '')).toBeLessThan(60_000)

  const late = await sendTask(boss, hand)
  const before = ago(3)
  expect(await hand.call(tasks.completeSent, { id: late.id, completed_at: before })).toMatchObject({
    completed_at: before,
  })
  expect(await hand.call(tasks.reopenSent, { id: late.id })).toMatchObject({ is_completed: false })
  await hand.call(tasks.completeSent, { id: late.id })
  await platform(db =>
    db
      .update(sentTasks)
      .set({ recordedAt: new Date(ago(1)) })
      .where(eq(sentTasks.id, late.id)),
  )
  expect(await hand.refused(tasks.reopenSent, { id: late.id })).toMatchObject({ code: 'task_undo_over' })
})

test('the time of a task that came again can be changed', async () => {
  const farm = await company()
  const [boss, hand] = [await farm.manager(), await farm.worker()]
  const sent = await sendTask(boss, hand, { starts_at: hoursAhead(-5), timezone: 'UTC' })
  await hand.call(tasks.completeSent, { id: sent.id })
  const { services } = await tend()
  await inCompany(services, farm.id, 'series', ctx => openAgain(ctx, { companyId: farm.id, taskId: sent.task_id }))
  await boss.call(tasks.update, { id: sent.task_id, due_after: 'PT3H' })
  const open = (await hand.call(tasks.sent, { state: 'open' })).data
  expect(open).toHaveLength(1)
  expect(Date.parse(open[0]?.due_at ?? '') - Date.parse(open[0]?.starts_at ?? '')).toBe(3 * 3600_000)
  const moved = hoursAhead(2)
  await boss.call(tasks.update, { id: sent.task_id, starts_at: moved })
  expect((await hand.call(tasks.sent, { state: 'open' })).data).toMatchObject([{ starts_at: `${moved}:00.000Z` }])
})

test('a series that counts from when it was done counts from that day, not from when it came in', async () => {
  const farm = await company()
  const [boss, hand] = [await farm.manager(), await farm.worker()]
  const series = await daily(boss, [hand], {
    ...{ starts_at: startedToday(), recurrence: 'FREQ=DAILY;INTERVAL=5', counted_from: 'completion' },
  })
  const [first] = (await hand.call(tasks.sent, {})).data
  const nextBefore = (await boss.call(tasks.get, { id: series.id })).next_at
  expect(nextBefore).toBeNull()
  const done = ago(48)
  await hand.call(tasks.completeSent, { id: first?.id ?? 0, completed_at: done })
  const { next_at } = await boss.call(tasks.get, { id: series.id })
  const days = Math.floor(Date.parse(next_at ?? '') / 86_400_000) - Math.floor(Date.parse(done) / 86_400_000)
  expect(days).toBe(5)
})

test('who completes an occurrence and who changes its series wait for each other in one order', async () => {
  const farm = await company()
  const [boss, hand] = [await farm.manager(), await farm.worker()]
  const series = await daily(boss, [hand], {
    ...{ starts_at: startedToday(), recurrence: 'FREQ=DAILY;INTERVAL=5', counted_from: 'completion' },
  })
  const [first] = (await hand.call(tasks.sent, {})).data
  let begin = () => {}
  const begun = new Promise<void>(resolve => {
    begin = resolve
  })
  const done = begun.then(() => hand.send(tasks.completeSent, { id: first?.id ?? 0 }))
  // As a change of the series does it: its row first, then its occurrences.
  await platform(async db => {
    await db.execute(sql`select from tasks where id = ${series.id} for no key update`)
    begin()
    const waiting = async () =>
      (
        await db.execute<{ waiting: number }>(
          sql`select count(*)::int as waiting from pg_locks
            where not granted and pg_backend_pid() = any (pg_blocking_pids(pid))`,
        )
      ).rows
    await expect.poll(waiting).toMatchObject([{ waiting: expect.toSatisfy(count => Number(count) > 0) }])
    await db.execute(sql`select from sent_tasks where task_id = ${series.id} for no key update`)
  })
  expect((await done).statusCode).toBe(200)
})

test('in an archived company no series continues, and nobody hears of overdue work', async () => {
  const farm = await company()
  const [boss, hand] = [await farm.manager(), await farm.worker()]
  const series = await daily(boss, [hand], { starts_at: startedToday(), missed: 'skip', due_after: 'PT1M' })
  await standStill(series.id, 3)
  const archive = (archivedAt: Date | null) =>
    platform(db => db.update(companies).set({ archivedAt }).where(eq(companies.id, farm.id)))
  const rows = () => platform(db => db.select().from(sentTasks).where(eq(sentTasks.taskId, series.id)))
  await archive(new Date())
  await minutePasses()
  expect(await rows()).toEqual([])
  await archive(null)
  await minutePasses()
  expect((await rows()).length).toBeGreaterThan(0)
})

test('who changes a series while the clock moves it on does not set it back', async () => {
  const farm = await company()
  const [boss, hand] = [await farm.manager(), await farm.worker()]
  const { id, next_at } = await daily(boss, [hand])
  const later = (days: number) => new Date(Date.parse(next_at ?? '') + days * 86_400_000)
  let begin = () => {}
  const begun = new Promise<void>(resolve => {
    begin = resolve
  })
  const removed = begun.then(() => boss.call(tasks.remove, { id, scope: 'this', occurrence: later(10).toISOString() }))
  await platform(async db => {
    await db
      .update(table)
      .set({ nextAt: later(1), makeAt: later(0) })
      .where(eq(table.id, id))
    begin()
    const waiting = async () =>
      (
        await db.execute<{ waiting: number }>(
          sql`select count(*)::int as waiting from pg_locks
            where not granted and pg_backend_pid() = any (pg_blocking_pids(pid))`,
        )
      ).rows
    await expect.poll(waiting).toMatchObject([{ waiting: expect.toSatisfy(count => Number(count) > 0) }])
  })
  await removed
  expect(await boss.call(tasks.get, { id })).toMatchObject({ next_at: later(1).toISOString() })
})

test('a series hourly since 1900 can be changed from an occurrence on', async () => {
  const farm = await company()
  const [boss, hand] = [await farm.manager(), await farm.worker()]
  const series = await daily(boss, [hand], {
    recurrence: 'FREQ=HOURLY;BYHOUR=0,6,12,18',
    starts_at: '1900-01-01T00:00',
  })
  const occurrence = `${new Date(Date.now() + 5 * 86_400_000).toISOString().slice(0, 10)}T12:00:00.000Z`
  const rest = await boss.call(tasks.update, { id: series.id, scope: 'following', occurrence, title: 'From now on' })
  expect(rest).toMatchObject({ split_from: series.id, next_at: occurrence })
})

test('a form that claims to be of a year ago ends its task now, and one of yesterday ends it yesterday', async () => {
  const farm = await company()
  const [boss, hand] = [await farm.manager(), await farm.worker()]
  const form = await publishedForm(boss)
  const endOf = async (days: number) => {
    const sent = await sendTask(boss, hand, { form_id: form.id })
    const { id } = await begin(hand, form, { task_sent_id: sent.id, started_at: ago(24 * days + 1) })
    await hand.call(submissions.complete, { id, answers: goodAnswers, device_time: ago(24 * days) })
    const ended = await boss.call(tasks.getSent, { id: sent.id })
    return (Date.now() - Date.parse(ended.completed_at ?? '')) / 86_400_000
  }
  expect(await endOf(365)).toBeLessThan(0.5)
  expect(await endOf(1)).toBeCloseTo(1, 1)
})
