/**
 * Every call × every role × a row of the own company, of another one and of none, at each place where its input names a
 * row: all read from the contracts and their rules. A call that comes later is walked without a line here, or fails by
 * its name where it cannot be.
 */
import { and, eq, sql } from 'drizzle-orm'
import { beforeAll, describe, expect, test } from 'vitest'
import { abilityOf } from '#shared/ability.ts'
import { roles } from '#shared/companies/roles.ts'
import { contracts } from '#shared/contracts.ts'
import { actorOf } from '#shared/lib/actor.ts'
import { type Endpoint, isOpenToKeys } from '#shared/lib/contract.ts'
import { roles as ranks } from '#shared/lib/roles.ts'
import { allows } from '#shared/lib/rules.ts'
import { memberships } from '../../companies/table.ts'
import { submissionExports } from '../../submissions/exports/table.ts'
import { filledCompany } from '../filledCompany.ts'
import { keyOf } from '../keys.ts'
import { admin, type Person, platform, stranger } from '../people.ts'
import { type Answered, ask, nowhere, tokenFor } from './asking.ts'
import { anyTable, sampleOf, withId } from './contractSamples.ts'
import { latestRows } from './idsOf.ts'

/** `sso` manages both companies, and has come by the provider of the dairy. */
type Role = 'stranger' | 'guest' | 'worker' | 'manager' | 'admin' | 'key' | 'sso'
const { guest, employee: worker, manager } = ranks
const rankOf = { guest, worker, manager, key: manager, sso: manager }

const order = { GET: 0, POST: 1, PUT: 2, PATCH: 3, DELETE: 4 }
const calls = Object.entries(contracts)
  .flatMap(([feature, endpoints]) =>
    Object.entries(endpoints as Record<string, Endpoint>).map(([call, endpoint]) => ({
      name: `${feature}.${call}`,
      endpoint,
    })),
  )
  .toSorted((a, b) => order[a.endpoint.method] - order[b.endpoint.method])

/** Tables that are no company's, or nobody's in particular: asking with another's row is no question. */
const ofEverybody = new Set(['plans', anyTable])

type Company = { id: number; rows: Map<string, number> }
let tables: ReadonlySet<string>
let farm: Company
let dairy: Company & { people: Record<Role, Person> }

/** New companies, for questions after calls that change something. */
async function makeCompanies(): Promise<void> {
  const [one, other] = [await filledCompany(), await filledCompany()]
  const { rows } = await platform(db =>
    db.execute<{ name: string }>(sql`select tablename as name from pg_tables where schemaname = 'public'`),
  )
  tables = new Set(rows.map(({ name }) => name))
  farm = { id: one.id, rows: await latestRows(one) }
  // Ids of own roles are counted in each company; the dairy does not have this one.
  const only = await one.boss.call(roles.create, { name: 'Only here', rules: [], standing: 'below_employee' })
  farm.rows.set('roles', only.id)
  const guest = await stranger()
  await platform(db => db.insert(memberships).values({ companyId: other.id, userId: guest.id, roleId: ranks.guest }))
  const key = await keyOf(other.boss, other.id, { role_id: ranks.manager })
  const sso = await stranger()
  for (const companyId of [one.id, other.id])
    await platform(db => db.insert(memberships).values({ companyId, userId: sso.id, roleId: ranks.manager }))
  dairy = {
    id: other.id,
    rows: await latestRows(other),
    people: {
      stranger: await stranger(),
      guest,
      worker: other.hand,
      manager: other.boss,
      admin: await admin(),
      key,
      sso,
    },
  }
}

beforeAll(makeCompanies, 120_000)

test('each place where a call names a row is known, and each call has sample input', () => {
  const unclear: string[] = []
  for (const { name, endpoint } of calls) {
    const { input, places } = sampleOf(endpoint, tables, () => 1)
    for (const { path, table } of places)
      if (table === undefined) unclear.push(`${name}: which table has the rows of ${path.join('.')}?`)
    const { success, error } = endpoint.input.safeParse(input)
    if (places.length > 0 && !success) unclear.push(`${name}: ${error.issues[0]?.path.join('.')} has no sample`)
  }
  expect(unclear).toEqual([])
})

