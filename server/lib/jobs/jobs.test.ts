import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { company, platform } from '../../test/people.ts'
import { tend } from '../../test/tend.ts'
import type { Jobs } from '../context.ts'
import { type Database, withDatabase } from '../db/pools.ts'
import type { Delivery } from './deliveries.ts'
import { type Job, prepareJobs, startJobs } from './jobs.ts'

const worked: string[] = []
/** Who fails once. */
const unlucky = new Set<string>()
const greet: Job<{ name: string }> = {
  name: 'greet',
  work: async ({ name }) => {
    worked.push(name)
    if (unlucky.delete(name)) throw new Error('Not now')
  },
}

/** Comes by the clock, and asks for some of itself again. */
const clean: Job<{ done?: number }> = {
  name: 'clean',
  work: async ({ done = 0 }) => {
    worked.push(`cleaned after ${done}`)
  },
}

/** Two nodes that work the same queue. */
let nodes: Jobs[] = []
let send: (db: Database, name: string) => Promise<void>

beforeAll(async () => {
  const { services, ownerUrl } = await tend()
  await prepareJobs(ownerUrl, [greet, clean])
  // Nobody waits ten seconds for a test.
  await platform(db =>
    db.execute(`update pgboss.queue set retry_delay = 0, retry_backoff = false where name = 'greet'`),
  )
  nodes = await Promise.all([1, 2].map(() => startJobs(ownerUrl, services, [greet as Job<never>, clean as Job<never>])))
  send = async (db, name) => nodes[0]?.send(db, greet, { name }, { companyId: null })
})
afterAll(() => Promise.all(nodes.map(node => node.stop())))
beforeEach(() => {
  worked.length = 0
})

const soon = (check: () => void | Promise<void>) => vi.waitFor(check, { timeout: 15_000, interval: 20 })
/** Waits until exactly these were worked. */
const workedOff = (...names: string[]) => soon(() => expect(worked.toSorted()).toEqual(names.toSorted()))

test('each job is worked once, also by two nodes', async () => {
  const names = Array.from({ length: 40 }, (_, index) => `job ${index}`)
  await platform(async db => {
    for (const name of names) await send(db, name)
  })
  await workedOff(...names)

  await platform(db => send(db, 'last'))
  await workedOff(...names, 'last')
})

test('a job that the clock sends without data has none of it, and works', async () => {
  await platform(db => (nodes[0] as Jobs).send(db, clean, null as never, { companyId: null }))
  await workedOff('cleaned after 0')
  await platform(db => (nodes[0] as Jobs).send(db, clean, { done: 200 }, { companyId: null }))
  await workedOff('cleaned after 0', 'cleaned after 200')
})

test('a job that fails comes again until it succeeds, and holds up no other', async () => {
  unlucky.add('stubborn')
  await platform(async db => {
    await send(db, 'stubborn')
    await send(db, 'easy')
  })
  await soon(() => expect(worked).toEqual(expect.arrayContaining(['easy', 'stubborn'])))
  // Another job wakes the queue, which otherwise looks for what is to be tried again every five seconds.
  await platform(db => send(db, 'later'))
  await workedOff('easy', 'later', 'stubborn', 'stubborn')
  await soon(async () => expect(await statesOf('stubborn')).toEqual(['completed']))
})

test('a job is written from a company’s call, and only if the rest was', async () => {
  const farm = await company()
  const { isolated } = (await tend()).services.pools
  const tenant = { companyId: farm.id, userId: null, reach: null }
  await withDatabase(isolated, tenant, true, db => send(db, 'kept'))
  const undone = withDatabase(isolated, tenant, true, async db => {
    await send(db, 'undone')
    throw new Error('Something else went wrong')
  })
  await expect(undone).rejects.toThrow('Something else went wrong')
  await workedOff('kept')
  expect(await statesOf('undone')).toEqual([])
})

test('a stop does not wait for deliveries to a silent server', async () => {
  const { services, ownerUrl } = await tend()
  let begun = false
  const silent: Delivery<object> = {
    name: 'deliver.silent',
    deliver: () => {
      begun = true
      return new Promise(() => {})
    },
  }
  await prepareJobs(ownerUrl, [silent as Delivery<never>])
  const node = await startJobs(ownerUrl, services, [silent as Delivery<never>])
  await platform(db => node.send(db, silent, {}, { companyId: null }))
  await soon(() => expect(begun).toBe(true))
  const asked = performance.now()
  await node.stop()
  expect(performance.now() - asked).toBeLessThan(4000)
  const { rows } = await platform(db => db.execute(`select state from pgboss.job where name = 'deliver.silent'`))
  expect(rows).toEqual([{ state: 'retry' }])
})

async function statesOf(name: string): Promise<unknown[]> {
  const { rows } = await platform(db => db.execute(`select state from pgboss.job where data ->> 'name' = '${name}'`))
  return rows.map(({ state }) => state)
}
