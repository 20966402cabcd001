import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { findings } from '#shared/findings/contract.ts'
import { submissions } from '#shared/submissions/contract.ts'
import { tasks } from '#shared/tasks/contract.ts'
import { today } from '#shared/today/contract.ts'
import { sentTasks } from '../tasks/table.ts'
import { goodAnswers, lameAnswers, publishedForm } from '../test/forms.ts'
import { company, platform, stranger } from '../test/people.ts'
import { begin } from '../test/submissions.ts'
import { sendTask } from '../test/tasks.ts'

const longAgo = { starts_at: '2026-01-01T08:00:00', due_after: 'PT1H', timezone: 'UTC' }
const longerAgo = { ...longAgo, starts_at: '2025-12-01T08:00:00' }

test('late work, findings and progress equal the lists, of the own company alone', async () => {
  const { id, manager, worker } = await company()
  const [boss, anna, bela] = [await manager(), await worker(), await worker()]
  const foreign = await (await company()).manager()
  await sendTask(foreign, foreign, longAgo)
  const form = await publishedForm(boss)
  await sendTask(boss, anna, longAgo)
  await sendTask(boss, anna, longAgo)
  const oldest = await sendTask(boss, bela, { ...longerAgo, title: 'The oldest' })
  const done = await sendTask(boss, bela)
  await bela.call(tasks.completeSent, { id: done.id })
  for (const answers of [goodAnswers, lameAnswers]) {
    const { id: submission } = await begin(anna, form)
    await anna.call(submissions.complete, { id: submission, answers })
  }

  const shown = await boss.call(today.get, {})
  const total = async (state: 'open' | 'overdue' | 'done' | 'skipped') =>
    (await boss.call(tasks.company, { id, state })).meta.total
  for (const state of ['open', 'overdue', 'done', 'skipped'] as const)
    expect(shown.tasks?.[state], state).toEqual({ total: await total(state) })
  expect(shown.tasks?.late_people).toEqual([
    {
      ...{ user_id: bela.id, user_name: bela.name, overdue: 1 },
      oldest: { id: oldest.id, title: 'The oldest', titles: null, due_at: oldest.due_at },
    },
    expect.objectContaining({ user_id: anna.id, overdue: 2 }),
  ])
  const found = await boss.call(findings.list, { per_page: 5 })
  expect(shown.findings).toEqual({ data: found.data, total: found.meta.total })
  expect(found.data.length).toBeGreaterThan(0)
  const listed = await boss.call(submissions.list, { status: 'complete', sort: '-completed_at' })
  expect(shown.submissions).toEqual({ has_completed: true, rated: listed.data })
})

test('a late corrective task is told by its finding alone, and is nobody’s work once that is closed', async () => {
  const { manager, worker } = await company()
  const [boss, hand] = [await manager(), await worker()]
  const form = await publishedForm(boss)
  const { id } = await begin(hand, form)
  await hand.call(submissions.complete, { id, answers: lameAnswers })
  const [finding] = (await boss.call(findings.list, {})).data
  await platform(db =>
    db
      .update(sentTasks)
      .set({ dueAt: new Date(0) })
      .where(eq(sentTasks.userId, boss.id)),
  )
  const late = async () => (await boss.call(today.get, {})).tasks?.late_people
  expect((await boss.call(today.get, {})).tasks?.corrective).toEqual({ data: [], total: 0 })
  expect((await boss.call(today.get, {})).findings?.data).toMatchObject([
    { open_task: { due_at: new Date(0).toISOString(), people: [{ user_id: boss.id }] } },
  ])
  expect(await late()).toEqual([])
  await boss.call(findings.settle, { id: finding?.id ?? 0, reason: 'The vet came' })
  expect(await late()).toEqual([])
  expect((await boss.call(today.get, {})).tasks).toMatchObject({
    overdue: { total: 0 },
    corrective: { data: [], total: 0 },
  })
})

test('each part is for those who may read it, and of nowhere there is none', async () => {
  const { manager, worker, guest } = await company()
  const [boss, hand] = [await manager(), await worker()]
  const form = await publishedForm(boss)
  const { id } = await begin(boss, form)
  await boss.call(submissions.complete, { id, answers: goodAnswers })

  expect(await boss.call(today.get, {})).toMatchObject({ tasks: { overdue: { total: 0 } }, findings: { data: [] } })
  const own = await hand.call(today.get, {})
  expect(own).toMatchObject({ tasks: null, submissions: { has_completed: false, rated: [] } })
  expect(await (await guest()).call(today.get, {})).toMatchObject({ tasks: null, findings: null })
  expect(await (await stranger()).call(today.get, {})).toEqual({ tasks: null, findings: null, submissions: null })
})
