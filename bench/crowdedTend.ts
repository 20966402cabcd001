/** A tend that a crowd may listen to. */

import { createDatabase, onDatabase } from './database.ts'
import { startTend } from './processes.ts'
import { fillCompanies, signIn } from './rows/companies.ts'

/** A tend lets nobody have more sockets than a hundred. */
const socketsOfOne = 100
const credentials = { appId: 'bench', key: 'bench-key', secret: 'bench-secret' }

/**
 * Starts a tend with a database of its own, named so, and in its first company people enough for so many sockets, all
 * signed in. Returns the server, and what `gatherAudience` wants to know of it.
 */
export async function startCrowdedTend(
  databases: string,
  folder: string,
  name: string,
  sockets: number,
  settings: Record<string, string> = {},
) {
  const people = sockets / socketsOfOne
  const url = await createDatabase(databases, name)
  const server = await startTend(`${folder}/${name}`, {
    DATABASE_URL: url,
    PUSHER_APP_ID: credentials.appId,
    PUSHER_APP_KEY: credentials.key,
    PUSHER_APP_SECRET: credentials.secret,
    PUSHER_HTTP_API: 'on',
    // Nothing but messages on the wire.
    PUSHER_ACTIVITY_TIMEOUT: '600',
    ...settings,
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
  return { server, crowd: { ...credentials, tokens } }
}
