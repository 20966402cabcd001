/** The first page of a company that has a million submissions itself, asked by one person at a time. */

import { createDatabase, onDatabase, startDatabases } from './database.ts'
import { temporaryFolder } from './folder.ts'
import { timeInTurn } from './load.ts'
import { startBaseline, startTend } from './processes.ts'
import type { Row } from './row.ts'
import { fillCompanies, settle, signIn } from './rows/companies.ts'
import { percentile } from './statistics.ts'

const requests = 60

export async function measure(): Promise<Row[]> {
  await using folder = await temporaryFolder()
  await using databases = await startDatabases(folder.path)
  const url = await createDatabase(databases.url, 'million')
  await using tend = await startTend(`${folder.path}/data`, { DATABASE_URL: url })
  const token = await onDatabase(url, async client => {
    await fillCompanies(client, { first: 1, last: 1, submissions: 1_000_000 })
    await settle(client)
    return signIn(client, 1)
  })
  await using bare = await startBaseline('bareList', { DATABASE_URL: url })
  const lists = [tend, bare].map(({ address }) => ({ url: `${address}/api/form/submission`, token }))
  const [measured = [], baseline = []] = await timeInTurn(lists, requests)
  return [
    {
      what: '25 of 1,000,000 submissions of one company, 95th percentile',
      unit: 'ms',
      measured: percentile(measured, 0.95),
      baseline: { what: 'the same SQL on bare Fastify and pg', value: percentile(baseline, 0.95) },
      budget: { on: 'measured', atMost: 300 },
    },
  ]
}
