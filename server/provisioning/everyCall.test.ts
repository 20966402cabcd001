/**
 * The calls of SCIM, walked as those of /api are: who may make each, and that a row of another company is as one that
 * is not there. They are read from their contract, so that a new one is asked too.
 */
import { beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { contracts } from '#shared/contracts.ts'
import type { Endpoint } from '#shared/lib/contract.ts'
import { roles } from '#shared/lib/roles.ts'
import { scim } from '#shared/provisioning/scim.ts'
import { keyOf } from '../test/keys.ts'
import { admin, company, type Person, stranger } from '../test/people.ts'
import { ask, tokenFor } from '../test/routes/asking.ts'
import { callScim, providerOf } from '../test/scim.ts'

const calls = Object.entries(scim as Record<string, Endpoint>)
const provisioned = calls.filter(([, { path }]) => /\/(Users|Groups)\/:id$/.test(path))

let others: Record<string, string>
let provider: Awaited<ReturnType<typeof providerOf>>
let theirs: { user: string; group: string }

const bodies: Record<string, object> = {
  POST: { userName: 'somebody@provider.test', displayName: 'Somebody' },
  PUT: { userName: 'somebody@provider.test', displayName: 'Somebody' },
  PATCH: { Operations: [{ op: 'replace', path: 'displayName', value: 'Somebody' }] },
}
const send = (token: string | null, { method, path }: Endpoint, id: string) =>
  callScim(token, method, path.replace('/scim/v2', '').replace(':id', id), bodies[method])

beforeAll(async () => {
  const [farm, dairy] = [await company(), await company()]
  const [boss, other] = [await farm.manager(), await dairy.manager()]
  provider = await providerOf(boss, farm)
  const rival = await providerOf(other, dairy)
  const user = await rival.bring('rival@provider.test')
  const { body: group } = await rival.call('POST', '/Groups', { displayName: 'Rivals' })
  theirs = { user: user.id, group: group.id }
  const people: Record<string, Person> = {
    manager: boss,
    worker: await farm.worker(),
    guest: await farm.guest(),
    stranger: await stranger(),
    admin: await admin(),
    'a key that reads': await keyOf(boss, farm.id, { access: 'read', role_id: roles.manager }),
    'a key that writes': await keyOf(boss, farm.id, { role_id: roles.manager }),
    'a key of the platform': await keyOf(await admin(), null),
  }
  others = Object.fromEntries(Object.entries(people).map(([name, { token }]) => [name, token]))
})

test('every call states its permission, works in a company, and is SCIM’s', () => {
  for (const [name, { access, format, path, keys }] of calls)
    expect([access, format, keys, path.startsWith('/scim/v2/')], name).toEqual([
      ...[['provision', 'Member'], 'scim', 'open', true],
    ])
})

test('nobody but a key that provisions makes any of the calls', async () => {
  const wrong: string[] = []
  for (const [name, endpoint] of calls) {
    const { status } = await send(null, endpoint, theirs.user)
    if (status !== 401) wrong.push(`${name} as nobody: ${status}`)
    for (const [who, token] of Object.entries(others)) {
      const { status } = await send(token, endpoint, theirs.user)
      if (status !== 403) wrong.push(`${name} as ${who}: ${status}`)
    }
  }
  expect(wrong).toEqual([])
})

test('a row of another company answers exactly like a missing one', async () => {
  expect(provisioned).toHaveLength(8)
  for (const [name, endpoint] of provisioned) {
    const id = endpoint.path.includes('Users') ? theirs.user : theirs.group
    const [there, nothing] = [
      await send(provider.key.token, endpoint, id),
      await send(provider.key.token, endpoint, '2000000000'),
    ]
    expect([there.status, there.body], name).toEqual([nothing.status, nothing.body])
    expect(there.status, name).toBe(404)
  }
})

test('a key that provisions makes no other call of tend', async () => {
  const wrong: string[] = []
  for (const [feature, endpoints] of Object.entries(contracts))
    for (const [name, endpoint] of Object.entries(endpoints as Record<string, Endpoint>)) {
      if (endpoint.access === 'anyone') continue
      const token = await tokenFor(provider.key.id, null, 3600_000, 'scim')
      const { status, code } = await ask(endpoint, {}, token)
      if (status !== 403 || code !== 'forbidden') wrong.push(`${feature}.${name}: ${status} ${code}`)
    }
  expect(wrong).toEqual([])
})

test('no call takes a text or a list without an end', () => {
  const unbound: string[] = []
  const look = (part: unknown, path: string): void => {
    if (typeof part !== 'object' || part === null) return
    const { type, ...said } = part as Record<string, unknown>
    const ends = type === 'string' ? ['maxLength', 'enum', 'const', 'pattern'] : ['maxItems']
    if ((type === 'string' || type === 'array') && !ends.some(name => name in said)) unbound.push(path)
    for (const [name, inner] of Object.entries(part)) look(inner, `${path}.${name}`)
  }
  for (const [name, { input }] of calls) look(z.toJSONSchema(input, { io: 'input', unrepresentable: 'any' }), name)
  expect(unbound).toEqual([])
})
