/**
 * How soon tend answers on a data folder that was started before, and what it takes of the memory when nobody asks for
 * anything.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { startDatabases } from './database.ts'
import { temporaryFolder } from './folder.ts'
import { type Server, startBaseline } from './processes.ts'
import { megabytesOf, postmasterOf } from './resources.ts'
import type { Row } from './row.ts'
import { demoFolder, startDemo } from './rows/demo.ts'
import { median } from './statistics.ts'

const rounds = 5
/** After its start a process still tidies up. */
const calm = 5000

type Start = { milliseconds: number; megabytes: number | undefined }

export async function measure(): Promise<Row[]> {
  const ours = await demoFolder()
  await using folder = await temporaryFolder()
  await using databases = await startDatabases(folder.path)
  const theirs = folder.path
  const bare = () => startBaseline('bareList', { DATABASE_URL: databases.url })

  const [tendStarts, bareStarts]: [Start[], Start[]] = [[], []]
  for (let round = 0; round < rounds; round++) {
    tendStarts.push(await start(startDemo, '/ready', ours, round === 0))
    bareStarts.push(await start(bare, '/api/form/submission', theirs, round === 0))
  }
  const rows: Row[] = [
    {
      what: 'start to first answer, warm data folder',
      unit: 'ms',
      measured: median(tendStarts.map(({ milliseconds }) => milliseconds)),
      baseline: {
        what: 'bare Fastify and pg, its PostgreSQL already running',
        value: median(bareStarts.map(({ milliseconds }) => milliseconds)),
      },
      budget: { on: 'measured', atMost: 1500 },
    },
  ]
  const [measured, baseline] = [tendStarts[0]?.megabytes, bareStarts[0]?.megabytes]
  if (measured && baseline)
    rows.push({
      what: 'idle memory with PostgreSQL',
      unit: 'MB',
      measured,
      baseline: { what: 'bare Fastify and pg with PostgreSQL', value: baseline },
      budget: { on: 'measured', atMost: 180 },
    })
  return rows
}

/**
 * Starts a server, asks it once, weighs it if wanted, and stops it. A start that had to build the web app is not one of
 * a warm folder.
 */
async function start(begin: () => Promise<Server>, path: string, data: string, weigh: boolean): Promise<Start> {
  const started = performance.now()
  await using server = await begin()
  await fetch(server.address + path)
  const milliseconds = performance.now() - started
  if (/building the web app/i.test(server.said())) return start(begin, path, data, weigh)
  if (!weigh) return { milliseconds, megabytes: undefined }
  await sleep(calm)
  return { milliseconds, megabytes: megabytesOf([server.pid, postmasterOf(data)]) }
}
