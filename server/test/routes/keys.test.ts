/** API keys as callers of every call: what only people do is refused, the rest answers as to a person of the role. */
import { beforeAll, expect, test } from 'vitest'
import { roles } from '#shared/companies/roles.ts'
import { contracts } from '#shared/contracts.ts'
import { type Endpoint, isOpenToKeys, isPaged } from '#shared/lib/contract.ts'
import { roles as ranks } from '#shared/lib/roles.ts'
import { memberships } from '../../companies/table.ts'
import { filledCompany } from '../filledCompany.ts'
import { keyOf } from '../keys.ts'
import { admin, narrow, type Person, platform, stranger } from '../people.ts'
import { ask, nowhere, tokenFor } from './asking.ts'
import { idsOf } from './idsOf.ts'
import { expectations } from './routeExpectations.ts'

const calls = Object.entries(contracts).flatMap(([feature, endpoints]) =>
  Object.entries(endpoints as Record<string, Endpoint>).map(([call, endpoint]) => ({
    name: `${feature}.${call}`,
    endpoint,
  })),
)
const signedInCalls = calls.filter(({ endpoint }) => endpoint.access !== 'anyone')

/** Calls across companies that keys may make, and calls in one that they may not: read and meant. */
const openAcross = [
  'auth.user',
  'users.list',
  'users.get',
  'health.get',
  'companies.list',
  'companies.get',
  'dashboard.get',
  'dashboard.companies',
]
const closedWithin = [
  ...['companies.changeRole', 'companies.handOver', 'companies.resetPassword'],
  // A pass lets somebody in.
  ...['create', 'get', 'list', 'log', 'preview', 'renew', 'revoke', 'viewers', 'written'].map(call => `passes.${call}`),
  ...['passPacks.begin', 'passPacks.fetch', 'passPacks.list'],
  ...['create', 'get', 'list', 'remove', 'restore', 'update'].map(call => `passTemplates.${call}`),
  ...['answer', 'list', 'ofTask'].map(call => `passRequests.${call}`),
]

let farm: Awaited<ReturnType<typeof filledCompany>>
let ids: Awaited<ReturnType<typeof idsOf>>
let manager: Person
let platformKey: Person

beforeAll(async () => {
  farm = await filledCompany()
  ids = await idsOf(farm.id, farm.hand)
  manager = await keyOf(farm.boss, farm.id, { role_id: ranks.manager })
  platformKey = await keyOf(await admin(), null)
}, 120_000)

const inputOf = (name: string): object => {
  const row = expectations[name]?.row?.(ids, ids)
  return (Array.isArray(row) ? row[0] : row) ?? {}
}

/** A session of the key, whose calls are counted by themselves. */
const asKey = (key: Person, companyId: number | null, access: 'read' | 'write' = 'write') =>
  tokenFor(key.id, companyId, 3600_000, access)

test('which calls are open to keys is read and meant', () => {
  const across = signedInCalls.filter(({ endpoint }) => endpoint.isolation && isOpenToKeys(endpoint))
  const within = signedInCalls.filter(({ endpoint }) => !endpoint.isolation && !isOpenToKeys(endpoint))
  expect(across.map(({ name }) => name).sort()).toEqual(openAcross.toSorted())
  expect(within.map(({ name }) => name).sort()).toEqual(closedWithin.toSorted())
})

test('what only people do is refused to every key, also to one of the platform', async () => {
  const wrong: string[] = []
  for (const { name, endpoint } of signedInCalls.filter(({ endpoint }) => !isOpenToKeys(endpoint)))
    for (const token of [await asKey(manager, farm.id), await asKey(platformKey, null)]) {
      const { status, code } = await ask(endpoint, inputOf(name), token)
      if (status !== 403 || code !== 'forbidden') wrong.push(`${name}: ${status} ${code}`)
    }
  expect(wrong).toEqual([])
})

test('a key that only reads changes nothing by any call', async () => {
  const wrong: string[] = []
  for (const { name, endpoint } of signedInCalls.filter(({ endpoint }) => endpoint.method !== 'GET')) {
    const { status, code } = await ask(endpoint, inputOf(name), await asKey(manager, farm.id, 'read'))
    if (status !== 403 || code !== 'forbidden') wrong.push(`${name}: ${status} ${code}`)
  }
  expect(wrong).toEqual([])
})

/** Answers about the caller's own account, or signed for their session. */
const ofOneself = ['auth.user', 'views.get', 'today.get', 'files.link']
/** The log has what was done in between: the other's first use. */
const growing = ['auditLog.list']

