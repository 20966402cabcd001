/**
 * Everybody's line is cut in one moment, and all come back: connected, asked who they are, let into the presence of
 * their company. How long that takes, beside the same of plain `ws`, where nobody is asked anything; and what tend and
 * PostgreSQL take of the processor for it, which says more where others use the machine, those who come back among
 * them.
 */

import { startCrowdedTend } from './crowdedTend.ts'
import { startDatabases } from './database.ts'
import { temporaryFolder } from './folder.ts'
import { startBaseline } from './processes.ts'
import { openFileLimit, postmasterOf, processorMilliseconds } from './resources.ts'
import type { Row } from './row.ts'
import { gatherAudience } from './sockets/audience.ts'
import { median } from './statistics.ts'

const sockets = 5000
const rounds = 3

export async function measure(): Promise<Row[]> {
  if (sockets + 100 >= openFileLimit()) return []
  await using folder = await temporaryFolder()
  await using databases = await startDatabases(folder.path)
  await using plain = await startBaseline('plainSockets')
  await using strangers = gatherAudience({ address: plain.address })
  const { server, crowd } = await startCrowdedTend(databases.url, folder.path, 'rejoining', sockets)
  await using tend = server
  await using people = gatherAudience({ address: tend.address, tend: { ...crowd, channel: 'presence-company.1' } })
  const sides = [
    { audience: people, pids: [tend.pid, postmasterOf(folder.path)], times: [] as number[], spent: [] as number[] },
    { audience: strangers, pids: [plain.pid], times: [] as number[], spent: [] as number[] },
  ] as const
  for (const { audience } of sides) await audience.grow(sockets)
  for (let round = 0; round < rounds; round++)
    for (const { audience, pids, times, spent } of sides) {
      const before = processorMilliseconds([...pids])
      times.push(await audience.comeBack())
      spent.push(processorMilliseconds([...pids]) - before)
    }
  const [ours, theirs] = sides
  const what = `${sockets.toLocaleString('en')} sockets are cut and come back`
  return [
    {
      what: `${what}, all in presence`,
      unit: 'ms',
      measured: median(ours.times),
      baseline: { what: 'plain ws, let in by nobody', value: median(theirs.times) },
      budget: { on: 'measured', atMost: 5000 },
    },
    {
      what: `${what}: processor time of tend and PostgreSQL`,
      unit: 'ms',
      measured: median(ours.spent),
      baseline: { what: 'plain ws', value: median(theirs.spent) },
    },
  ]
}
