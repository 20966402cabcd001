import { readFileSync } from 'node:fs'
import { Client } from 'pg'
import type { Isolation } from './isolation.ts'
import { type Migration, readMigrations, requireBaseline, runMigrations } from './migrations.ts'
import { renewNaturalOrder } from './naturalOrder.ts'
import { ensureLogins, loginsOf } from './roles.ts'

const rule = readFileSync(new URL('./isolation.sql', import.meta.url), 'utf8')
/** Any fixed number; nodes that start together wait here for the one that migrates. */
const migrationLock = 7_316_243

type Steps = {
  /** Exceptions of tenant isolation, of all features. */
  isolation: Isolation[]
  /** Brings up the job queue's own schema. */
  prepare: () => Promise<void>
  /** Migrations of an earlier version, for tests; the tables are then not isolated. */
  migrations?: Migration[]
}

/**
 * Brings the database to this version's schema: migrations, logins, tenant isolation, job queue. Several nodes may call
 * it at once; each runs it in turn, and all but the first find nothing to do.
 */
export async function migrate(ownerUrl: string, { isolation, prepare, migrations }: Steps): Promise<void> {
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
    if (!migrations) await applyTenantIsolation(client, ownerUrl, isolation)
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
    `tend needs the PostgreSQL extensions ${names.join(', ')} for searching, and this server does not ` +
      `offer ${missing}. ` +
      'They are part of PostgreSQL: install its "contrib" package on the server, or allow them where it is managed.',
  )
}

async function applyTenantIsolation(client: Client, ownerUrl: string, exceptions: Isolation[]): Promise<void> {
  const logins = loginsOf(ownerUrl)
  const sql = [rule, ...exceptions.map(({ statements }) => statements)].join('\n')
  const named = {
    ...logins,
    // Narrowed members have what the others have, and policies beside.
    app: [logins.app, logins.narrowed],
  }
  const statements = sql.replace(/\{(app|narrowed|system|owner)\}/g, (_, login: keyof typeof named) =>
    [named[login]]
      .flat()
      .map(name => client.escapeIdentifier(name))
      .join(', '),
  )
  // Applying the statements locks every table, which nodes that serve would notice.
  if ((await appliedIsolation(client)) === (await currentIsolation(client, statements))) return
  await client.query('begin')
  await client.query(statements)
  const applied = client.escapeLiteral(await currentIsolation(client, statements))
  await client.query(`comment on schema drizzle is ${applied}`)
  await client.query('commit')
}

/** Hash of the isolation that was applied last. */
async function appliedIsolation(client: Client): Promise<string | null> {
  const { rows } = await client.query("select obj_description('drizzle'::regnamespace, 'pg_namespace') as applied")
  return rows[0].applied
}

/** Hash of the policies and grants in the database, and of the statements that make them. */
async function currentIsolation(client: Client, statements: string): Promise<string> {
  const { rows } = await client.query(
    `select md5($1 || string_agg(part, E'\n' order by part collate "C")) as hash from (
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
  return rows[0].hash
}

/**
 * Who serves a request may write jobs, which are worked by the system login; it cannot read them, for they are
 * everybody's.
 */
async function grantQueue(client: Client, ownerUrl: string): Promise<void> {
  const logins = loginsOf(ownerUrl)
  const app = [logins.app, logins.narrowed].map(name => client.escapeIdentifier(name)).join(', ')
  const system = client.escapeIdentifier(logins.system)
  await client.query(`grant usage on schema pgboss to ${app}, ${system}`)
  await client.query(`grant execute on all functions in schema pgboss to ${app}, ${system}`)
  await client.query(`grant select, insert, update, delete on all tables in schema pgboss to ${system}`)
  await client.query(`revoke all on all tables in schema pgboss from ${app}`)
  await client.query(`grant select on pgboss.queue to ${app}`)
  await client.query(`grant insert, select (id, start_after) on pgboss.job, pgboss.job_common to ${app}`)
}