/** What a key and its person have: a role of the whole company, of a part of it, or one that was narrowed by rules. */
const given: [title: string, role: () => Promise<number>, isNarrowed: boolean, atLeast: number][] = [
  ['a worker', async () => ranks.employee, false, 60],
  ['a manager of one location', async () => ranks.manager, true, 60],
  [
    'an own role that reads locations and sheep',
    async () => {
      const rules = [
        { action: ['read' as const], subject: 'Location' },
        { action: ['read' as const], subject: 'Animal', conditions: { species: 'sheep' } },
      ]
      const draft = { name: 'Sensors', standing: 'below_employee' as const, rules }
      return (await farm.boss.call(roles.create, draft)).id
    },
    false,
    5,
  ],
]

test.each(given)('every list and row answers to a key as to %s', async (_, roleOf, isNarrowed, atLeast) => {
  const person = await stranger()
  const roleId = await roleOf()
  await platform(db => db.insert(memberships).values({ companyId: farm.id, userId: person.id, roleId }))
  const key = await keyOf(farm.boss, farm.id, { role_id: roleId })
  if (isNarrowed) for (const one of [person, key]) await narrow(one, farm.id, { locations: [Number(ids.place)] })
  const wrong: string[] = []
  let asked = 0
  for (const { name, endpoint } of signedInCalls) {
    const isJson = isPaged(endpoint.returns) || !('raw' in endpoint.returns)
    if (endpoint.method !== 'GET' || !isOpenToKeys(endpoint) || !isJson || [...ofOneself, ...growing].includes(name))
      continue
    const input = inputOf(name)
    const [toKey, toPerson] = [
      await ask(endpoint, input, await asKey(key, farm.id)),
      await ask(endpoint, input, await tokenFor(person.id, farm.id)),
    ]
    if (toKey.code === 'forbidden' && forPeople.test(name)) continue
    asked++
    const plain = (body: string) =>
      body
        .replaceAll(String(person.id), '…')
        .replaceAll(String(key.id), '…')
        .replace(/"made_at":"[^"]*"/g, '"made_at":"…"')
        // Keys have no part in invitations, of which the dashboard counts people with those who are invited.
        .replace(/\{"total":\d+,"kind":"(members|invitations_\w+)"\},?/g, '')
        .replaceAll(',]', ']')
    if (toKey.status !== toPerson.status || plain(toKey.body) !== plain(toPerson.body))
      wrong.push(
        `${name}: ${toKey.status} ${differing(plain(toKey.body), plain(toPerson.body))}, ` +
          `not ${toPerson.status} ${differing(plain(toPerson.body), plain(toKey.body))}`,
      )
  }
  expect(wrong).toEqual([])
  expect(asked).toBeGreaterThan(atLeast)
})

/** A text from where it begins to differ from another. */
function differing(text: string, other: string): string {
  const at = [...text].findIndex((letter, index) => letter !== other[index])
  return text.slice(Math.max(0, at - 40), at + 200)
}

/** Features that keys have no part in. */
const forPeople = /^(messaging|notices|keys|invites|workers|cases)\./

test('a key finds no row of another company', async () => {
  const other = await filledCompany()
  const theirs = await idsOf(other.id, other.hand)
  // Ids of own roles are counted in each company.
  for (const name of ['As many as here', 'Only there'])
    theirs.role = (await other.boss.call(roles.create, { name, rules: [], standing: 'below_employee' })).id
  const wrong: string[] = []
  for (const { name, endpoint } of signedInCalls.filter(({ endpoint }) => isOpenToKeys(endpoint))) {
    const row = expectations[name]?.row
    if (!row || endpoint.method === 'DELETE') continue
    const absent = new Proxy({}, { get: () => nowhere }) as typeof ids
    const [there, nothing] = [[row(theirs, ids)].flat()[0], [row(absent, ids)].flat()[0]]
    if (!there || !nothing || JSON.stringify(there) === JSON.stringify(nothing)) continue
    const token = await asKey(manager, farm.id)
    const [found, missing] = [await ask(endpoint, there, token), await ask(endpoint, nothing, token)]
    const strip = ({ headers: _, ...answer }: typeof found) => answer
    if (JSON.stringify(strip(found)) !== JSON.stringify(strip(missing)))
      wrong.push(`${name}: ${found.status} ${found.body}`)
  }
  expect(wrong).toEqual([])
})
