/** How often a call that writes goes to the database and back: what nobody waits for travels with what follows it. */
import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { auditLog } from '#shared/audit/contract.ts'
import { locations } from '#shared/locations/contract.ts'
import { tasks } from '#shared/tasks/contract.ts'
import { locations as table } from '../../locations/table.ts'
import { company } from '../../test/people.ts'
import { inShort, tripsOf } from '../../test/statements.ts'
import { tend } from '../../test/tend.ts'
import { inCompany } from '../jobs/inCompany.ts'

/** The statement that says who asks, by the last table that it names. */
const authentication = 'select two_factors'

test('a list is two round trips: authentication, and the list with its total', async () => {
  const boss = await (await company()).manager()
  await boss.call(locations.list, {})
  const trips = await tripsOf(() => boss.call(locations.list, {}))
  expect(trips.map(trip => trip.map(inShort))).toEqual([
    [authentication],
    ['set_config', 'select locations', 'select locations'],
  ])
  expect(trips[0]?.[0]).toContain('"sessions"')
})

test('a place takes three round trips: authentication, the row, and its log with the commit', async () => {
  const farm = await company()
  const boss = await farm.manager()
  await boss.call(locations.create, { name: 'Barn', type: 'barn' })
  const trips = await tripsOf(() => boss.call(locations.create, { name: 'Stable', type: 'barn' }))
  expect(trips.map(trip => trip.map(inShort))).toEqual([
    [authentication],
    ['begin read write', 'set_config', 'insert locations'],
    ['insert audit_entries', 'commit'],
  ])
  expect((await boss.call(auditLog.list, { action: 'entry.created' })).data).toHaveLength(2)
})

test('a task takes four trips: authentication, people with row, parts with what is read, commit', async () => {
  const farm = await company()
  const [boss, hand] = [await farm.manager(), await farm.worker()]
  const draft = { title: 'Clean the trough', starts_at: '2026-12-01T08:00:00', due_after: 'PT12H', timezone: 'UTC' }
  const give = (userId: number) => boss.call(tasks.create, { ...draft, assignees: [{ user_id: userId }] })
  const tripsFor = async (userId: number) => (await tripsOf(() => give(userId))).map(trip => trip.map(inShort))
  await give(boss.id)
  expect(await tripsFor(boss.id)).toEqual([
    [authentication],
    ['begin read write', 'set_config', 'select memberships', 'insert tasks'],
    ['insert task_assignees', 'insert sent_tasks', 'select sent_tasks', 'select tasks', 'select task_assignees'],
    ['insert audit_entries', 'pg_notify', 'commit'],
  ])
  const ofOther = await tripsFor(hand.id)
  expect(ofOther.flat()).toEqual(expect.arrayContaining(['insert sent_tasks', 'insert notices', 'commit']))
  expect(ofOther.length).toBeLessThanOrEqual(7)
  expect(ofOther.flat().length).toBeLessThanOrEqual(19)
})

test('a deferred statement that fails leaves nothing behind, and says why', async () => {
  const farm = await company()
  const boss = await farm.manager()
  const { services } = await tend()
  const undone: string[] = []
  const failing = inCompany(services, farm.id, 'guest_day_over', async ctx => {
    await ctx.db.insert(table).values({ companyId: farm.id, name: 'Never there', type: 'barn' })
    ctx.deferred.push(() => ctx.db.execute(sql`select 1 / 0 as late`))
    ctx.afterRollback.push(async () => void undone.push('undone'))
  }).catch(error => error)
  expect(String((await failing).cause?.message)).toContain('division by zero')
  expect(undone).toEqual(['undone'])
  expect((await boss.call(locations.list, {})).data).toEqual([])
})
