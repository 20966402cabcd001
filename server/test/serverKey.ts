import { randomBytes } from 'node:crypto'
import type { Client } from 'pg'

/** The secret with which a tend on this database signs tokens; made here where none has started yet. */
export async function serverKeyOf(client: Client): Promise<Buffer> {
  await client.query("insert into platform_secrets (name, value) values ('server', $1) on conflict do nothing", [
    randomBytes(32),
  ])
  const { rows } = await client.query("select value from platform_secrets where name = 'server'")
  return rows[0].value
}
