/**
 * An audit pass over 100,000 submissions and 20,000 findings at 40 locations: opening it, its lists with filters, and
 * a sample; of the whole company, and of half of it.
 */
import { createDatabase, onDatabase, startDatabases } from './database.ts'
import { temporaryFolder } from './folder.ts'
import { startTend } from './processes.ts'
import type { Row } from './row.ts'
import { fillPasses } from './rows/passRows.ts'
import { percentile } from './statistics.ts'

/** An address may make 120 calls a minute by passes. */
const rounds = 8

const calls: [what: string, call: string, body: object, atMost: number][] = [
  ['opening', '', {}, 1000],
  ['first page', '/records', { kind: 'submission', page: 1 }, 300],
  ['at a location, failed', '/records', { kind: 'submission', place: 'location:107', state: 'failed' }, 300],
  ['findings that are open', '/records', { kind: 'finding', state: 'open' }, 500],
  ['by words', '/records', { kind: 'submission', search: 'Barn 7' }, 500],
  ['a sample of 50', '/sample', { kind: 'submission', seed: 4711, size: 50 }, 1000],
]

export async function measure(): Promise<Row[]> {
  await using folder = await temporaryFolder()
  await using databases = await startDatabases(folder.path)
  const url = await createDatabase(databases.url, 'passes')
  await using tend = await startTend(`${folder.path}/data`, { DATABASE_URL: url })
  const passes = await onDatabase(url, fillPasses)
  const rows: Row[] = []
  for (const { what: of, id, token } of passes) {
    const address = `${tend.address}/api/passes/mine/${id}/${token}`
    const times = calls.map((): number[] => [])
    for (let round = -1; round < rounds; round++)
      for (const [index, [, call, body]] of calls.entries()) {
        const begun = performance.now()
        const response = await fetch(address + call, {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify(body),
        })
        if (!response.ok) throw new Error(`${call}: ${response.status} ${await response.text()}`)
        await response.arrayBuffer()
        if (round >= 0) times[index]?.push(performance.now() - begun)
      }
    const [opening = []] = times
    rows.push(
      ...calls.map(
        ([what, , , atMost], index): Row => ({
          what: `pass over 100,000 submissions, ${of}: ${what}, 95th percentile`,
          unit: 'ms',
          measured: percentile(times[index] ?? [], 0.95),
          baseline: { what: 'opening it, median', value: percentile(opening, 0.5) },
          budget: { on: 'measured', atMost },
        }),
      ),
    )
  }
  return rows
}
