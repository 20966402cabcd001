/** For the tests: a database of its own for each worker, and hubs over it. */
import { Client } from 'pg'
import { inject } from 'vitest'
import { loginsOf, urlFor } from '../db/roles.ts'
import { type MakeHub, memoryHub } from '../pusher/hub.ts'
import type { LeaseTimes } from './leases.ts'
import { postgresHub } from './postgresHub.ts'

let shared: Promise<string> | undefined
let made = 0

/** The owner's address of a new database with tend's schema. */
export async function newDatabase(): Promise<string> {
  const template = new URL(inject('templateUrl'))
  const name = `${template.pathname.slice(1)}_nodes_${process.pid}_${made++}`
  const url = new URL(template)
  url.pathname = '/postgres'
  const client = new Client({ connectionString: url.toString() })
  await client.connect()
  await client.query(`create database ${name} template ${template.pathname.slice(1)}`)
  await client.end()
  url.pathname = `/${name}`
  return url.toString()
}

/** The address under which the nodes of a database connect. */
export const systemUrl = (ownerUrl: string) => urlFor(ownerUrl, loginsOf(ownerUrl).system)

/** A connection under the system login. */
export async function connect(ownerUrl: string): Promise<Client> {
  const client = new Client({ connectionString: systemUrl(ownerUrl) })
  client.on('error', () => {})
  await client.connect()
  return client
}

/** So many hubs on one database. */
export function hubsOn(ownerUrl: string, count: number, times?: LeaseTimes): MakeHub[] {
  const log = { warn() {}, error: console.error, debug() {} }
  return Array.from({ length: count }, () => postgresHub({ url: systemUrl(ownerUrl), log, ...(times && { times }) }))
}

/** The ways to run the realtime server: the same is expected of all. */
export const settings: [name: string, makeHubs: () => Promise<MakeHub[]>][] = [
  ['one node in memory', async () => [memoryHub]],
  ['one node over PostgreSQL', () => sharedHubs(1)],
  ['two nodes over PostgreSQL', () => sharedHubs(2)],
]

async function sharedHubs(count: number): Promise<MakeHub[]> {
  shared ??= newDatabase()
  return hubsOn(await shared, count)
}
