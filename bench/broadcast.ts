/**
 * One channel with a hundred sockets, then a thousand, then five thousand: how many messages reach a socket in a second, against plain `ws`.
 */
import { gatherAudience } from './audience.ts'
import { fillCompanies, signIn } from './companies.ts'
import { createDatabase, onDatabase, startDatabases } from './database.ts'
import { temporaryFolder } from './folder.ts'
import { startBaseline, startTend } from './processes.ts'
import { openFileLimit } from './resources.ts'
import type { Row } from './row.ts'
import { median } from './statistics.ts'

const sizes = [100, 1000, 5000]
const rounds = 7
/** Enough that posting one weighs little beside delivering it. */
const messages = 20
/** A tend lets nobody have more sockets than a hundred. */
const people = Math.max(...sizes) / 100
const credentials = { appId: 'bench', key: 'bench-key', secret: 'bench-secret' }

export async function measure(): Promise<Row[]> {
  await using folder = await temporaryFolder()
  await using databases = await startDatabases(folder.path)
  const url = await createDatabase(databases.url, 'broadcast')
  await using tend = await startTend(`${folder.path}/data`, {
    DATABASE_URL: url,
    PUSHER_APP_ID: credentials.appId,
    PUSHER_APP_KEY: credentials.key,
    PUSHER_APP_SECRET: credentials.secret,
    PUSHER_HTTP_API: 'on',
    // Nothing but messages on the wire.
    PUSHER_ACTIVITY_TIMEOUT: '600',
  })
  const tokens = await onDatabase(url, async client => {
    await fillCompanies(client, { first: 1, last: people, submissions: 1 })
    await client.query(
      `insert into memberships (company_id, user_id, role_id) select 1, user_id, role_id from memberships where user_id > 1`,
    )
    const signedIn: string[] = []
    for (let user = 1; user <= people; user++) signedIn.push(await signIn(client, user, 1))
    return signedIn
  })
  await using plain = await startBaseline('plainSockets')
  await using ours = gatherAudience({
    address: tend.address,
    tend: { ...credentials, channel: 'presence-company.1', tokens },
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
