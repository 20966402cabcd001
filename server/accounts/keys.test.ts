/** API keys: made once, used like a person, ended at once. */
import { eq, like } from 'drizzle-orm'
import { afterEach, expect, test } from 'vitest'
import { auth } from '#shared/accounts/contract.ts'
import { keys } from '#shared/accounts/keys.ts'
import { me } from '#shared/accounts/me.ts'
import { callsOfKey, maxKeys } from '#shared/accounts/rules.ts'
import { users } from '#shared/accounts/users.ts'
import { animals } from '#shared/animals/contract.ts'
import { auditLog } from '#shared/audit/contract.ts'
import { companies } from '#shared/companies/contract.ts'
import { plans } from '#shared/companies/plans.ts'
import { roles } from '#shared/companies/roles.ts'
import { userChannel } from '#shared/lib/contract.ts'
import { roles as ranks } from '#shared/lib/roles.ts'
import { locations } from '#shared/locations/contract.ts'
import { messaging } from '#shared/messaging/contract.ts'
import { registersChannel } from '#shared/subjects/registry.ts'
import { submissions } from '#shared/submissions/contract.ts'
import { tasks } from '#shared/tasks/contract.ts'
import { withDatabase } from '../lib/db/pools.ts'
import { rateLimits } from '../lib/db/tables.ts'
import { hashToken } from '../lib/security/secrets.ts'
import { lameAnswers, publishedForm } from '../test/forms.ts'
import { asRecent, keyOf } from '../test/keys.ts'
import { admin, company, narrow, personWith, platform, request } from '../test/people.ts'
import type { RawClient } from '../test/pusher/rawClient.ts'
import { askFor, listener, socket } from '../test/sockets.ts'
import { begin } from '../test/submissions.ts'
import { tend } from '../test/tend.ts'
import { endKeysOverdue } from './keys.ts'
import { noted } from './keyUse.ts'
import { apiKeys, sessions } from './sessionTable.ts'
import { users as usersTable } from './table.ts'

const open: RawClient[] = []
afterEach(() => {
  for (const one of open.splice(0)) one.disconnect()
})

const barn = { name: 'Barn', type: 'barn' } as const
const inAnHour = () => new Date(Date.now() + 3600_000).toISOString()

async function farmWithKey(role_id: number = ranks.manager) {
  const farm = await company()
  const boss = await farm.manager()
  return { farm, boss, key: await keyOf(boss, farm.id, { role_id }) }
}

test('a key is shown once, has a prefix and a signature, and is stored as a hash', async () => {
  const { boss, key } = await farmWithKey()
  expect(key.token).toMatch(/^tend_[1-9]\d*\.[\w-]{43}\.[\w-]{22}$/)
  const [session] = await platform(db => db.select().from(sessions).where(eq(sessions.userId, key.id)))
  expect(session?.tokenHash).toBe(hashToken(key.token))
  const { data } = await boss.call(keys.list, {})
  expect(data).toMatchObject([
    { id: key.id, name: 'Milk recorder', access: 'write', role_id: ranks.manager, made_by: boss.name, ends_at: null },
  ])
  expect(JSON.stringify(data)).not.toContain(key.token.slice(0, 40))
  expect(data[0]?.hint).toBe(key.token.slice(-4))
})

test('a key for one place sees what is there; only managers of the whole company deal with keys', async () => {
  const { farm, boss } = await farmWithKey()
  const [north, south] = [await boss.call(locations.create, barn), await boss.call(locations.create, barn)]
  const reach = { location_ids: [north.id], animal_group_ids: [], vehicle_ids: [] }
  const scales = await keyOf(boss, farm.id, { role_id: ranks.manager, reach })
  expect((await scales.call(locations.list, {})).data.map(({ id }) => id)).toEqual([north.id])
  expect((await scales.refused(locations.get, { id: south.id })).code).toBe('not_found')
  const { data } = await boss.call(keys.list, {})
  expect(data.map(one => one.reach)).toEqual(expect.arrayContaining([null, reach]))
  const local = await farm.manager()
  await narrow(local, farm.id, { locations: [north.id] })
  expect((await local.refused(keys.list, {})).code).toBe('forbidden')
  const recent = await asRecent(local, farm.id)
  expect((await recent.refused(keys.renew, { id: scales.id })).code).toBe('forbidden')
})

