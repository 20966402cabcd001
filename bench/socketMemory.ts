/**
 * What a process grows by for each socket of four thousand, beside the same of plain `ws`: with a grant in one channel, and in
 * presence with everybody. Nothing is said meanwhile: what messages leave behind would be cleared away with what the newcomers do, and the
 * sockets would seem to take less than nothing.
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
