/**
 * A page of 25 submissions with the names that they bear and the total of the list, asked by 16 connections, in a table
 * of 100,000: tend against the same SQL on bare Fastify and pg.
 */
import { deepStrictEqual } from 'node:assert'
import { createDatabase, onDatabase, startDatabases } from './database.ts'
import { temporaryFolder } from './folder.ts'
import { answersPerSecond, ask } from './load.ts'
import { startBaseline, startTend } from './processes.ts'
import { postmasterOf, processorMilliseconds } from './resources.ts'
import type { Row } from './row.ts'
import { fillCompanies, settle, signIn } from './rows/companies.ts'
import { median } from './statistics.ts'

const path = '/api/form/submission'
const load = { connections: 16, answers: 1500 }
const rounds = 3

export async function measure(): Promise<Row[]> {
  await using folder = await temporaryFolder()
  await using databases = await startDatabases(folder.path)
  const url = await createDatabase(databases.url, 'hundred_thousand')
  await using tend = await startTend(`${folder.path}/data`, { DATABASE_URL: url })
  const token = await onDatabase(url, async client => {
    await fillCompanies(client, { first: 1, last: 100, submissions: 1000 })
    await settle(client)
    return signIn(client, 50)
  })
  await using bare = await startBaseline('bareList', { DATABASE_URL: url })
  const [ours, theirs] = [tend.address + path, bare.address + path]
  deepStrictEqual(await ask(ours, token), await ask(theirs, token), 'tend and its baseline answer the same')

  // The first answers belong to the compilers.
  for (const address of [ours, theirs]) await answersPerSecond(address, token, load)
  const postmaster = postmasterOf(folder.path)
  const [measured, baseline]: [Burst[], Burst[]] = [[], []]
  for (let round = 0; round < rounds; round++) {
    measured.push(await burst(ours, token, [tend.pid, postmaster]))
    baseline.push(await burst(theirs, token, [bare.pid, postmaster]))
  }
  const theSame = 'the same SQL on bare Fastify and pg, each statement with a name'
  const row = (of: (each: Burst) => number) => ({
    measured: median(measured.map(of)),
    baseline: { what: theSame, value: median(baseline.map(of)) },
  })
  return [
    {
      what: '25 of 1,000 submissions in a table of 100,000, 16 connections',
      unit: '/s',
      ...row(({ perSecond }) => perSecond),
      budget: { on: 'ratio', atLeast: 0.65 },
    },
    { what: 'the same: processor time of the server for one answer', unit: 'ms', ...row(({ spent }) => spent[0] ?? 0) },
    { what: 'the same: of PostgreSQL', unit: 'ms', ...row(({ spent }) => spent[1] ?? 0) },
  ]
}

type Burst = { perSecond: number; spent: number[] }

/**
 * Some answers: how many answers a second, and the processor time that each of some processes took for one, with its
 * children.
 */
async function burst(url: string, token: string, pids: number[]): Promise<Burst> {
  const before = pids.map(pid => processorMilliseconds([pid]))
  const perSecond = await answersPerSecond(url, token, load)
  return {
    perSecond,
    spent: pids.map((pid, index) => (processorMilliseconds([pid]) - (before[index] ?? 0)) / load.answers),
  }
}
