/** Each right is taken away, and within a second every door that it opened is tried. */
import { expect, test } from 'vitest'
import { companies } from '#shared/companies/contract.ts'
import { documents } from '#shared/documents/contract.ts'
import { exports } from '#shared/exports/contract.ts'
import type { Endpoint } from '#shared/lib/contract.ts'
import { reports } from '#shared/reports/contract.ts'
import { submissions } from '#shared/submissions/contract.ts'
import { tasks } from '#shared/tasks/contract.ts'
import { publishedForm } from '../forms.ts'
import { jobsDone } from '../jobsDone.ts'
import { company, type Person } from '../people.ts'
import { complete } from '../submissions.ts'

/** A manager who is about to lose that, with everything that they had made and kept. */
async function managerWithPapers() {
  const farm = await company()
  const [owner, boss, hand] = [await farm.manager(), await farm.manager(), await farm.worker()]
  const form = await publishedForm(boss)
  const { id: submissionId } = await complete(hand, form)
  const report = await boss.call(reports.create, { name: 'Lame cows' })
  const made = {
    report: await boss.call(documents.begin, { kind: 'report', record_id: report.id }),
    submission: await boss.call(documents.begin, { kind: 'submission', record_id: submissionId }),
  }
  const exported = await boss.call(exports.begin, { format: 'xlsx', values: 'labels', with_files: false, filters: {} })
  await jobsDone()
  await expect.poll(async () => (await boss.call(exports.get, { id: exported.id })).state).toBe('ready')
  for (const { id } of Object.values(made))
    await expect.poll(async () => (await boss.call(documents.get, { id })).state).toBe('ready')
  const doors: [Endpoint, object][] = [
    [documents.fetch, { id: made.report.id }],
    [documents.fetch, { id: made.submission.id }],
    [documents.get, { id: made.report.id }],
    [exports.fetch, { id: exported.id }],
    [exports.get, { id: exported.id }],
    [reports.get, { id: report.id }],
    [submissions.get, { id: submissionId }],
    [tasks.list, {}],
  ]
  return { farm, owner, boss, doors }
}

const statuses = (person: Person, doors: [Endpoint, object][]) =>
  Promise.all(doors.map(async ([call, input]) => (await person.send(call, input)).statusCode))

test('a manager who became a worker fetches nothing that was made with the rights of before', async () => {
  const { farm, owner, boss, doors } = await managerWithPapers()
  expect(await statuses(boss, doors)).toEqual(doors.map(() => 200))

  const began = performance.now()
  await owner.call(companies.changeRole, { id: farm.id, user_id: boss.id, role_id: 3000 })
  for (const [index, status] of (await statuses(boss, doors)).entries())
    expect([403, 404], JSON.stringify(doors[index]?.[1])).toContain(status)
  expect(performance.now() - began).toBeLessThan(5_000)
  expect(await boss.call(documents.list, {})).toMatchObject({ data: [] })
  expect(await boss.call(exports.list, {})).toMatchObject({ data: [] })

  await owner.call(companies.changeRole, { id: farm.id, user_id: boss.id, role_id: 2000 })
  expect(await statuses(boss, doors)).toEqual(doors.map(() => 200))
})

test('somebody who is removed or frozen fetches nothing either', async () => {
  for (const end of ['remove', 'freeze'] as const) {
    const { farm, owner, boss, doors } = await managerWithPapers()
    const ref = { id: farm.id, user_id: boss.id }
    await (end === 'remove' ? owner.call(companies.removeMember, ref) : owner.call(companies.freeze, ref))
    for (const status of await statuses(boss, doors)) expect([401, 403, 404]).toContain(status)
  }
})