test('it reads and writes by its role, and is a person in the audit log', async () => {
  const { boss, key } = await farmWithKey()
  const place = await key.call(locations.create, barn)
  expect((await boss.call(locations.get, { id: place.id })).name).toBe('Barn')
  const { data } = await boss.call(auditLog.list, {})
  expect(data.find(({ action }) => action === 'entry.created')).toMatchObject({
    actor: { id: key.id, name: 'Milk recorder' },
  })
  const hand = await keyOf(boss, (await key.call(auth.user, {})).company_id)
  expect((await hand.refused(locations.create, barn)).code).toBe('forbidden')
})

test('a key that only reads writes nothing, also with a role that writes', async () => {
  const { farm, boss } = await farmWithKey()
  const reader = await keyOf(boss, farm.id, { role_id: ranks.manager, access: 'read' })
  expect((await reader.refused(locations.create, barn)).code).toBe('forbidden')
  expect((await reader.call(locations.list, {})).data).toEqual([])
})

test('a key with a company’s own role has its rules', async () => {
  const { farm, boss } = await farmWithKey()
  const rules = [{ action: ['read', 'create'], subject: 'Location' }]
  const role = await boss.call(roles.create, { name: 'Sensors', standing: 'below_employee', rules })
  const sensor = await keyOf(boss, farm.id, { role_id: role.id })
  await sensor.call(locations.create, barn)
  expect((await sensor.refused(animals.list, {})).code).toBe('forbidden')
  await boss.call(roles.update, { id: role.id, rules: [] })
  expect((await sensor.refused(locations.create, barn)).code).toBe('forbidden')
  expect((await boss.refused(roles.remove, { id: role.id })).code).toBe('in_use')
  await boss.call(keys.revoke, { id: sensor.id })
  await boss.call(roles.remove, { id: role.id })
})

test('nobody gives a key more than they have, and a worker none at all', async () => {
  const farm = await company()
  const [boss, hand] = [await farm.manager(), await farm.worker()]
  const draft = { company_id: farm.id, name: 'Scales', access: 'read', role_id: ranks.manager } as const
  expect((await (await asRecent(hand, farm.id)).refused(keys.create, draft)).status).toBe(403)
  const recent = await asRecent(boss, farm.id)
  expect((await boss.refused(keys.create, draft)).code).toBe('reauthentication_required')
  expect((await recent.refused(keys.create, { ...draft, role_id: ranks.guest })).errors).toHaveProperty('role_id')
  expect((await recent.refused(keys.create, { ...draft, role_id: undefined })).errors).toHaveProperty('role_id')
  const over = { ...draft, ends_at: new Date(Date.now() - 1000).toISOString() }
  expect((await recent.refused(keys.create, over)).errors).toHaveProperty('ends_at')
  const elsewhere = await company()
  expect((await recent.refused(keys.create, { ...draft, company_id: elsewhere.id })).status).toBe(404)
})

test('a key of another company is not there', async () => {
  const { key } = await farmWithKey()
  const other = await company()
  const stranger = await asRecent(await other.manager(), other.id)
  expect((await stranger.refused(keys.revoke, { id: key.id })).status).toBe(404)
  expect((await stranger.refused(keys.renew, { id: key.id, overlap_hours: 1 })).status).toBe(404)
  expect((await stranger.call(keys.list, {})).data).toEqual([])
})

test('revoked, it works nowhere within a second: on REST and on its sockets', async () => {
  const { farm, boss, key } = await farmWithKey()
  const heard = await listener(key, registersChannel(farm.id), userChannel(key.id))
  open.push(heard)
  await key.call(locations.list, {})
  const before = Date.now()
  expect(await boss.call(keys.revoke, { id: key.id })).toBeNull()
  expect((await key.refused(locations.list, {})).status).toBe(401)
  expect(await heard.closed).toBe(4009)
  expect(Date.now() - before).toBeLessThan(1000)
  expect((await boss.call(keys.list, {})).data).toEqual([])
  expect((await boss.call(keys.list, { archived: true })).data).toMatchObject([{ id: key.id }])
  const { data } = await boss.call(auditLog.list, {})
  const actions = data.filter(({ subject_type }) => subject_type === 'ApiKey').map(({ action }) => action)
  expect(actions).toEqual(['key.revoked', 'key.first_used', 'key.created'])
})

