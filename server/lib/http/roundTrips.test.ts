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
import { isRolledBack, withCommit, withDatabase } from '../db/pools.ts'

test('a list is one round trip: who asks is confirmed with it', async () => {
  const boss = await (await company()).manager()
  await boss.call(locations.list, {})
  const trips = await tripsOf(() => boss.call(locations.list, {}))
  expect(trips.map(trip => trip.map(inShort))).toEqual([['set_config', 'select locations', 'select locations']])
  expect(trips[0]?.[0]).toContain('confirm_standing')
})

test('a place is written in two round trips, and what is noted of it goes out with the commit', async () => {
  const farm = await company()
  const boss = await farm.manager()
  await boss.call(locations.create, { name: 'Barn', type: 'barn' })
  const trips = await tripsOf(() => boss.call(locations.create, { name: 'Stable', type: 'barn' }))
  expect(trips.map(trip => trip.map(inShort))).toEqual([
    ['begin', 'set_config', 'insert locations'],
    ['insert audit_entries', 'commit'],
  ])
  expect((await boss.call(auditLog.list, { action: 'entry.created' })).data).toHaveLength(2)
})

test('a task takes three trips: who can be given it with its row, all that belongs to it with what is read of it, and the commit', async () => {
  const farm = await company()
  const [boss, hand] = [await farm.manager(), await farm.worker()]
  const draft = { title: 'Clean the trough', starts_at: '2026-12-01T08:00:00', due_after: 'PT12H', timezone: 'UTC' }
  const give = (userId: number) => boss.call(tasks.create, { ...draft, assignees: [{ user_id: userId }] })
  const tripsFor = async (userId: number) => (await tripsOf(() => give(userId))).map(trip => trip.map(inShort))
  await give(boss.id)
  expect(await tripsFor(boss.id)).toEqual([
    ['begin', 'set_config', 'select memberships', 'insert tasks'],
    [
      ...['insert task_assignees', 'insert audit_entries', 'insert sent_tasks', 'select tasks'],
      ...['select task_assignees', 'select task_subjects', 'select findings', 'select sent_tasks'],
    ],
    ['pg_notify', 'commit'],
  ])
  const ofOther = await tripsFor(hand.id)
  expect(ofOther.flat()).toEqual(expect.arrayContaining(['insert sent_tasks', 'insert notices', 'commit']))
  expect(ofOther.length).toBeLessThanOrEqual(6)
  expect(ofOther.flat().length).toBeLessThanOrEqual(20)
})

test('what is sent with the commit and fails leaves nothing behind, and says why', async () => {
  const { walled } = (await tend()).services.pools
  const farm = await company()
  const boss = await farm.manager()
  const tenant = { companyId: farm.id, userId: boss.id }
  const barn = (name: string) => ({ companyId: farm.id, name, type: 'barn' as const })
  const failing = (and?: () => Promise<unknown>) =>
    withDatabase(walled, tenant, true, async db => {
      await db.insert(table).values(barn('Never there'))
      await withCommit(db, () => db.execute(sql`select 1 / 0 as late`))
      await and?.call(null)
      if (and) await db.select({ id: table.id }).from(table)
    }).catch(error => error)
  for (const error of [await failing(), await failing(async () => {})]) {
    expect(String(error.cause?.message ?? error)).toContain('division by zero')
    expect(isRolledBack(error)).toBe(true)
  }
  const inner = withDatabase(walled, tenant, true, db =>
    db.transaction(async within => {
      await withCommit(within, () => within.insert(table).values(barn('In a part')))
      await withCommit(db, () => Promise.resolve('nothing to send'))
    }),
  )
  await expect(inner).resolves.toBeUndefined()
  expect((await boss.call(locations.list, {})).data.map(({ name }) => name)).toEqual(['In a part'])
})
