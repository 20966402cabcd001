/** The company's choice: who works where an animal was still sees what happened with it there, or no more. */
import { expect, test } from 'vitest'
import { animals } from '#shared/animals/contract.ts'
import { auditLog } from '#shared/audit/contract.ts'
import { companies } from '#shared/companies/contract.ts'
import { documents } from '#shared/documents/contract.ts'
import { findings } from '#shared/findings/contract.ts'
import { search } from '#shared/search/contract.ts'
import { submissions } from '#shared/submissions/contract.ts'
import { tasks } from '#shared/tasks/contract.ts'
import { goodAnswers, lameAnswers, publishedForm } from '../forms.ts'
import { jobsDone } from '../jobsDone.ts'
import { narrow, type Person } from '../people.ts'
import { complete } from '../submissions.ts'
import { sendTask } from '../tasks.ts'
import { about, sites } from './sites.ts'

/**
 * A cow of the north about which a form was filled in and a task done, and which moved to the south then. A manager of
 * the north came later, so that nothing of it was given to them.
 */
async function movedCow() {
  const its = await sites()
  const { farm, boss, hand, inside, outside } = its
  const form = await publishedForm(boss)
  const answers = { ...lameAnswers, remark: { value: 'Limps badly' } }
  const filled = await complete(hand, form, answers, { subjects: about('animal', inside.cow) })
  const done = await sendTask(boss, hand, { subjects: about('animal', inside.cow) })
  await hand.call(tasks.completeSent, { id: done.id })
  const north = await farm.manager()
  await narrow(north, farm.id, { locations: [inside.id] })
  const move = (to: { pen: { id: number } }) =>
    boss.call(animals.update, { id: inside.cow.id, location_id: to.pen.id } as never)
  await move(outside)
  const choose = (histories_stay: boolean) => boss.call(companies.update, { id: farm.id, histories_stay })
  return { ...its, north, form, filled, done, move, choose }
}

/** How much somebody is shown of the forms, findings and tasks that are done. */
const shown = async (who: Person, company: number) => [
  (await who.call(submissions.list, {})).meta.total,
  (await who.call(findings.list, {})).meta.total,
  (await who.call(tasks.company, { id: company, per_page: 100 })).data.filter(({ completed_at }) => completed_at)
    .length,
]

test('what happened where the animal was is seen there, until the company says otherwise', async () => {
  const { farm, boss, north, filled, done, inside, outside, move, choose } = await movedCow()
  expect(await shown(north, farm.id)).toEqual([1, 1, 1])
  expect((await choose(false)).histories_stay).toBe(false)

  expect(await shown(north, farm.id)).toEqual([0, 0, 0])
  expect(await north.refused(submissions.get, { id: filled.id })).toMatchObject({ status: 404 })
  expect(await north.refused(tasks.get, { id: done.task_id })).toMatchObject({ status: 404 })
  const found = (who: Person) => who.call(search.find, { q: 'Limps' })
  expect(JSON.stringify(await found(boss))).toContain(`"id":${filled.id}`)
  expect(JSON.stringify(await found(north))).not.toContain(`"id":${filled.id}`)
  // Who works in the whole company sees all of it, as before.
  expect(await shown(boss, farm.id)).toEqual([1, 1, 1])

  await move(inside)
  expect(await shown(north, farm.id)).toEqual([1, 1, 1])
  await move(outside)
  await choose(true)
  expect(await shown(north, farm.id)).toEqual([1, 1, 1])
})

test('what somebody did themselves stays theirs, and records of animals that are still here stay', async () => {
  const { boss, north, form, inside, outside, choose } = await movedCow()
  const calf = await boss.call(animals.create, { name: 'Calf', species: 'cattle', location_id: inside.pen.id })
  const here = await complete(boss, form, goodAnswers, { subjects: about('animal', calf) })
  const own = await complete(north, form, goodAnswers, { subjects: about('animal', calf) })
  const place = await complete(boss, form, goodAnswers, { subjects: about('location', inside.pen) })
  await choose(false)
  const ids = async () => (await north.call(submissions.list, {})).data.map(({ id }) => id).sort((a, b) => a - b)
  expect(await ids()).toEqual([here.id, own.id, place.id])
  await boss.call(animals.update, { id: calf.id, location_id: outside.pen.id } as never)
  expect(await ids()).toEqual([own.id, place.id])
})

test('a task for each animal apart is seen while one of them is here', async () => {
  const { boss, hand, north, inside, outside, choose } = await movedCow()
  const calf = await boss.call(animals.create, { name: 'Calf', species: 'cattle', location_id: inside.pen.id })
  const [first, second] = [calf, outside.cow]
  const task = await boss.call(tasks.create, {
    ...{ title: 'Weigh', assignees: [{ user_id: hand.id }], per_subject: true },
    subjects: [...about('animal', first), ...about('animal', second)] as never,
  })
  const { data } = await boss.call(tasks.company, { id: task.company_id, user_id: hand.id, per_page: 100 })
  for (const { id } of data.filter(({ task_id }) => task_id === task.id)) await hand.call(tasks.completeSent, { id })
  await choose(false)
  expect(await north.call(tasks.get, { id: task.id })).toMatchObject({ id: task.id })
  await boss.call(animals.update, { id: calf.id, location_id: outside.pen.id } as never)
  expect(await north.refused(tasks.get, { id: task.id })).toMatchObject({ status: 404 })
})

test('the choice is the company’s, is in the log, counts at once, and not for documents of before', async () => {
  const { farm, boss, north, filled, choose } = await movedCow()
  expect(await north.refused(companies.update, { id: farm.id, histories_stay: false })).toMatchObject({ status: 403 })
  const { id } = await north.call(documents.begin, { kind: 'submission', record_id: filled.id })
  await jobsDone()
  await north.call(documents.get, { id })
  await choose(false)
  expect(await north.heard('abilities.changed')).not.toHaveLength(0)
  expect(await north.refused(documents.get, { id })).toMatchObject({ status: 404 })
  const { data } = await boss.call(auditLog.list, { action: 'company.updated' })
  expect(data[0]?.details).toEqual({ histories_stay: { before: true, after: false } })
})