test('the sample company has a row of each table that a call names, so that none goes unasked', () => {
  const missing: string[] = []
  for (const { name, endpoint } of calls)
    for (const { path, table } of sampleOf(endpoint, tables, () => 1).places)
      if (table !== undefined && !ofEverybody.has(table) && !farm.rows.has(table))
        missing.push(`${name}: no row of ${table} for ${path.join('.')}`)
  expect(missing).toEqual([])
})

test('a person without a rule for a call’s subject is refused for any row', async () => {
  const wrong: string[] = []
  for (const { name, endpoint } of calls) {
    const { access } = endpoint
    if (access === 'anyone' || access === 'signed-in') continue
    for (const role of ['stranger', 'guest', 'worker', 'manager', 'key', 'sso'] as const) {
      if (mayAtAll(role, endpoint)) continue
      for (const rows of [dairy.rows, farm.rows]) {
        const { input } = sampleOf(endpoint, tables, table => rows.get(table) ?? nowhere)
        const { status, code } = await ask(endpoint, input, await tokenOf(role))
        if (status !== 403) wrong.push(`${name} as ${role}: ${status} ${code}`)
      }
    }
  }
  expect(wrong).toEqual([])
})

test('another company’s row, wherever a call names it, answers exactly like one that is not there', async () => {
  const wrong: string[] = []
  let asked = 0
  for (const { name, endpoint } of calls) {
    // Filters of admins, who read all companies.
    for (const role of ['stranger', 'guest', 'worker', 'manager', 'key', 'sso'] as const) {
      if (!mayAtAll(role, endpoint) || bounded.has(name)) continue
      const sample = () => sampleOf(endpoint, tables, table => ownRow(table, role))
      for (const place of sample().places) {
        if (ofEverybody.has(place.table ?? '') || numbers.has(`${name}: ${place.path.join('.')}`)) continue
        const theirs = farm.rows.get(place.table ?? '')
        if (theirs === undefined) continue
        const both = async () => ({
          there: await askAs(role, endpoint, withId(sample().input, place, theirs)),
          nothing: await askAs(role, endpoint, withId(sample().input, place, nowhere)),
        })
        const differ = ({ there, nothing }: Awaited<ReturnType<typeof both>>) =>
          JSON.stringify(plain(there)) !== JSON.stringify(plain(nothing))
        let answers = await both()
        asked++
        // A sheet says as of which minute it is: two that were read beside its end are read again.
        if (differ(answers) && endpoint.method === 'GET') answers = await both()
        const { there, nothing } = answers
        if (differ(answers))
          wrong.push(
            `${name} as ${role} at ${place.path.join('.')}: ${there.status} ${there.body.slice(0, 200)}, ` +
              `not ${nothing.status} ${nothing.body.slice(0, 200)}`,
          )
      }
    }
  }
  expect(wrong).toEqual([])
  expect(asked).toBeGreaterThan(200)
})

/** Places with a number that counts, whosever row has it: `up to that message`. */
const numbers = new Set(['messaging.read: message_id'])

/**
 * Calls of which nobody has many at once: what this one narrows to is that of `exports.stream`, which is asked in its
 * place.
 */
const bounded = new Set(['exports.begin'])

/** Places that are not looked at when a call is asked with its sample, each with why. */
const notReached: Record<string, string> = {
  'tasks.completeSent: completed_by': 'whoever did it by a task’s form is the one who completed that',
  'messaging.sendSubmission: user_ids.0': 'a conversation is named',
  'messaging.sendTask: user_ids.0': 'a conversation is named',
  'locations.update: responsible_id': 'the sample is a part of itself, which is refused before',
  'messaging.read: message_id': 'reads up to that number',
  'sso.setPassword: break_glass_user_id': 'the password is asked for before',
  'messaging.take: user_id': 'only of the support line, which the sample company has not written to',
  'reportSchedules.set: recipient_ids.0': 'only whoever may open the report, which the sample’s worker may not',
  'papers.create: vehicle_id': 'a person is named beside it, and only one can hold a paper',
  'papers.create: holder_id': 'a vehicle is named beside it, and only one can hold a paper',
  'forms.remove: other_form_id': 'only with open tasks that go to another form, which the sample does not ask for',
  'documents.begin: user_id': 'only of a work sheet, and the sample asks for a submission',
  'documents.begin: public_link_id': 'only of labels, and the sample asks for a submission',
  'documents.begin: ids.0': 'only of labels, and the sample asks for a submission',
  'tasks.completeSent: submission_id':
    'only a complete one of this very task is taken, and completing that ends the task',
}
const reached = new Set<string>()

