/**
 * A place, and a task with one person and one occurrence, written by 16 connections, beside bare Fastify and pg with
 * the same inserts.
 */

import { createDatabase, onDatabase, startDatabases } from './database.ts'
import { temporaryFolder } from './folder.ts'
import { write } from './load.ts'
import { startBaseline, startTend } from './processes.ts'
import { postmasterOf, processorMilliseconds } from './resources.ts'
import type { Row } from './row.ts'
import { fillCompanies, settle, signIn } from './rows/companies.ts'
import { median } from './statistics.ts'

const connections = 16
const writes = 1000
const rounds = 3
/** Rows of each kind that are there before it is measured. */
const before = 500
const who = 5

const calls = [
  {
    what: 'POST location',
    beside: 'one insert on bare Fastify and pg',
    path: '/api/location',
    body: { name: 'Barn', type: 'barn' },
    atLeast: 0.45,
  },
  {
    what: 'POST task',
    beside: 'the same three inserts in a transaction',
    path: '/api/task',
    body: {
      ...{ title: 'Clean the trough', starts_at: '2026-12-01T08:00:00', due_after: 'PT12H', timezone: 'UTC' },
      assignees: [{ user_id: who }],
    },
    atLeast: 0.3,
  },
]

export async function measure(): Promise<Row[]> {
  await using folder = await temporaryFolder()
  await using databases = await startDatabases(folder.path)
  const url = await createDatabase(databases.url, 'written')
  await using tend = await startTend(`${folder.path}/data`, { DATABASE_URL: url })
  const token = await onDatabase(url, async client => {
    await fillCompanies(client, { first: 1, last: 10, submissions: 100 })
    await client.query(`select setval(pg_get_serial_sequence('locations', 'id'), 100)`)
    return signIn(client, who)
  })
  // PostgreSQL plans by how many rows there are: those of a company at work.
  for (const { path, body } of calls) await write(tend.address + path, token, body, { connections, writes: before })
  await onDatabase(url, settle)
  await using bare = await startBaseline('bareCreate', { DATABASE_URL: url })
  const postmaster = postmasterOf(folder.path)
  const rows: Row[] = []
  for (const { what, beside, path, body, atLeast } of calls) {
    const times: [Spent[], Spent[]] = [[], []]
    // The first round belongs to the compilers.
    for (let round = -1; round < rounds; round++)
      for (const [index, server] of [tend, bare].entries()) {
        const spent = await timed([server.pid, postmaster], () =>
          write(server.address + path, token, body, { connections, writes }),
        )
        if (round >= 0) times[index]?.push(spent)
      }
    const [ours, theirs] = times
    const row = (of: (spent: Spent) => number) => ({
      measured: median(ours.map(of)),
      baseline: { what: beside, value: median(theirs.map(of)) },
    })
    rows.push(
      {
        what: `${what}, ${connections} connections`,
        unit: '/s',
        ...row(({ perSecond }) => perSecond),
        budget: { on: 'ratio', atLeast },
      },
      { what: `${what}: processor time of the server`, unit: 'ms', ...row(({ server }) => server) },
      { what: `${what}: of PostgreSQL`, unit: 'ms', ...row(({ database }) => database) },
    )
  }
  return rows
}

type Spent = { perSecond: number; server: number; database: number }

/** What some writes take: how many a second, and the processor time that the server and PostgreSQL took for each. */
async function timed([server = 0, database = 0]: number[], work: () => Promise<unknown>): Promise<Spent> {
  const before = [processorMilliseconds([server]), processorMilliseconds([database])] as const
  const begun = performance.now()
  await work()
  const seconds = (performance.now() - begun) / 1000
  return {
    perSecond: writes / seconds,
    server: (processorMilliseconds([server]) - before[0]) / writes,
    database: (processorMilliseconds([database]) - before[1]) / writes,
  }
}
