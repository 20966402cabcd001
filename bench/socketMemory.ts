/**
 * What a process grows by for each socket of four thousand, beside the same of plain `ws`: with a grant in one channel, and in
 * presence with everybody. Nothing is said meanwhile: what messages leave behind would be cleared away with what the newcomers do, and the
 * sockets would seem to take less than nothing.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { type Audience, gatherAudience } from './audience.ts'
import { fillCompanies, signIn } from './companies.ts'
import { createDatabase, onDatabase, startDatabases } from './database.ts'
import { temporaryFolder } from './folder.ts'
import { type Server, startBaseline, startTend } from './processes.ts'
import { megabytesOf, openFileLimit } from './resources.ts'
import type { Row } from './row.ts'

/** The first are there to have made what the others share, and are a crowd like them: both times the same has been cleared away. */
const [first, last] = [1000, 5000]
/** A tend lets nobody have more sockets than a hundred. */
const people = last / 100
const settlingMs = 4000
const credentials = { appId: 'bench', key: 'bench-key', secret: 'bench-secret' }
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
    const url = await createDatabase(databases.url, `sockets${at}`)
    const tend = await startTend(`${folder.path}/data${at}`, {
      DATABASE_URL: url,
      PUSHER_APP_ID: credentials.appId,
      PUSHER_APP_KEY: credentials.key,
      PUSHER_APP_SECRET: credentials.secret,
      PUSHER_HTTP_API: 'on',
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
    const measured = await grownBy(tend, server =>
      gatherAudience({ address: server.address, tend: { ...credentials, channel, tokens } }),
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
