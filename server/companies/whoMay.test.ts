import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { companies } from '#shared/companies/contract.ts'
import { users } from '../accounts/table.ts'
import { admin, company, type Person, platform } from '../test/people.ts'
import { auditor, herdLead, memberWith } from '../test/roles.ts'
import { whoMay } from './roleQueries.ts'

const found = async (action: string, subject: string, row: { companyId: number } & Record<string, unknown>) =>
  (await platform(db => whoMay({ db }, action, subject, row))).toSorted((a, b) => a - b)
const ids = (...people: Person[]) => people.map(({ id }) => id)

test('rules decide who is told: those of the common roles, and those of own roles', async () => {
  const farm = await company()
  const [boss, hand, other, guest] = [
    await farm.manager(),
    await farm.worker(),
    await farm.worker(),
    await farm.guest(),
  ]
  const [lead, reader] = [await memberWith(farm, boss, herdLead), await memberWith(farm, boss, auditor)]
  const ofHand = { companyId: farm.id, userId: hand.id }

  expect(await found('read', 'SentTask', ofHand)).toEqual(ids(boss, hand, lead))
  expect(await found('update', 'Task', { companyId: farm.id })).toEqual(ids(boss, lead))
  expect(await found('read', 'Submission', { ...ofHand, status: 'complete' })).toEqual(ids(boss, hand, reader))
  expect(await found('read', 'Submission', { ...ofHand, status: 'draft' })).toEqual(ids(hand))
  expect(await found('read', 'Submission', { companyId: farm.id, userId: null, status: 'complete' })).toEqual(
    ids(boss, reader),
  )
  expect(await found('read', 'Animal', { companyId: farm.id, species: 'pig' })).toEqual(ids(boss, hand, other, lead))
  expect(await found('read', 'Company', { companyId: farm.id, id: farm.id })).toEqual(
    ids(boss, hand, other, guest, lead, reader),
  )
  expect(await found('milk', 'Elephant', { companyId: farm.id })).toEqual([])
})

test('a rule about oneself counts for that person alone, and one about a value for rows with it', async () => {
  const farm = await company()
  const boss = await farm.manager()
  const own = { action: ['read'], subject: 'SentTask', conditions: { user_id: 'me' } }
  const sheep = { action: ['read'], subject: 'Animal', conditions: { species: { $in: ['sheep', 'goat'] } } }
  const [first, second] = [await memberWith(farm, boss, [own, sheep]), await memberWith(farm, boss, [own])]

  expect(await found('read', 'SentTask', { companyId: farm.id, userId: first.id })).toEqual(ids(boss, first))
  expect(await found('read', 'SentTask', { companyId: farm.id, userId: second.id })).toEqual(ids(boss, second))
  expect(await found('read', 'Animal', { companyId: farm.id, species: 'goat' })).toEqual(ids(boss, first))
  expect(await found('read', 'Animal', { companyId: farm.id, species: 'pig' })).toEqual(ids(boss))
})

test('who left, is frozen, is archived, works elsewhere or runs the platform is told nothing', async () => {
  const [farm, dairy] = [await company(), await company()]
  const boss = await farm.manager()
  const [left, frozen, gone] = [await farm.manager(), await farm.manager(), await farm.manager()]
  await Promise.all([dairy.manager(), admin()])
  await boss.call(companies.removeMember, { id: farm.id, user_id: left.id })
  await boss.call(companies.freeze, { id: farm.id, user_id: frozen.id })
  await platform(db => db.update(users).set({ archivedAt: new Date() }).where(eq(users.id, gone.id)))

  for (const [action, subject] of [
    ['update', 'Task'],
    ['read', 'Submission'],
    ['select', 'CompanyPlan'],
  ] as const)
    expect(await found(action, subject, { companyId: farm.id, status: 'complete', userId: left.id })).toEqual(ids(boss))
})
