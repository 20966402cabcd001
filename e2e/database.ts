/** The database of a journey's demo, for the one thing that no screen can do: let time pass. */
import { dirname } from 'node:path'
import { Client } from 'pg'
import { readPassword } from '#server/lib/postgres/cluster.ts'
import { locate } from '#server/lib/postgres/place.ts'
import { findPostmaster } from '#server/lib/postgres/postmaster.ts'
import { ownerRole } from '#server/lib/postgres/session.ts'
import { ownDemo } from './demoServer.ts'

/** Invitations to this address, and links in mails to it, are too old from now on. */
export async function letLinksExpire(email: string): Promise<void> {
  const place = locate(dirname(ownDemo()?.mails ?? ''))
  const server = findPostmaster(place.cluster)
  if (!server) throw new Error('The database of the demo does not run')
  const { host, port } = server
  const client = new Client({
    host,
    port,
    user: ownerRole,
    password: readPassword(place),
    database: 'tend',
    ssl: false,
  })
  await client.connect()
  try {
    const past = `now() - interval '1 minute'`
    await client.query(`update invites set expires_at = ${past} where email = $1`, [email])
    await client.query(
      `update action_links set expires_at = ${past} where user_id = (select id from users where email = $1)`,
      [email],
    )
  } finally {
    await client.end()
  }
}
