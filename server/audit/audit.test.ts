import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { auth } from '#shared/accounts/contract.ts'
import { auditLog } from '#shared/audit/contract.ts'
import { auditActions } from '#shared/audit/rules.ts'
import { locations } from '#shared/locations/contract.ts'
import { tasks } from '#shared/tasks/contract.ts'
import { password, signInWith, withPassword } from '../test/accounts.ts'
import { admin, company, platform, request, stranger } from '../test/people.ts'
import { tend } from '../test/tend.ts'
import { forgetAudit } from './module.ts'
import { auditEntries } from './table.ts'

test('a manager reads who did what, when and from where in the own company, the latest first', async () => {
  const farm = await company()
  const [boss, hand] = [await farm.manager(), await withPassword(await farm.worker())]
  await signInWith(hand.email, 'wrong password', { from: '10.1.2.3' })
  const { data: signedIn } = await signInWith(hand.email, password, { from: '10.1.2.4' })
  await request(auth.logout, {}, signedIn.token)

  const { data, meta } = await boss.call(auditLog.list, { subject_id: hand.id })
  expect(data.map(({ action, ip, actor }) => [action, ip, actor?.name ?? null])).toEqual([
    ['session.ended', '127.0.0.1', hand.name],
    ['session.started', '10.1.2.4', hand.name],
    ['session.refused', '10.1.2.3', null],
  ])
  expect(meta.total).toBe(3)
  expect(data[0]).toMatchObject({ company_id: farm.id, subject_type: 'User', subject_name: hand.name, details: {} })
  expect(JSON.stringify(data)).not.toContain('wrong password')
  for (const { action } of data) expect(auditActions).toContain(action)
})

test('the log is narrowed by person, action, subject and days', async () => {
  const farm = await company()
  const [boss, hand] = [await farm.manager(), await withPassword(await farm.worker())]
  await signInWith(hand.email, password)
  const total = async (input: object) => (await boss.call(auditLog.list, input)).meta.total
  const today = new Date().toISOString().slice(0, 10)
  expect(await total({})).toBe(1)
  expect(
    await total({ actor_id: hand.id, action: 'session.started', subject_type: 'User', from: today, to: today }),
  ).toBe(1)
  for (const other of [
    { actor_id: boss.id },
    { action: 'session.ended' },
    { subject_type: 'Role' },
    { to: '2020-01-01' },
    { from: '2099-01-01' },
  ])
    expect(await total(other), JSON.stringify(other)).toBe(0)
  for (const bad of [{ action: 'x; drop table' }, { from: 'yesterday' }, { per_page: 7 }, { nonsense: 1 }])
    expect(await boss.refused(auditLog.list, bad), JSON.stringify(bad)).toMatchObject({ status: 422 })
})

test('an entry names what it is about, and where that is', async () => {
  const farm = await company()
  const boss = await farm.manager()
  const barn = await boss.call(locations.create, { name: 'Barn 1', type: 'barn' })
  const task = await boss.call(tasks.create, {
    title: 'See to the injured animals',
    assignees: [{ user_id: boss.id }],
    subjects: [{ type: 'location', id: barn.id }],
  })
  await boss.call(tasks.remove, { id: task.id })
  const { data } = await boss.call(auditLog.list, { subject_type: 'Task' })
  expect(data.map(({ action }) => action)).toEqual(['task.archived', 'task.created'])
  for (const entry of data)
    expect(entry).toMatchObject({
      subject_name: 'See to the injured animals',
      subject_about: { type: 'location', id: barn.id, name: 'Barn 1' },
    })
  expect((await boss.call(auditLog.list, { subject_type: 'Location' })).data).toMatchObject([
    { subject_name: 'Barn 1' },
  ])
})

test('no other company reads it, workers and guests do not, admins read all', async () => {
  const [farm, dairy] = [await company(), await company()]
  const [boss, rival, hand] = [await farm.manager(), await dairy.manager(), await withPassword(await farm.worker())]
  await signInWith(hand.email, password)
  expect((await rival.call(auditLog.list, {})).data).toEqual([])
  expect((await rival.call(auditLog.list, { company_id: farm.id })).data).toEqual([])
  expect((await boss.call(auditLog.list, { company_id: dairy.id })).data).toEqual([])
  for (const person of [hand, await farm.guest(), await stranger()])
    expect(await person.refused(auditLog.list, {})).toMatchObject({ status: 403 })
  expect((await (await admin()).call(auditLog.list, { company_id: farm.id })).data).toMatchObject([
    { action: 'session.started', actor: { id: hand.id, name: hand.name } },
  ])
  expect((await request(auditLog.list, {}, null)).statusCode).toBe(401)
})

test('after 400 days it is forgotten', async () => {
  const farm = await company()
  const at = (days: number) => new Date(Date.now() - days * 24 * 3600_000)
  await platform(db =>
    db.insert(auditEntries).values(
      [399, 401].map(days => ({
        companyId: farm.id,
        action: 'session.started',
        subjectType: 'User',
        createdAt: at(days),
      })),
    ),
  )
  const { services } = await tend()
  await platform(db => forgetAudit.work({}, { db, services }))
  const left = await platform(db => db.select().from(auditEntries).where(eq(auditEntries.companyId, farm.id)))
  expect(left).toHaveLength(1)
})
