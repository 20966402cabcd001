import { expect, test } from 'vitest'
import { findings } from '#shared/findings/contract.ts'
import { submissions } from '#shared/submissions/contract.ts'
import { tasks } from '#shared/tasks/contract.ts'
import { today } from '#shared/today/contract.ts'
import { goodAnswers, lameAnswers, publishedForm } from '../test/forms.ts'
import { company, stranger } from '../test/people.ts'
import { begin } from '../test/submissions.ts'
import { sendTask } from '../test/tasks.ts'

const longAgo = { starts_at: '2026-01-01T08:00:00', due_after: 'PT1H', timezone: 'UTC' }
const longerAgo = { ...longAgo, starts_at: '2025-12-01T08:00:00' }

test('who is late, what was found and how it goes are those of the lists, of the own company alone', async () => {
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
  const { data } = await boss.call(tasks.company, { id, state: 'open', per_page: 100 })
  const opened = data.filter(({ origin_submission_id }) => origin_submission_id !== null)
  expect(opened.length).toBeGreaterThan(0)
  expect(shown.tasks?.corrective).toEqual({ data: opened.slice(0, 5), total: opened.length })
  const listed = await boss.call(submissions.list, { status: 'complete', sort: '-completed_at' })
  expect(shown.submissions).toEqual({ has_completed: true, rated: listed.data })
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