describe('with companies that nothing was done to yet', () => {
  beforeAll(makeCompanies, 120_000)

  test('each sent field is checked: a row of the own company answers otherwise than a missing one', async () => {
    const unreached = new Map<string, string>()
    for (const { name, endpoint } of calls.filter(({ endpoint }) => endpoint.method !== 'GET')) {
      // An export begins with any filter; `exports.stream` shows what it narrows to.
      if (bounded.has(name)) continue
      for (const role of ['worker', 'manager', 'admin', 'guest', 'stranger'] as const) {
        if (!mayAtAll(role, endpoint)) continue
        const sample = () => sampleOf(endpoint, tables, table => ownRow(table, role))
        const nested = sample()
          .places.filter(({ path }) => !endpoint.path.includes(`:${path[0]}`))
          .map(place => ({ place, where: `${name}: ${place.path.join('.')}` }))
          .filter(({ where }) => role === 'worker' || unreached.has(where) || !reached.has(where))
        if (nested.length === 0) continue
        await putRight()
        const absent = await Promise.all(
          nested.map(async ({ place, where }) => ({
            where,
            answer: await askAs(role, endpoint, withId(sample().input, place, nowhere)),
          })),
        )
        const own = await askAs(role, endpoint, sample().input)
        for (const { where, answer } of absent)
          if (JSON.stringify(plain(answer)) === JSON.stringify(plain(own))) {
            if (!reached.has(where))
              unreached.set(
                where,
                `${unreached.get(where) ?? where}; as ${role}: ${own.status} ${own.body.slice(0, 120)}`,
              )
          } else {
            reached.add(where)
            unreached.delete(where)
          }
      }
    }
    expect([...unreached].filter(([where]) => !(where in notReached)).map(([, said]) => said)).toEqual([])
    expect(reached.size).toBeGreaterThan(15)
  })
})

/** Takes back what a call before did to those who ask. */
const putRight = () =>
  platform(async db => {
    for (const role of ['worker', 'manager', 'guest'] as const)
      await db
        .update(memberships)
        .set({ roleId: rankOf[role], endedAt: null, frozenAt: null })
        .where(and(eq(memberships.companyId, dairy.id), eq(memberships.userId, dairy.people[role].id)))
    // Few of one person are under way at once, and each place is asked with one.
    await db.delete(submissionExports).where(eq(submissionExports.companyId, dairy.id))
  })

const askAs = async (role: Role, endpoint: Endpoint, input: object) => ask(endpoint, input, await tokenOf(role))
const tokenOf = (role: Role) =>
  tokenFor(
    dairy.people[role].id,
    role === 'stranger' || role === 'admin' ? null : dairy.id,
    undefined,
    role === 'key' ? 'write' : null,
    role === 'sso' ? { ssoConnectionId: dairy.rows.get('sso_connections') ?? 0, onlyCompanyId: dairy.id } : {},
  )

/** Tells whether the rules of a role permit a call at all; calls for signed-in people are open to every role. */
function mayAtAll(role: Role, endpoint: Endpoint): boolean {
  const { access } = endpoint
  if (access === 'anyone' || (role === 'key' && !isOpenToKeys(endpoint))) return false
  if (access === 'signed-in' || role === 'admin') return true
  if (role === 'stranger') return false
  return allows(abilityOf(actorOf(1, 1, rankOf[role], { isKey: role === 'key' })), ...access)
}

const ownRow = (table: string, role: Role): number =>
  table === 'users' && role === 'worker' ? dairy.people.manager.id : (dairy.rows.get(table) ?? nowhere)

/** Without what differs from one row to the next that is made of the same. */
function plain({ status, code, body }: Answered) {
  const isMade = status < 300 && body.startsWith('{')
  // What a sample makes up is another text each time.
  const isMadeUp = (value: unknown) => typeof value === 'string' && /^somebody[\da-f]{8}@example\.test$/.test(value)
  function same(this: object, name: string, value: unknown) {
    // How far a job is by now.
    const isProgress = 'done' in this && 'total' in this && /^(state|done|total|size|sha256|is_sealed)$/.test(name)
    return isProgress || /^(id|uuid|change_id|number)$|_at$/.test(name) || isMadeUp(value) ? '…' : value
  }
  return { status, code, body: isMade ? JSON.stringify(JSON.parse(body), same) : body }
}
