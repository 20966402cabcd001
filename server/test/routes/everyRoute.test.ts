/**
 * Walks every call × every role × a row of the own company, of another company, of none. The calls are read from the
 * contracts and their expected answers from expectations/.
 */
import { and, eq, sql } from 'drizzle-orm'
import { beforeAll, expect, test } from 'vitest'
import { roles } from '#shared/companies/roles.ts'
import { contracts } from '#shared/contracts.ts'
import type { Endpoint } from '#shared/lib/contract.ts'
import { auditEntries } from '../../audit/table.ts'
import { companies, memberships } from '../../companies/table.ts'
import { idempotencyKeys } from '../../lib/db/tables.ts'
import { randomToken } from '../../lib/security/secrets.ts'
import { filledCompany } from '../filledCompany.ts'
import { admin, company, type Person, platform, stranger } from '../people.ts'
import { ask, nowhere, tokenFor } from './asking.ts'
import type { Expectation, Ids, Role } from './expectation.ts'
import { idsOf } from './idsOf.ts'
import { expectations } from './routeExpectations.ts'

const calls: { name: string; endpoint: Endpoint }[] = Object.entries(contracts).flatMap(([feature, endpoints]) =>
  Object.entries(endpoints as Record<string, Endpoint>).map(([call, endpoint]) => ({
    name: `${feature}.${call}`,
    endpoint,
  })),
)
const expected = (name: string): Expectation => expectations[name] ?? { may: [] }
const order = { GET: 0, POST: 1, PUT: 2, PATCH: 3, DELETE: 4 }
const inOrder = calls.toSorted((a, b) => order[a.endpoint.method] - order[b.endpoint.method])

const missing = new Proxy({}, { get: () => nowhere }) as Ids

let farm: { id: number; ids: Ids }
let dairy: { id: number; ids: Ids; people: Record<Role, Person> }

beforeAll(async () => {
  const [one, other] = [await filledCompany(), await filledCompany()]
  const people = await company()
  farm = { id: one.id, ids: await idsOf(one.id, one.hand) }
  // Ids of own roles are counted in each company; the dairy does not have this one.
  farm.ids.role = (await one.boss.call(roles.create, { name: 'Only here', rules: [], standing: 'below_employee' })).id
  const guest = await people.guest()
  await platform(db =>
    db.execute(sql`insert into memberships (company_id, user_id, role_id) values (${other.id}, ${guest.id}, 4000)`),
  )
  await platform(db => db.execute(sql`update sessions set company_id = ${other.id} where user_id = ${guest.id}`))
  dairy = {
    id: other.id,
    ids: await idsOf(other.id, other.hand),
    people: { stranger: await stranger(), guest, worker: other.hand, manager: other.boss, admin: await admin() },
  }
})

test('every call has an expectation, and no expectation is of a call that is gone', () => {
  expect(Object.keys(expectations).sort()).toEqual(calls.map(({ name }) => name).sort())
  for (const { name, endpoint } of calls)
    expect(expected(name).may === 'anyone', name).toBe(endpoint.access === 'anyone')
})

test('without a token, with a dead one and with an old one nothing answers but what anyone may ask', async () => {
  const old = await tokenFor(dairy.people.admin.id, dairy.id, -1000)
  for (const { name, endpoint } of calls.filter(({ endpoint }) => endpoint.access !== 'anyone')) {
    const [input = {}] = inputsOf(name, dairy.ids)
    for (const [token, code] of [
      [null, 'unauthenticated'],
      [randomToken(), 'unauthenticated'],
      [old, 'token_expired'],
    ] as const) {
      const answer = await ask(endpoint, input, token)
      expect([answer.status, answer.code], name).toEqual([401, code])
    }
  }
})

test('a person who may never do something is refused, also with rows of their own company', async () => {
  const wrong: string[] = []
  for (const { name, endpoint } of inOrder) {
    const { may } = expected(name)
    if (may === 'anyone') continue
    for (const [role, person] of Object.entries(dairy.people) as [Role, Person][]) {
      if (may.includes(role)) continue
      for (const input of inputsOf(name, dairy.ids)) {
        const { status } = await ask(endpoint, input, person.token)
        if (![403, 404].includes(status)) wrong.push(`${name} as ${role}: ${status}`)
      }
    }
  }
  expect(wrong).toEqual([])
})

test('a row of another company answers exactly like a missing one, for everybody', async () => {
  let asked = 0
  for (const { name, endpoint } of inOrder) {
    const { row } = expected(name)
    if (!row || name.startsWith('users.') || name === 'auth.switchUser') continue
    for (const role of ['stranger', 'guest', 'worker', 'manager'] as const) {
      const token = await tokenFor(dairy.people[role].id, role === 'stranger' ? null : dairy.id)
      const foreign = inputsOf(name, farm.ids)
      const absent = inputsOf(name, missing)
      for (const [index, input] of foreign.entries()) {
        if (JSON.stringify(input) === JSON.stringify(absent[index])) continue
        const [there, nothing] = [await ask(endpoint, input, token), await ask(endpoint, absent[index] ?? {}, token)]
        asked++
        expect(there, `${name} as ${role} with ${JSON.stringify(input)}`).toEqual(nothing)
      }
    }
  }
  expect(asked).toBeGreaterThan(200)
})

