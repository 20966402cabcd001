import { readFileSync } from 'node:fs'
import { Client } from 'pg'
import { type Migration, readMigrations, requireBaseline, runMigrations } from './migrations.ts'
import { renewNaturalOrder } from './naturalOrder.ts'
import { ensureLogins, loginsOf } from './roles.ts'

const wall = readFileSync(new URL('./wall.sql', import.meta.url), 'utf8')
/** Any fixed number; nodes that start together wait here for the one that migrates. */
const migrationLock = 7_316_243

/**
 * Brings the database to this version's schema: migrations, logins, tenant wall, then `prepare` (the job queue's own schema).
 * Several nodes may call it at once; each runs it in turn, and all but the first find nothing to do. Tests name fewer `migrations` for
 * the schema of an earlier version; the wall stands around the tables of this one, so it is not raised then.
 */
export async function migrate(ownerUrl: string, prepare: () => Promise<void>, migrations?: Migration[]): Promise<void> {
  const client = new Client({ connectionString: ownerUrl })
  await client.connect()
  try {
    await requireVersion(client)
    await requireExtensions(client)
    await client.query('select pg_advisory_lock($1)', [migrationLock])
    await client.query('set client_min_messages = warning')
    const all = migrations ?? readMigrations()
    await requireBaseline(client, all)
    await runMigrations(client, all)
    await renewNaturalOrder(client)
    await ensureLogins(client, ownerUrl)
    if (!migrations) await applyTenantIsolation(client, ownerUrl)
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

/** What searching is made of. All come with PostgreSQL itself, some systems pack them apart. */
const extensions = ['btree_gin', 'pg_trgm', 'unaccent']

/** Said before anything is changed, instead of by the migration that fails. */
export async function requireExtensions(client: Client, names = extensions): Promise<void> {
  const { rows } = await client.query<{ name: string }>(
    `select name from unnest($1::text[]) name where name not in (select name from pg_available_extensions)`,
    [names],
  )
  if (rows.length === 0) return
  const missing = rows.map(({ name }) => name).join(', ')
  throw new Error(
    `tend needs the PostgreSQL extensions ${names.join(', ')} for searching, and this server does not offer ${missing}. ` +
      'They are part of PostgreSQL: install its "contrib" package on the server, or allow them where it is managed.',
  )
}

async function applyTenantIsolation(client: Client, ownerUrl: string): Promise<void> {
  const logins = loginsOf(ownerUrl)
  const statements = wall.replace(/\{(app|system|owner)\}/g, (_, login: keyof typeof logins) =>
    client.escapeIdentifier(logins[login]),
  )
  // Raising it locks every table. Where it stands already, other nodes that serve meanwhile must not be disturbed.
  if ((await raisedWall(client)) === (await wallAsItIs(client, statements))) return
  await client.query('begin')
  await client.query(statements)
  const raised = client.escapeLiteral(await wallAsItIs(client, statements))
  await client.query(`comment on schema drizzle is ${raised}`)
  await client.query('commit')
}

/** What `wallAsItIs` said when the wall was raised last. */
async function raisedWall(client: Client): Promise<string | null> {
  const { rows } = await client.query("select obj_description('drizzle'::regnamespace, 'pg_namespace') as raised")
  return rows[0].raised
}

/** A hash of everything that the wall is made of, as it stands in the database, and of the statements that raise it. */
async function wallAsItIs(client: Client, statements: string): Promise<string> {
  const { rows } = await client.query(
    `select md5($1 || string_agg(part, E'\n' order by part collate "C")) as wall from (
       select concat_ws(' ', c.relname, c.relrowsecurity, c.relforcerowsecurity, c.relacl, array(
         select concat_ws(' ', attname, attacl) from pg_attribute
         where attrelid = c.oid and not attisdropped and (attname = 'company_id' or attacl is not null) order by attnum
       )) as part from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p', 'S')
       union all
       select concat_ws(' ', tablename, policyname, permissive, roles, cmd, qual, with_check) from pg_policies
       where schemaname = 'public'
       union all
       select nspacl::text from pg_namespace where nspname = 'public'
     ) as parts`,
    [statements],
  )
  return rows[0].wall
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
