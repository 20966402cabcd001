/** Who asks is read with every call: what changed in between holds from that very call on. */
import { and, eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { roles as ranks } from '#shared/lib/roles.ts'
import { locations } from '#shared/locations/contract.ts'
import { companies, companyPlans, memberships, ownRoles, plans } from '../companies/table.ts'
import type { Database } from '../lib/db/pools.ts'
import { locations as places } from '../locations/table.ts'
import { company, type Person, platform } from '../test/people.ts'
import { memberWith } from '../test/roles.ts'
import { sessions } from './sessionTable.ts'
import { users } from './table.ts'

const barn = { name: 'Barn', type: 'barn' as const }
const reads = (person: Person) => person.send(locations.list, {})
const writes = (person: Person) => person.send(locations.create, barn)
const readsAndWrites = [reads, writes]

/** Somebody of a new company, who was here a moment ago: nothing is asked about them before the work. */
async function known(call: typeof reads, who: 'manager' | 'worker' = 'manager') {
  const farm = await company()
  const person = await farm[who]()
  await call(person)
  await call(person)
  return { farm, person }
}

const codeOf = ({ statusCode, body }: Awaited<ReturnType<typeof reads>>) => [statusCode, JSON.parse(body).code]
const mine = ({ farm, person }: { farm: { id: number }; person: Person }) =>
  and(eq(memberships.companyId, farm.id), eq(memberships.userId, person.id))
const placesOf = (farm: { id: number }) =>
  platform(db => db.select({ id: places.id }).from(places).where(eq(places.companyId, farm.id)))

const outs: [string, [number, string], (db: Database, at: Awaited<ReturnType<typeof known>>) => Promise<unknown>][] = [
  [
    'whose session ended',
    [401, 'unauthenticated'],
    (db, { person }) => db.delete(sessions).where(eq(sessions.userId, person.id)),
  ],
  [
    'whose token was ended',
    [401, 'token_expired'],
    (db, { person }) =>
      db
        .update(sessions)
        .set({ tokenExpiresAt: new Date(0) })
        .where(eq(sessions.userId, person.id)),
  ],
  [
    'who was removed from the platform',
    [401, 'unauthenticated'],
    (db, { person }) => db.update(users).set({ archivedAt: new Date() }).where(eq(users.id, person.id)),
  ],
  [
    'who left the company',
    [403, 'forbidden'],
    (db, at) => db.update(memberships).set({ endedAt: new Date() }).where(mine(at)),
  ],
  [
    'who was frozen',
    [403, 'forbidden'],
    (db, at) => db.update(memberships).set({ frozenAt: new Date() }).where(mine(at)),
  ],
  [
    'who became a guest',
    [403, 'forbidden'],
    (db, at) => db.update(memberships).set({ roleId: ranks.guest }).where(mine(at)),
  ],
  [
    'whose company was archived',
    [403, 'forbidden'],
    (db, { farm }) => db.update(companies).set({ archivedAt: new Date() }).where(eq(companies.id, farm.id)),
  ],
  [
    'who must have a second factor now',
    [403, 'two_factor_required'],
    (db, { farm }) => db.update(companies).set({ twoFactorRequired: true }).where(eq(companies.id, farm.id)),
  ],
]
test.each(outs)('%s gets no answer and writes nothing', async (_, refusal, change) => {
  for (const call of readsAndWrites) {
    const at = await known(call)
    const before = await placesOf(at.farm)
    await platform(db => change(db, at))
    expect(codeOf(await call(at.person))).toEqual(refusal)
    expect(await placesOf(at.farm)).toEqual(before)
  }
})

test('who was given another role has its rights with the next call, more or less of them', async () => {
  const at = await known(writes, 'worker')
  expect((await writes(at.person)).statusCode).toBe(403)
  await platform(db => db.update(memberships).set({ roleId: ranks.manager }).where(mine(at)))
  expect((await writes(at.person)).statusCode).toBe(201)
  await platform(db => db.update(memberships).set({ roleId: ranks.employee }).where(mine(at)))
  expect((await writes(at.person)).statusCode).toBe(403)
})

test('the rules of a company’s own role hold from the next call on', async () => {
  const farm = await company()
  const rule = (...action: ('read' | 'create')[]) => [{ action, subject: 'Location' as const }]
  const person = await memberWith(farm, await farm.manager(), rule('read', 'create'))
  const change = (rules: ReturnType<typeof rule>) =>
    platform(db => db.update(ownRoles).set({ rules }).where(eq(ownRoles.companyId, farm.id)))
  expect((await writes(person)).statusCode).toBe(201)
  await change(rule('read'))
  expect([(await writes(person)).statusCode, (await reads(person)).statusCode]).toEqual([403, 200])
  await change(rule('create'))
  expect([(await writes(person)).statusCode, (await reads(person)).statusCode]).toEqual([201, 403])
})

test('a company whose plan has ended is read and not written from the next call on', async () => {
  const { farm, person } = await known(writes)
  const run = (endDate: string) =>
    platform(async db => {
      const [offer] = await db.select().from(plans).limit(1)
      if (!offer) throw new Error('Nothing is offered.')
      const { id: planId, name, limits } = offer
      const terms = { planId, name, limits, isTrial: false, currency: 'EUR' }
      await db.delete(companyPlans).where(eq(companyPlans.companyId, farm.id))
      await db.insert(companyPlans).values({ ...terms, companyId: farm.id, startDate: '2020-01-01', endDate })
    })
  await run('2020-02-01')
  expect(codeOf(await writes(person))).toEqual([403, 'plan_expired'])
  expect((await reads(person)).statusCode).toBe(200)
  await run('2199-01-01')
  expect((await writes(person)).statusCode).toBe(201)
})

test('who works in another company now reads and writes there', async () => {
  const { farm, person } = await known(writes)
  const dairy = await company()
  await platform(async db => {
    await db.insert(memberships).values({ companyId: dairy.id, userId: person.id, roleId: ranks.manager })
    await db.update(sessions).set({ companyId: dairy.id }).where(eq(sessions.userId, person.id))
  })
  expect(JSON.parse((await reads(person)).body).data).toEqual([])
  expect(JSON.parse((await writes(person)).body).data).toMatchObject({ company_id: dairy.id })
  expect([(await placesOf(farm)).length, (await placesOf(dairy)).length]).toEqual([2, 1])
})

test('a refusal is not explained to a person whose acting has ended', async () => {
  for (const ask of [
    (person: Person) => person.send(locations.get, { id: 2_000_000 }),
    (person: Person) => person.send(locations.update, { id: 2_000_000, name: 'Barn' }),
    (person: Person) => person.send(locations.create, { name: '' }),
  ]) {
    const { person } = await known(reads)
    await platform(db => db.delete(sessions).where(eq(sessions.userId, person.id)))
    expect(codeOf(await ask(person))).toEqual([401, 'unauthenticated'])
  }
})
