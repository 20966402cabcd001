/**
 * What a process grows by for each socket of four thousand, beside the same of plain `ws`: with a grant in one channel,
 * and in presence with everybody; and what the server keeps when 5,000 have gone. Nothing is sent during it: newcomers
 * would clear away what messages leave behind, and the sockets would seem to take less than nothing.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { startCrowdedTend } from './crowdedTend.ts'
import { startDatabases } from './database.ts'
import { temporaryFolder } from './folder.ts'
import { type Server, startBaseline } from './processes.ts'
import { megabytesOf, openFileLimit } from './resources.ts'
import type { Row } from './row.ts'
import { type Audience, gatherAudience } from './sockets/audience.ts'

/** The first are there to have made what the others share. */
const [first, last] = [1000, 5000]
const settlingMs = 4000
/** After sockets have closed, V8 collects what they leave when it has something to do, and some of it late. */
const closedMs = [10_000, 120_000]
const kinds = [
  { what: 'memory of a socket with a grant, in one channel', channel: 'private-company.1.conversations', atMost: 10 },
  { what: 'memory of a socket in presence', channel: 'presence-company.1', atMost: 13 },
]

export async function measure(): Promise<Row[]> {
  // What a process may open, less what it has open beside its sockets.
  if (last + 100 >= openFileLimit()) return []
  await using folder = await temporaryFolder()
  await using databases = await startDatabases(folder.path)
  const plain = await grownBy(await startBaseline('plainSockets'), server =>
    gatherAudience({ address: server.address }),
  )
  const rows: Row[] = []
  for (const [at, { what, channel, atMost }] of kinds.entries()) {
    const { server: tend, crowd } = await startCrowdedTend(databases.url, folder.path, `sockets${at}`, last)
    const measured = await grownBy(tend, server =>
      gatherAudience({ address: server.address, tend: { ...crowd, channel } }),
    )
    const baseline = { what: 'one of plain ws', value: plain }
    rows.push({ what, unit: 'kB', measured, baseline, budget: { on: 'measured', atMost } })
  }
  return [...rows, ...(await memoryOfCrowd(databases.url, folder.path))]
}

/** The megabytes of the server before 5,000 sockets in presence, with them, and some time after they have closed. */
async function memoryOfCrowd(url: string, folder: string): Promise<Row[]> {
  const { server, crowd } = await startCrowdedTend(url, folder, 'closed', last)
  await using tend = server
  const audience = gatherAudience({ address: tend.address, tend: { ...crowd, channel: 'presence-company.1' } })
  const megabytes = () => megabytesOf([tend.pid]) ?? Number.NaN
  await sleep(settlingMs)
  const idle = { what: 'the server before', value: megabytes() }
  const row = (what: string): Row => ({ what, unit: 'MB', measured: megabytes(), baseline: idle })
  await audience.grow(last)
  await sleep(settlingMs)
  const rows = [row(`memory of the server with ${last.toLocaleString('en')} idle sockets in presence`)]
  await audience[Symbol.asyncDispose]()
  for (const ms of closedMs) {
    await sleep(ms)
    rows.push(row(`the same, ${ms / 1000} s after they have closed`))
  }
  return rows
}

/** The kilobytes that a server takes more for each socket between the first and the last; both are ended. */
async function grownBy(started: Server, gather: (server: Server) => Audience): Promise<number> {
  await using server = started
  await using audience = gather(server)
  const taken = async (sockets: number) => {
    await audience.grow(sockets)
    await sleep(settlingMs)
    return megabytesOf([server.pid]) ?? Number.NaN
  }
  const before = await taken(first)
  return (((await taken(last)) - before) * 1000) / (last - first)
}
