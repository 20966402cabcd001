import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { drizzle } from 'drizzle-orm/node-postgres'
import { migrate as runMigrations } from 'drizzle-orm/node-postgres/migrator'
import { Client } from 'pg'
import { ensureLogins, loginsOf } from './roles.ts'

const migrationsFolder = fileURLToPath(new URL('../../migrations', import.meta.url))
const wall = readFileSync(new URL('./wall.sql', import.meta.url), 'utf8')
/** Any fixed number; nodes that start together wait here for the one that migrates. */
const migrationLock = 7_316_243

/**
 * Brings the database to this version's schema: migrations, logins, tenant wall, then `prepare` (the job queue's own schema).
 * Several nodes may call it at once; each runs it in turn, and all but the first find nothing to do.
 */
export async function migrate(ownerUrl: string, prepare: () => Promise<void>): Promise<void> {
  const client = new Client({ connectionString: ownerUrl })
  await client.connect()
  try {
    await requireVersion(client)
    await client.query('select pg_advisory_lock($1)', [migrationLock])
    await client.query('set client_min_messages = warning')
    await runMigrations(drizzle(client), { migrationsFolder, migrationsSchema: 'drizzle' })
    await ensureLogins(client, ownerUrl)
    await raiseWall(client, ownerUrl)
    await prepare()
    await grantQueue(client, ownerUrl)
  } finally {
    await client.end()
  }
}

async function requireVersion(client: Client): Promise<void> {
  const { rows } = await client.query("select current_setting('server_version_num')::int as version")
  if (rows[0].version < 150_000) throw new Error('tend needs PostgreSQL 15 or newer.')
}

async function raiseWall(client: Client, ownerUrl: string): Promise<void> {
  const logins = loginsOf(ownerUrl)
  const statements = wall.replace(/\{(app|system|owner)\}/g, (_, login: keyof typeof logins) =>
    client.escapeIdentifier(logins[login]),
  )
  await client.query('begin')
  await client.query(statements)
  await client.query('commit')
}

/** Who serves a request may write jobs, which are worked by the system login; it cannot read them, for they are everybody's. */
async function grantQueue(client: Client, ownerUrl: string): Promise<void> {
  const logins = loginsOf(ownerUrl)
  const [app, system] = [client.escapeIdentifier(logins.app), client.escapeIdentifier(logins.system)]
  await client.query(`grant usage on schema pgboss to ${app}, ${system}`)
  await client.query(`grant execute on all functions in schema pgboss to ${app}, ${system}`)
  await client.query(`grant select, insert, update, delete on all tables in schema pgboss to ${system}`)
  await client.query(`revoke all on all tables in schema pgboss from ${app}`)
  await client.query(`grant select on pgboss.queue to ${app}`)
  await client.query(`grant insert, select (id, start_after) on pgboss.job, pgboss.job_common to ${app}`)
}
