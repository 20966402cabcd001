/**
 * One channel with a hundred sockets, then a thousand, then five thousand: how many messages reach a socket in a
 * second, against plain `ws`.
 */

import { startCrowdedTend } from './crowdedTend.ts'
import { startDatabases } from './database.ts'
import { temporaryFolder } from './folder.ts'
import { startBaseline } from './processes.ts'
import { openFileLimit } from './resources.ts'
import type { Row } from './row.ts'
import { gatherAudience } from './sockets/audience.ts'
import { median } from './statistics.ts'

const sizes = [100, 1000, 5000]
const rounds = 7
/** Enough that posting one weighs little beside delivering it. */
const messages = 20

export async function measure(): Promise<Row[]> {
  await using folder = await temporaryFolder()
  await using databases = await startDatabases(folder.path)
  const { server, crowd } = await startCrowdedTend(databases.url, folder.path, 'broadcast', Math.max(...sizes))
  await using tend = server
  await using plain = await startBaseline('plainSockets')
  await using ours = gatherAudience({
    address: tend.address,
    tend: { ...crowd, channel: 'presence-company.1' },
  })
  await using theirs = gatherAudience({ address: plain.address })

  const rows: Row[] = []
  // What a process may open, less what it has open beside its sockets.
  for (const sockets of sizes.filter(size => size + 100 < openFileLimit())) {
    await Promise.all([ours.grow(sockets), theirs.grow(sockets)])
    const [measured, baseline]: [number[], number[]] = [[], []]
    for (let round = 0; round < rounds; round++) {
      measured.push(await ours.deliveriesPerSecond(messages))
      baseline.push(await theirs.deliveriesPerSecond(messages))
    }
    rows.push({
      what: `messages to ${sockets.toLocaleString('en')} sockets of one channel`,
      unit: '/s',
      measured: median(measured.slice(1)),
      baseline: { what: 'a plain ws broadcast', value: median(baseline.slice(1)) },
      budget: { on: 'ratio', atLeast: 1.1 },
    })
  }
  return rows
}