test('a listening key hears what its role may read', async () => {
  const { farm, boss, key } = await farmWithKey()
  const heard = await listener(key, registersChannel(farm.id), userChannel(key.id))
  open.push(heard)
  const place = await boss.call(locations.create, barn)
  await boss.call(locations.setStatus, { id: place.id, state: 'stop', reason: 'The gate is broken' })
  expect(await heard.nextData('subjects.status_changed')).toMatchObject({ company_id: farm.id })
  const form = await publishedForm(boss)
  const begun = await begin(boss, form)
  await boss.call(submissions.complete, { id: begun.id, answers: lameAnswers })
  expect(await heard.nextData('submission.completed')).toMatchObject({ id: begun.id })
  expect((await boss.call(keys.list, {})).data[0]?.last_used_at).not.toBeNull()
  const client = await socket()
  open.push(client)
  expect((await askFor(`presence-company.${farm.id}`, await client.socketId(), key.token)).status).toBe(403)
  expect((await askFor(registersChannel(farm.id + 1), await client.socketId(), key.token)).status).toBe(403)
})

test('two secrets of a renewed key work until the first one’s time is over', async () => {
  const { farm, boss, key } = await farmWithKey()
  const recent = await asRecent(boss, farm.id)
  const { secret, previous_until } = await recent.call(keys.renew, { id: key.id, overlap_hours: 24 })
  expect(Date.parse(previous_until ?? '')).toBeGreaterThan(Date.now() + 23 * 3600_000)
  const renewed = personWith(secret, key)
  for (const one of [key, renewed]) expect((await one.call(auth.user, {})).id).toBe(key.id)
  const next = await recent.call(keys.renew, { id: key.id, overlap_hours: 0 })
  for (const one of [key, renewed]) expect((await one.refused(auth.user, {})).code).toBe('unauthenticated')
  expect((await personWith(next.secret, key).call(auth.user, {})).id).toBe(key.id)
})

test('a key ends with its day, and a job ends its sockets', async () => {
  const { farm, boss } = await farmWithKey()
  const key = await keyOf(boss, farm.id, { ends_at: inAnHour() })
  const heard = await listener(key, userChannel(key.id))
  open.push(heard)
  const past = new Date(Date.now() - 1000)
  await platform(async db => {
    await db.update(apiKeys).set({ endsAt: past }).where(eq(apiKeys.userId, key.id))
    await db.update(sessions).set({ tokenExpiresAt: past, refreshableUntil: past }).where(eq(sessions.userId, key.id))
  })
  expect((await key.refused(auth.user, {})).code).toBe('unauthenticated')
  expect((await boss.call(keys.list, { archived: true })).data).toMatchObject([{ id: key.id }])
  expect((await (await asRecent(boss, farm.id)).refused(keys.renew, { id: key.id, overlap_hours: 1 })).status).toBe(404)
  const { services } = await tend()
  await withDatabase(services.pools.jobs, { companyId: null, userId: null }, true, db =>
    endKeysOverdue({ db, now: new Date(), services }, 50),
  )
  expect(await heard.closed).toBe(4009)
})

test('its last use is noted with the address, once a minute', async () => {
  const { boss, key } = await farmWithKey()
  const lastUse = async () => (await boss.call(keys.list, {})).data.find(({ id }) => id === key.id)
  expect(await lastUse()).toMatchObject({ last_used_at: null, last_ip: null })
  await key.call(auth.user, {}, { from: '192.0.2.7' })
  const first = await lastUse()
  expect(first).toMatchObject({ last_used_at: expect.any(String), last_ip: '192.0.2.7' })
  await key.call(auth.user, {}, { from: '192.0.2.8' })
  noted.clear()
  await key.call(auth.user, {}, { from: '192.0.2.8' })
  expect(await lastUse()).toEqual(first)
})

test('each answer says how many calls are left, and too many are refused with the time to wait', async () => {
  const { key } = await farmWithKey()
  const headersOf = async () => (await key.send(locations.list, {})).headers as Record<string, string>
  const first = await headersOf()
  expect(first['ratelimit-policy']).toBe('"key";q=600;w=60')
  expect(first.ratelimit).toMatch(/^"key";r=599;t=(60|59)$/)
  expect((await headersOf()).ratelimit).toMatch(/^"key";r=598;/)
  // As if six hundred calls had come on another node, within a window that a slow machine does not outlast.
  const tooMany = { points: callsOfKey.tries + 1, expire: Date.now() + 600_000 }
  await platform(db =>
    db
      .update(rateLimits)
      .set(tooMany)
      .where(like(rateLimits.key, `${callsOfKey.name}:%`)),
  )
  await expect.poll(async () => (await key.send(locations.list, {})).statusCode).toBe(429)
  const { headers } = await key.send(locations.list, {})
  expect(Number((headers as Record<string, string>)['retry-after'])).toBeGreaterThan(60)
})

