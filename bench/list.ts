/**
 * A page of 25 submissions with the names that they bear and the total of the list, asked by 16 connections, in a table of 100,000:
 * tend against the same SQL on bare Fastify and pg.
 */
import { deepStrictEqual } from 'node:assert'
import { fillCompanies, settle, signIn } from './companies.ts'
import { createDatabase, onDatabase, startDatabases } from './database.ts'
import { temporaryFolder } from './folder.ts'
import { answersPerSecond, ask } from './load.ts'
import { startBaseline, startTend } from './processes.ts'
import type { Row } from './row.ts'
import { median } from './statistics.ts'

const path = '/api/form/submission'
const load = { connections: 16, seconds: 3 }
const rounds = 5

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

  // The first seconds belong to the compilers.
  for (const address of [ours, theirs]) await answersPerSecond(address, token, load)
  const [measured, baseline]: [number[], number[]] = [[], []]
  for (let round = 0; round < rounds; round++) {
    measured.push(await answersPerSecond(ours, token, load))
    baseline.push(await answersPerSecond(theirs, token, load))
  }
  return [
    {
      what: '25 of 1,000 submissions in a table of 100,000, 16 connections',
      unit: '/s',
      measured: median(measured),
      baseline: { what: 'the same SQL on bare Fastify and pg', value: median(baseline) },
      budget: { on: 'ratio', atLeast: 0.8 },
    },
  ]
}
