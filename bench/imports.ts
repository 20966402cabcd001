/**
 * An import of 50,000 lines, one bad in a hundred: how long it takes, what requests take meanwhile, and that a server
 * killed in its middle loses nothing and doubles nothing. `LINES=5000` imports fewer.
 */
import { setTimeout as wait } from 'node:timers/promises'
import { createDatabase, onDatabase, startDatabases } from './database.ts'
import { temporaryFolder } from './folder.ts'
import { ask, write } from './load.ts'
import { startTend } from './processes.ts'
import type { Row } from './row.ts'
import { fillCompanies, settle, signIn } from './rows/companies.ts'
import { begin, goodOf, herdFile, run, until } from './rows/importing.ts'
import { percentile } from './statistics.ts'

const lines = Number(process.env.LINES ?? 50_000)
const [importing, beside] = [1, 2]
/** A person who looks at one thing after the other asks no faster. */
const pause = 20
const least = 200

export async function measure(): Promise<Row[]> {
  await using folder = await temporaryFolder()
  await using databases = await startDatabases(folder.path)
  const url = await createDatabase(databases.url, 'imports')
  await using first = await startTend(`${folder.path}/data`, { DATABASE_URL: url })
  const tokens = await onDatabase(url, async client => {
    await fillCompanies(client, { first: importing, last: beside, submissions: 2_000 })
    await client.query(`insert into animal_groups (company_id, name, purpose, species)
      select ${importing}, 'Pen ' || n, 'enclosure', 'sheep' from generate_series(0, 19) n`)
    await settle(client)
    return [await signIn(client, importing), await signIn(client, beside)] as const
  })
  const here = { address: first.address, token: tokens[0] }
  const begun = await begin(here, herdFile(lines))
  const started = performance.now()
  await run(here, begun)
  const [own, others] = [
    { address: first.address, token: tokens[0] },
    { address: first.address, token: tokens[1] },
  ]
  const meanwhile = await asked([own, others], async () => (await until(own, begun.id, () => true)).done < lines * 0.6)
  const passed = (await until(here, begun.id, ({ done }) => done >= lines * 0.6)).done
  const seconds = (performance.now() - started) / 1000
  process.kill(first.pid, 'SIGKILL')

  await using second = await startTend(`${folder.path}/data`, { DATABASE_URL: url })
  const again = { address: second.address, token: tokens[0] }
  await run(again, begun)
  const ended = await until(again, begun.id, ({ state }) => state === 'done')
  const [{ there, distinct }] = await onDatabase(url, async client => {
    const { rows } = await client.query<{ there: number; distinct: number }>(
      `select count(*)::int as there, count(distinct identifier)::int as distinct from animals where company_id = ${importing}`,
    )
    return rows as [{ there: number; distinct: number }]
  })
  if (there !== goodOf(lines) || distinct !== there || ended.faulty !== lines - there)
    throw new Error(
      `of ${goodOf(lines)} good lines ${there} became animals, ${distinct} of them different, and ${ended.faulty} are said to be bad`,
    )
  const left = { address: second.address }
  const quiet = await asked(
    [
      { ...left, token: tokens[0] },
      { ...left, token: tokens[1] },
    ],
    async rounds => rounds < least,
  )
  const perSecond = passed / seconds
  const calledAt = performance.now()
  await write(
    `${second.address}/api/animal`,
    tokens[1],
    { name: 'Bella', species: 'sheep', sex: 'female', birth_date: '2024-03-10' },
    { connections: 1, writes: least },
  )
  const oneByOne = (least / (performance.now() - calledAt)) * 1000
  return [
    {
      what: `import of ${lines.toLocaleString('en')} lines, a server killed at six tenths: lines`,
      unit: '/s',
      measured: perSecond,
      baseline: { what: 'one call after the other', value: oneByOne },
      budget: { on: 'ratio', atLeast: 3 },
    },
    ...calls.map(({ what }, index) => ({
      what: `${what} while lines are imported, 95th percentile`,
      unit: 'ms' as const,
      measured: percentile(meanwhile[index] ?? [], 0.95),
      baseline: { what: 'quiet', value: percentile(quiet[index] ?? [], 0.95) },
      budget: { on: 'ratio' as const, atMost: 2 },
    })),
  ]
}

const calls = [
  { what: 'animals of the same company', who: 0, path: '/animal' },
  { what: 'Today of the same company', who: 0, path: '/today' },
  { what: 'submissions of another company', who: 1, path: '/form/submission' },
  { what: 'who one is, in another company', who: 1, path: '/auth/user' },
]

/** The milliseconds of each call, asked in turn for as long as it goes on; the first rounds do not count. */
async function asked(places: { address: string; token: string }[], goesOn: (rounds: number) => Promise<boolean>) {
  const times = calls.map((): number[] => [])
  for (let round = -5; round < 0 || (await goesOn(round)); round++)
    for (const [index, { who, path }] of calls.entries()) {
      const { address, token } = places[who] as (typeof places)[0]
      const begun = performance.now()
      await ask(`${address}/api${path}`, token)
      if (round >= 0) times[index]?.push(performance.now() - begun)
      await wait(pause)
    }
  return times
}
