/**
 * One channel of a thousand sockets, and of five thousand, served by two processes (`PROCESSES=2`) and by one, in turn.
 * Counted are messages per second of the busier process's own time, since listeners share the two cores; each message
 * is posted after the one before was taken, so that writes are not merged.
 */

import { startCrowdedTend } from './crowdedTend.ts'
import { startDatabases } from './database.ts'
import { temporaryFolder } from './folder.ts'
import { childrenOf, openFileLimit, processorMilliseconds } from './resources.ts'
import type { Row } from './row.ts'
import { gatherAudience } from './sockets/audience.ts'
import { median } from './statistics.ts'

const sizes = [1000, 5000]
const rounds = 5
/** Deliveries of one burst: enough that the processor's clock, which goes by hundredths of a second, shows them. */
const deliveries = 400_000

export async function measure(): Promise<Row[]> {
  await using folder = await temporaryFolder()
  await using databases = await startDatabases(folder.path)
  await using one = await serveWith(1, databases.url, folder.path)
  await using two = await serveWith(2, databases.url, folder.path)
  const rows: Row[] = []
  for (const sockets of sizes.filter(size => size + 100 < openFileLimit())) {
    await one.audience.grow(sockets)
    await two.audience.grow(sockets)
    const [byOne, byTwo]: [Burst[], Burst[]] = [[], []]
    // The first round belongs to the compilers.
    for (let round = -1; round < rounds; round++)
      for (const [served, bursts] of [[one, byOne] as const, [two, byTwo] as const]) {
        const spent = await burst(served, sockets)
        if (round >= 0) bursts.push(spent)
      }
    const row = (of: (each: Burst) => number) => ({
      unit: '/s' as const,
      measured: median(byTwo.map(of)),
      baseline: { what: 'one process', value: median(byOne.map(of)) },
    })
    const what = `messages to ${sockets.toLocaleString('en')} sockets by two processes`
    rows.push(
      {
        what: `${what}, in a second of the busier one`,
        ...row(({ perOwnSecond }) => perOwnSecond),
        budget: { on: 'ratio', atLeast: 1.8 },
      },
      { what: `${what}, by the clock, beside those who listen`, ...row(({ perSecond }) => perSecond) },
    )
  }
  return rows
}

type Served = Awaited<ReturnType<typeof serveWith>>
type Burst = { perSecond: number; perOwnSecond: number }

async function burst({ audience, pids }: Served, sockets: number): Promise<Burst> {
  const before = pids.map(pid => processorMilliseconds([pid]))
  const messages = deliveries / sockets
  const perSecond = await audience.deliveriesPerSecond(messages, 'one by one')
  const busiest = Math.max(...pids.map((pid, at) => processorMilliseconds([pid]) - (before[at] ?? 0)))
  return { perSecond, perOwnSecond: (deliveries * 1000) / busiest }
}

/** A tend of so many processes with its own database and those who listen. `pids` are the processes that serve. */
async function serveWith(processes: number, databases: string, folder: string) {
  const name = `processes_${processes}`
  const settings = { PROCESSES: String(processes) }
  const { server: tend, crowd } = await startCrowdedTend(databases, folder, name, Math.max(...sizes), settings)
  const audience = gatherAudience({
    address: tend.address,
    tend: { ...crowd, channel: 'presence-company.1' },
  })
  return {
    audience,
    pids: processes === 1 ? [tend.pid] : childrenOf(tend.pid),
    [Symbol.asyncDispose]: async () => {
      await audience[Symbol.asyncDispose]()
      await tend[Symbol.asyncDispose]()
    },
  }
}
