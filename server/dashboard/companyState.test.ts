/**
 * Every number of a company's state is followed to its list, by the address that the screen gives it, and must be the
 * list's own total.
 */
import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { animalGroups, animals } from '#shared/animals/contract.ts'
import { companies } from '#shared/companies/contract.ts'
import { invites } from '#shared/companies/invites.ts'
import { roles } from '#shared/companies/roles.ts'
import { dashboard } from '#shared/dashboard/contract.ts'
import { type FigureKind, figureKinds, figureLists, listOfWeek } from '#shared/dashboard/figures.ts'
import { findings } from '#shared/findings/contract.ts'
import { locations } from '#shared/locations/contract.ts'
import { reports } from '#shared/reports/contract.ts'
import { shares } from '#shared/shares/contract.ts'
import { submissions } from '#shared/submissions/contract.ts'
import { tasks } from '#shared/tasks/contract.ts'
import { vehicles } from '#shared/vehicles/contract.ts'
import { animals as animalTable } from '../animals/table.ts'
import { invites as inviteTable } from '../companies/table.ts'
import { locations as locationTable } from '../locations/table.ts'
import { submissions as submissionTable } from '../submissions/table.ts'
import { goodAnswers, lameAnswers, publishedForm } from '../test/forms.ts'
import { jobsDone } from '../test/jobsDone.ts'
import { company, type Person, platform } from '../test/people.ts'
import { complete } from '../test/submissions.ts'
import { sendTask } from '../test/tasks.ts'

const longAgo = { starts_at: '2026-01-01T08:00:00', due_after: 'PT1H', timezone: 'UTC' }
const day = 24 * 3600_000

/** How many the screen at this address lists: it hands what its address says to the call of its list. */
async function listed(person: Person, companyId: number, href: string): Promise<number> {
  const { pathname, searchParams } = new URL(href, 'http://tend')
  const query = Object.fromEntries(searchParams)
  const list: Record<string, () => Promise<{ meta: { total: number } }>> = {
    // The screen of everybody's tasks begins with the open ones.
    '/company/tasks': () => person.call(tasks.company, { id: companyId, state: 'open', ...query }),
    '/findings': () => person.call(findings.list, query),
    '/submission/filled': () => person.call(submissions.list, query),
    '/animals': () => person.call(animals.list, query),
    '/animals/groups': () => person.call(animalGroups.list, query),
    '/locations': () => person.call(locations.list, query),
    '/company/vehicles': () => person.call(vehicles.list, query),
    '/company/users': () => person.call(companies.members, { id: companyId, ...query }),
    '/company/users/invitations': () => person.call(invites.list, { id: companyId, ...query }),
    '/company/shared': () => person.call(shares.list, query),
  }
  const call = list[pathname]
  if (!call) throw new Error(`${href} is the address of no list`)
  return (await call()).meta.total
}

test('each number is as large as the list that it leads to, and so is each week', async () => {
  const farm = await company({ timeZone: 'Europe/Budapest' })
  const [boss, hand] = [await farm.manager(), await farm.worker()]
  const elsewhere = await (await company()).manager()
  await sendTask(elsewhere, elsewhere, longAgo)
  const form = await publishedForm(boss)
  await sendTask(boss, hand, longAgo)
  await sendTask(boss, hand, longAgo)
  await sendTask(boss, hand)
  const [ewe] = [
    await boss.call(animals.create, { name: 'Ewe', species: 'sheep' }),
    await boss.call(animals.create, { name: 'Ram', species: 'sheep' }),
  ]
  await boss.call(animalGroups.create, { name: 'Ewes', purpose: 'other' })
  const barn = await boss.call(locations.create, { name: 'Barn', type: 'barn' })
  const gone = await boss.call(locations.create, { name: 'Old barn', type: 'barn' })
  await boss.call(locations.remove, { id: gone.id })
  await boss.call(vehicles.create, { name: 'Lorry', type: 'lorry' })
  const longBefore = await complete(hand, form, lameAnswers)
  const outside = await complete(hand, form, goodAnswers)
  // What is found last is open still.
  for (const answers of [goodAnswers, lameAnswers, lameAnswers]) await complete(hand, form, answers)
  for (const email of ['a@example.test', 'b@example.test'])
    await boss.call(invites.create, { id: farm.id, email, role_id: 3000 })
  // A mail that is delivered after its error was written here would take it away.
  await jobsDone()
  const report = await boss.call(reports.create, { name: 'Pens' })
  await boss.call(shares.create, {
    kind: 'report',
    subject_id: report.id,
    expires_at: new Date(Date.now() + day).toISOString(),
  })
  const at = (days: number) => new Date(Date.now() - days * day)
  await platform(async db => {
    const statusSince = new Date()
    await db.update(animalTable).set({ status: 'stop', statusSince }).where(eq(animalTable.id, ewe.id))
    await db.update(locationTable).set({ status: 'attention', statusSince }).where(eq(locationTable.id, barn.id))
    await db
      .update(submissionTable)
      .set({ completedAt: at(20) })
      .where(eq(submissionTable.id, longBefore.id))
    await db
      .update(submissionTable)
      .set({ completedAt: at(100) })
      .where(eq(submissionTable.id, outside.id))
    await db.update(submissionTable).set({ reviewState: 'received' }).where(eq(submissionTable.id, longBefore.id))
    await db.update(inviteTable).set({ deliveryError: 'unknown' }).where(eq(inviteTable.email, 'b@example.test'))
  })

  const state = await boss.call(dashboard.own, {})
  expect(state.figures.map(({ kind }) => kind)).toEqual(figureKinds)
  const total = (kind: FigureKind) => state.figures.find(figure => figure.kind === kind)?.total
  for (const { kind } of state.figures) expect(total(kind), kind).toBe(await listed(boss, farm.id, figureLists[kind]))
  // Not one of them is equal because both are nothing, but for what was left out here.
  const none = state.figures.filter(figure => figure.total === 0).map(({ kind }) => kind)
  expect(none).toEqual([
    ...['animals_attention', 'animal_groups_stop', 'animal_groups_attention'],
    ...['locations_stop', 'vehicles_stop', 'vehicles_attention'],
  ])
  expect([total('tasks_overdue'), total('animals'), total('locations'), total('submissions_to_review')]).toEqual([
    2, 2, 1, 1,
  ])

  expect(state.weeks).toHaveLength(12)
  for (const week of state.weeks ?? []) {
    expect(await listed(boss, farm.id, listOfWeek(week)), week.from).toBe(week.submissions)
    expect(await listed(boss, farm.id, listOfWeek(week, 'act')), week.from).toBe(week.act)
  }
  expect(state.weeks?.map(({ submissions: counted }) => counted)).toEqual([0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 3])
  expect(state.weeks?.at(-1)?.act).toBe(2)
})

test('nobody learns the number of rows that they may not list', async () => {
  const farm = await company()
  const [boss, hand] = [await farm.manager(), await farm.worker()]
  expect(await hand.refused(dashboard.own, {})).toMatchObject({ status: 403 })
  const role = await boss.call(roles.create, {
    name: 'Herd lead',
    standing: 'below_employee',
    rules: [
      { action: ['read'], subject: 'Task' },
      { action: ['read'], subject: 'Animal' },
    ],
  })
  await boss.call(companies.changeRole, { id: farm.id, user_id: hand.id, role_id: role.id })
  const state = await hand.call(dashboard.own, {})
  expect(state.figures.map(({ kind }) => kind)).toEqual([
    ...['tasks_overdue', 'animals_stop', 'animals_attention', 'tasks_open', 'animals'],
  ])
})