test('undoing what never was is 404', async () => {
  const wrong: string[] = []
  let asked = 0
  for (const { name, endpoint } of inOrder.filter(({ endpoint }) => endpoint.method === 'DELETE')) {
    const last = [...endpoint.path.matchAll(/:(\w+)/g)].at(-1)?.[1]
    const { may } = expected(name)
    if (!last || may === 'anyone') continue
    for (const role of may) {
      const [input = {}] = inputsOf(name, dairy.ids)
      const one = (input as Record<string, unknown>)[last]
      const never = typeof one === 'string' && !Number(one) ? crypto.randomUUID() : nowhere
      const token = await tokenFor(dairy.people[role].id, role === 'stranger' ? null : dairy.id)
      await putRight()
      const { status, code } = await ask(endpoint, { ...input, [last]: never }, token)
      asked++
      if (![403, 404].includes(status)) wrong.push(`${name} as ${role}: ${status} ${code ?? ''}`)
    }
  }
  expect(wrong).toEqual([])
  expect(asked).toBeGreaterThan(50)
})

test('nothing that is kept of a creating call for its repetition is readable in the database', async () => {
  const walked: string[] = []
  for (const { name, endpoint } of inOrder.filter(({ endpoint }) => endpoint.status === 201)) {
    const { may } = expected(name)
    if (may === 'anyone') continue
    const role = may.includes('manager') ? 'manager' : 'admin'
    const [input = {}] = inputsOf(name, dairy.ids)
    const token = await tokenFor(dairy.people[role].id, dairy.id)
    const key = crypto.randomUUID()
    const answer = await ask(endpoint, input, token, { 'idempotency-key': key })
    if (answer.status !== 201) continue
    const [kept = {}] = await platform(db => db.select().from(idempotencyKeys).where(eq(idempotencyKeys.key, key)))
    const readable = Object.values(kept).map(value =>
      Buffer.isBuffer(value) ? value.toString('latin1') : String(value),
    )
    for (const text of textsIn(JSON.parse(answer.body))) expect(readable.join('\n'), name).not.toContain(text)
    expect(await ask(endpoint, input, token, { 'idempotency-key': key }), name).toEqual(answer)
    walked.push(name)
  }
  expect(walked).toContain('invites.create')
  expect(walked.length).toBeGreaterThan(8)
})

/** Every text in an answer, but those so short that they may stand anywhere. */
function textsIn(value: unknown): string[] {
  if (typeof value === 'string') return value.length >= 6 ? [value] : []
  return value && typeof value === 'object' ? Object.values(value).flatMap(textsIn) : []
}

test('a permitted person is not refused', async () => {
  const wrong: string[] = []
  for (const { name, endpoint } of inOrder) {
    const { may, unless } = expected(name)
    const roles = may === 'anyone' ? (['stranger'] as const) : may
    for (const role of roles) {
      const person = dairy.people[role]
      for (const input of inputsOf(name, dairy.ids).slice(0, 1)) {
        const token = may === 'anyone' ? null : await tokenFor(person.id, role === 'stranger' ? null : dairy.id)
        await putRight()
        const { status, code } = await ask(endpoint, input, token)
        const what = `${name} as ${role}: ${status} ${code ?? ''}`
        if (status >= 500 || ([401, 403].includes(status) && code !== unless)) wrong.push(what)
      }
    }
  }
  expect(wrong).toEqual([])
})

test('of all that was done here the log keeps no word that somebody typed, and no secret', async () => {
  const entries = await platform(db => db.select().from(auditEntries))
  // Where somebody works is told by the numbers of the places.
  const isPlaces = (action: string, value: unknown) =>
    action === 'member.reach_changed' && typeof value === 'string' && /^(\d+(, \d+)*)?$/.test(value)
  const told = entries
    .flatMap(({ action, details }) => Object.values(details).filter(value => !isPlaces(action, value)))
    .flatMap(value => (typeof value === 'object' && value !== null ? [value.before, value.after] : [value]))
    .filter(value => typeof value === 'string')
    .filter(word => !/^\d{4}-\d\d-\d\d(T[\d:.]+Z?)?$/.test(word))
  expect(new Set(entries.map(({ action }) => action)).size).toBeGreaterThan(20)
  for (const word of told) expect(word).toMatch(/^[a-z]+(_[a-z\d]+)*(, [a-z]+(_[a-z\d]+)*)*$/)
})

/** Takes back what a call before did to those who ask. */
const putRight = () =>
  platform(async db => {
    const { guest, worker, manager } = dairy.people
    await db.update(companies).set({ archivedAt: null }).where(eq(companies.id, dairy.id))
    for (const [person, roleId] of [
      [guest, 4000],
      [worker, 3000],
      [manager, 2000],
    ] as const)
      await db
        .update(memberships)
        .set({ roleId, endedAt: null, frozenAt: null })
        .where(and(eq(memberships.companyId, dairy.id), eq(memberships.userId, person.id)))
  })

/** What to ask with: rows of `its` as somebody of the dairy. */
function inputsOf(name: string, its: Ids): object[] {
  const { row } = expected(name)
  return row ? [row(its, dairy.ids)].flat() : [{}]
}
