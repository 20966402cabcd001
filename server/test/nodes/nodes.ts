/** For the tests: a database of its own for each worker, and adapters over it. */
import { Client } from 'pg'
import { inject } from 'vitest'
import { loginsOf, urlFor } from '../../lib/db/roles.ts'
import type { LeaseTimes } from '../../lib/nodes/leases.ts'
import { postgresAdapter } from '../../lib/nodes/postgresAdapter.ts'
import type { MakeAdapter } from '../../lib/pusher/adapter.ts'
import { memoryAdapter } from '../pusher/memoryAdapter.ts'

let shared: Promise<string> | undefined
let made = 0

/** The owner's address of a new database with tend's schema. */
export const newDatabase = () => createDatabase(new URL(inject('templateUrl')).pathname.slice(1))

/** The owner's address of a new database with nothing in it. */
export const emptyDatabase = () => createDatabase('template0')

async function createDatabase(template: string): Promise<string> {
  const url = new URL(inject('templateUrl'))
  const name = `${url.pathname.slice(1)}_nodes_${process.pid}_${made++}`
  url.pathname = '/postgres'
  const client = new Client({ connectionString: url.toString() })
  await client.connect()
  await client.query(`create database ${name} template ${template}`)
  await client.end()
  url.pathname = `/${name}`
  return url.toString()
}

/** The address under which the nodes of a database connect. */
const systemUrl = (ownerUrl: string) => urlFor(ownerUrl, loginsOf(ownerUrl).system)

/** A connection under the system login, or the owner's. */
export async function connect(ownerUrl: string, { asOwner = false } = {}): Promise<Client> {
  const client = new Client({ connectionString: asOwner ? ownerUrl : systemUrl(ownerUrl), pipeline: true })
  client.on('error', () => {})
  await client.connect()
  return client
}

/** Opens this number of adapters on one database. */
export function hubsOn(ownerUrl: string, count: number, times?: LeaseTimes): MakeAdapter[] {
  const log = { warn() {}, error() {}, debug() {} }
  return Array.from({ length: count }, () =>
    postgresAdapter({ url: systemUrl(ownerUrl), log, ...(times && { times }) }),
  )
}

type Setting = [name: string, makeAdapters: () => Promise<MakeAdapter[]>]

/** The ways to run the realtime server: the same is expected of all. */
export const settings: Setting[] = [
  ['one node', () => sharedAdapters(1)],
  ['two nodes', () => sharedAdapters(2)],
]

/** How tests run it that have no database. */
export const inMemory: Setting = ['one node in memory', async () => [memoryAdapter]]

async function sharedAdapters(count: number): Promise<MakeAdapter[]> {
  shared ??= newDatabase()
  return hubsOn(await shared, count)
}