test('a key is no colleague: it is not listed, cannot be named, invited or written to, and takes no seat', async () => {
  const { farm, boss, key } = await farmWithKey()
  const { data } = await boss.call(companies.members, { id: farm.id })
  expect(data.map(({ id }) => id)).toEqual([boss.id])
  expect((await boss.refused(companies.removeMember, { id: farm.id, user_id: key.id })).status).toBe(404)
  expect((await boss.refused(companies.quit, { id: farm.id })).code).toBe('last_manager')
  expect((await boss.refused(locations.create, { ...barn, responsible_id: key.id })).errors).toHaveProperty(
    'responsible_id',
  )
  const group = { type: 'group', title: 'Barn', user_ids: [key.id] } as const
  expect((await boss.refused(messaging.create, group)).status).toBe(422)
  const drafted = { title: { en: 'Milk' }, assignees: [{ role_id: ranks.manager }], default_language: 'en' } as const
  expect(await boss.send(tasks.create, drafted)).toBeDefined()
  expect((await boss.call(companies.list, {})).data).toMatchObject([{ member_count: 1 }])
  expect((await boss.call(plans.usage, { id: farm.id })).users).toMatchObject({ used: 1 })
})

test('a key writes to nobody, reads no case and changes no rights', async () => {
  const { farm, key } = await farmWithKey()
  for (const [call, input] of [
    [messaging.list, {}],
    [companies.changeRole, { id: farm.id, user_id: key.id, role_id: ranks.employee }],
    [roles.create, { name: 'Mine', standing: 'below_employee', rules: [] }],
    [keys.list, {}],
    [me.sessions, {}],
    [auth.logout, {}],
  ] as const)
    expect((await key.refused(call, input as never)).code).toBe('forbidden')
  expect((await request(auth.refresh, {}, key.token)).statusCode).toBe(401)
})

test('cookies beside a key are ignored, and the key of a company that asks for a second factor goes on', async () => {
  const { farm, boss, key } = await farmWithKey()
  await boss.call(companies.update, { id: farm.id, two_factor_required: true })
  const cookie = { headers: { cookie: 'tend_storage=1.nonsense' } }
  expect((await key.call(locations.list, {}, cookie)).data).toEqual([])
})

test('administrators make keys of the platform, which read all companies and count as no administrator', async () => {
  const { farm, boss } = await farmWithKey()
  const operator = await admin()
  const key = await keyOf(operator, null, { access: 'read' })
  expect((await key.call(companies.get, { id: farm.id })).id).toBe(farm.id)
  expect((await key.call(users.get, { id: boss.id })).id).toBe(boss.id)
  expect((await key.refused(users.update, { id: boss.id, name: 'No' })).code).toBe('forbidden')
  expect((await key.refused(auth.switchUser, { id: boss.id })).code).toBe('forbidden')
  expect((await operator.refused(users.get, { id: key.id })).status).toBe(404)
  expect((await operator.call(keys.list, {})).data.map(({ id }) => id)).toContain(key.id)
  expect((await boss.call(keys.list, {})).data.map(({ id }) => id)).not.toContain(key.id)
  expect((await boss.refused(keys.revoke, { id: key.id })).status).toBe(404)
  await operator.call(keys.revoke, { id: key.id })
  expect((await key.refused(companies.list, {})).status).toBe(401)
})

test('a company has fifty keys at most', async () => {
  const { farm, boss } = await farmWithKey()
  await platform(async db => {
    const accounts = Array.from({ length: maxKeys - 1 }, (_, at) => ({ name: `Scales ${at}` }))
    const made = await db.insert(usersTable).values(accounts).returning({ userId: usersTable.id })
    const more = { companyId: farm.id, access: 'read', hint: 'abcd' } as const
    await db.insert(apiKeys).values(made.map(({ userId }) => ({ userId, ...more })))
  })
  const draft = { company_id: farm.id, name: 'One more', access: 'read', role_id: ranks.employee } as const
  expect((await (await asRecent(boss, farm.id)).refused(keys.create, draft)).errors).toHaveProperty('name')
})
