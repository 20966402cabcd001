/**
 * What it costs a write that a table notes its changes for incremental reads: rows added, changed and changed all at
 * once, with the table's triggers and without them.
 */
import type { Client } from 'pg'
import { createDatabase, onDatabase, startDatabases } from './database.ts'
import { temporaryFolder } from './folder.ts'
import { startTend } from './processes.ts'
import { postmasterOf, processorMilliseconds } from './resources.ts'
import type { Row } from './row.ts'
import { fillCompanies, settle } from './rows/companies.ts'
import { median } from './statistics.ts'

const writes = 2_000
const rounds = 5
const company = 5
const noted = ['note_inserts', 'note_updates', 'note_deletes']

const kinds = [
  {
    what: 'a row added',
    times: writes,
    valuesOf: (number: number) => [String(number)],
    text: `insert into vehicles (company_id, name, type) values (${company}, 'V ' || $1, 'trailer')`,
  },
  {
    what: 'a row changed',
    times: writes,
    valuesOf: (number: number, first: number) => [String(number), first + number],
    text: `update vehicles set notes = $1, updated_at = now() where id = $2`,
  },
  {
    what: `${writes.toLocaleString('en')} rows changed by one statement`,
    times: 1,
    valuesOf: (number: number) => [String(number)],
    text: `update vehicles set notes = 'all ' || $1, updated_at = now()
      where id in (select id from vehicles where company_id = ${company} order by id limit ${writes})`,
  },
]

export async function measure(): Promise<Row[]> {
  await using folder = await temporaryFolder()
  await using databases = await startDatabases(folder.path)
  const url = await createDatabase(databases.url, 'noted')
  await using _ = await startTend(`${folder.path}/data`, { DATABASE_URL: url })
  const postmaster = postmasterOf(folder.path)
  // Awaited, because the databases end with this function.
  return await onDatabase(url, async client => {
    await fillCompanies(client, { first: 1, last: 10, submissions: 100 })
    await settle(client)
    const spent = kinds.map(() => ({ with: [] as Spent[], without: [] as Spent[] }))
    // The first round belongs to the caches.
    for (let round = -1; round < rounds; round++)
      for (const way of round % 2 === 0 ? (['with', 'without'] as const) : (['without', 'with'] as const)) {
        for (const trigger of noted)
          await client.query(`alter table vehicles ${way === 'with' ? 'enable' : 'disable'} trigger ${trigger}`)
        for (const [index, kind] of kinds.entries()) {
          const one = await timed(client, postmaster, kind)
          if (round >= 0) spent[index]?.[way].push(one)
        }
        await client.query('delete from vehicles')
        await client.query('vacuum analyze vehicles')
      }
    return kinds.flatMap(({ what }, index) => {
      const { with: ours = [], without: theirs = [] } = spent[index] ?? {}
      const row = (of: (one: Spent) => number, named: string): Row => ({
        ...{ what: named, unit: 'ms', measured: median(ours.map(of)) },
        baseline: { what: 'without the triggers', value: median(theirs.map(of)) },
      })
      return [row(one => one.clock, what), row(one => one.processor, `${what}: processor time of PostgreSQL`)]
    })
  })
}

type Kind = { times: number; text: string; valuesOf: (number: number, first: number) => unknown[] }
type Spent = { clock: number; processor: number }

/** The time of one write, by the clock and of PostgreSQL's processes. */
async function timed(client: Client, postmaster: number, { times, text, valuesOf }: Kind): Promise<Spent> {
  const { rows } = await client.query<{ first: number }>('select coalesce(min(id), 0) as first from vehicles')
  const first = rows[0]?.first ?? 0
  const [before, begun] = [processorMilliseconds([postmaster]), performance.now()]
  for (let number = 0; number < times; number++)
    await client.query({ name: text.slice(0, 30), text, values: valuesOf(number, first) })
  return {
    clock: (performance.now() - begun) / times,
    processor: (processorMilliseconds([postmaster]) - before) / times,
  }
}
