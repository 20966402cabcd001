/** A process that is killed in the middle of delivering, and another that goes on: nothing is lost, and ids stay. */
import { mkdtemp, rm } from 'node:fs/promises'
import type { ServerResponse } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { keys } from '#shared/accounts/keys.ts'
import type { Endpoint, InputOf, ResultOf } from '#shared/lib/contract.ts'
import { roles } from '#shared/lib/roles.ts'
import { tasks } from '#shared/tasks/contract.ts'
import { webhooks } from '#shared/webhooks/contract.ts'
import { newDatabase } from '../test/nodes/nodes.ts'
import { launchTend, signIn } from '../test/nodes/tends.ts'
import { addressOf, receivingServer } from '../test/webhookReceivers.ts'

const events = 40

test('a process killed while it delivers loses nothing: another sends the same events with the same ids', async () => {
  const { answer, heard, port } = await receivingServer()
  const held: ServerResponse[] = []
  answer('killed', response => held.push(response))
  const url = await newDatabase()
  const owner = new Client({ connectionString: url })
  await owner.connect()
  const folders = await Promise.all([1, 2].map(() => mkdtemp(join(tmpdir(), 'tend-webhooks-'))))
  onTestFinished(async () => {
    await owner.end()
    await Promise.all(folders.map(folder => rm(folder, { recursive: true, force: true })))
  })
  const launch = (folder = '') =>
    launchTend({
      DATABASE_URL: url,
      DATA_DIR: folder,
      PORT: '0',
      PUBLIC_URL: 'https://tend.example.com',
      TEST_RECEIVER: String(port),
    })
  const first = await launch(folders[0])
  const caller = await managerAt(owner, url, first.port)
  const key = await caller(keys.create, {
    ...{ name: 'Dairy', access: 'read', role_id: roles.manager, company_id: caller.companyId },
  })
  await caller(webhooks.create, {
    ...{ name: 'Killed', url: addressOf('killed'), key_id: key.id, events: ['task.created'] },
  })
  for (let number = 0; number < events; number++)
    await caller(tasks.create, { title: `Task ${number}`, assignees: [{ user_id: caller.id }] })
  const deliveries = async () =>
    (
      await owner.query<{ id: string; state: string; tries: number; body: string | null }>(
        'select message_id as id, state, tries, body from webhook_deliveries order by id',
      )
    ).rows
  const inState = async (state: string) => (await deliveries()).filter(one => one.state === state)

  // Some arrived and are noted, others are under way, one of them answered at this very moment.
  await expect.poll(() => held.length).toBe(4)
  for (const response of held.slice(0, 2)) response.writeHead(200).end()
  await expect.poll(async () => (await inState('delivered')).length).toBe(2)
  await expect.poll(() => held.length).toBe(6)
  held[2]?.writeHead(200).end()
  await first.kill()
  const heardBefore = heard('killed').map(({ headers }) => headers['webhook-id'] ?? '')
  const waiting = await inState('waiting')
  expect(waiting.length).toBeGreaterThanOrEqual(events - 3)

  // A minute later what was under way counts as lost.
  answer('killed', response => response.writeHead(200).end())
  await owner.query("update webhook_deliveries set due_at = due_at - interval '1 minute' where due_at is not null")
  const second = await launch(folders[1])
  onTestFinished(() => second.stop())
  await expect.poll(async () => (await inState('delivered')).length, { timeout: 30_000 }).toBe(events)

  const stored = await deliveries()
  const times = Map.groupBy(heard('killed'), ({ headers }) => headers['webhook-id'] ?? '')
  expect(new Set(times.keys())).toEqual(new Set(stored.map(({ id }) => id)))
  const twice = [...times].filter(([, all]) => all.length > 1)
  expect(twice.length).toBeGreaterThanOrEqual(3)
  for (const [id, all] of twice) {
    expect(all).toHaveLength(2)
    expect(heardBefore).toContain(id)
    expect(all[1]?.body).toBe(all[0]?.body)
  }
  expect(stored.filter(({ tries }) => tries > 1).length).toBe(twice.length)
}, 120_000)

/** Calls as a manager who just gave the password. */
async function managerAt(owner: Client, url: string, port: number) {
  const [person] = await signIn(url, 1)
  if (!person) throw new Error('Nobody signed in.')
  await owner.query('update memberships set role_id = $1 where user_id = $2', [roles.manager, person.id])
  await owner.query('update sessions set reauthenticated_at = now() where user_id = $1', [person.id])
  const call = async <E extends Endpoint>(endpoint: E, input: InputOf<E>): Promise<ResultOf<E>> => {
    const response = await fetch(`http://127.0.0.1:${port}/api${endpoint.path}`, {
      method: endpoint.method,
      headers: { authorization: `Bearer ${person.token}`, 'content-type': 'application/json' },
      body: JSON.stringify(input),
    })
    if (!response.ok) throw new Error(await response.text())
    return ((await response.json()) as { data: ResultOf<E> }).data
  }
  return Object.assign(call, { id: person.id, companyId: person.companyId })
}
