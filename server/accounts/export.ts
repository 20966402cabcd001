/**
 * Exports all data of a person: every row of any table that references them, found in the database's own catalogue, so
 * new features are included. Credentials are left out, and so are references that concern others, such as invitations.
 */
import { once } from 'node:events'
import { createReadStream } from 'node:fs'
import { appendFile, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { eq, sql } from 'drizzle-orm'
import type { FileAnswer } from '#shared/lib/contract.ts'
import { localDay } from '#shared/lib/localTime.ts'
import { Problem } from '#shared/lib/problem.ts'
import { fairnessKey } from '../lib/concurrency/fairnessKey.ts'
import { inThread } from '../lib/concurrency/threads.ts'
import type { Context } from '../lib/context.ts'
import type { Database } from '../lib/db/pools.ts'
import type { ToExport } from './exportThread.ts'
import { storedOfPerson } from './ports.ts'
import { users } from './table.ts'

/** Tables of credentials, which are not exported. */
const signingIn = [
  'credentials',
  'two_factors',
  'recovery_codes',
  'passkeys',
  'device_keys',
  'login_challenges',
  'sso_proofs',
  'idempotency_keys',
]

/**
 * Tables that must not be stored on a person's device: messages of cases and their readers (Directive (EU) 2019/1937,
 * article 16).
 */
const confidential = ['case_messages', 'case_readings']

/** Columns by which rows of others reference somebody: invited by them, acted as by them, and the like. */
const othersColumns = [
  ...['invited_by', 'offered_by', 'acting_user_id', 'acting_for_id', 'published_by'],
  ...['break_glass_user_id', 'confirmed_by'],
]

/** Bounds of one file, which many years of work do not reach. Beyond them the person is told who helps. */
export const maxExported = { rows: 100_000, bytes: 64 * 1024 * 1024 }

/**
 * A column that names a person; whether its table counts its rows, in whose order they are read; and whether a reach
 * narrows it.
 */
type Pointer = { table: string; column: string; has_id: boolean; is_narrowed: boolean }

/**
 * A ZIP: `data.json` with the rows by table, and the files that the person sent. It is put together in a thread, in a
 * file of its own, so that neither the processor nor the memory of the server is asked for more than one table's rows
 * at a time. Throws `too_large` beyond `maxExported`.
 */
export async function exportPerson(ctx: Context): Promise<FileAnswer> {
  const { db, actor, services, now, ip } = ctx
  const folder = await mkdtemp(join(tmpdir(), 'tend-export-'))
  const remove = () => rm(folder, { recursive: true, force: true })
  ctx.afterRollback.push(remove)
  const from = join(folder, 'rows')
  await writeRows(db, actor.id, from)
  const own = (await storedOfPerson.query(db, actor.id)).flat()
  const [user] = await db
    .select({ avatar: users.avatar, timeZone: users.timeZone })
    .from(users)
    .where(eq(users.id, actor.id))
  const paths = [...own, ...(user?.avatar ? [user.avatar] : [])]
  const turnKey = fairnessKey(actor, ip)
  return async () => {
    const into = join(folder, 'export.zip')
    try {
      await inThread<ToExport, void>('archive', turnKey, new URL('./exportThread.ts', import.meta.url), {
        ...{ from, paths, into },
        folder: services.storage.folder,
        s3: services.config.s3,
      })
      const content = createReadStream(into)
      await once(content, 'open')
      return { content, filename: `tend-${localDay(now, user?.timeZone ?? 'UTC')}.zip` }
    } finally {
      // An open file can be read to its end after it was removed.
      await remove()
    }
  }
}

/** Read once, because the tables stay the same while the server runs. */
let known: Pointer[] | undefined

/** Columns that name a user: by a reference to users, or to a membership. */
async function pointersAtUsers(db: Database): Promise<Pointer[]> {
  if (known) return known
  const { rows } = await db.execute<Pointer>(sql`
    select distinct f.conrelid::regclass::text as table, a.attname::text as column, exists (
      select from pg_attribute i where i.attrelid = f.conrelid and i.attname = 'id' and not i.attisdropped
    ) as has_id, exists (
      select from pg_policy p where p.polrelid = f.conrelid and p.polname = 'reach'
    ) as is_narrowed
    from pg_constraint f
    cross join lateral unnest(f.conkey, f.confkey) as k(number, target)
    join pg_attribute a on a.attrelid = f.conrelid and a.attnum = k.number
    join pg_attribute t on t.attrelid = f.confrelid and t.attnum = k.target
    where f.contype = 'f' and f.connamespace = 'public'::regnamespace
      and ((f.confrelid = 'users'::regclass and t.attname = 'id')
        or (f.confrelid in ('memberships'::regclass, 'worker_accounts'::regclass) and t.attname = 'user_id'))
    order by 1, 2`)
  known = rows.filter(
    ({ table, column }) => ![...signingIn, ...confidential].includes(table) && !othersColumns.includes(column),
  )
  return known
}

/** References that have rows of this person. One statement asks all tables. */
async function findReferences(db: Database, userId: number): Promise<Pointer[]> {
  const all = [{ table: 'users', column: 'id', has_id: true, is_narrowed: false }, ...(await pointersAtUsers(db))]
  const asked = all.map(
    ({ table, column }, at) =>
      sql`select ${at}::int as at where exists (select from ${sql.identifier(table)}
        where ${sql.identifier(column)} = ${userId})`,
  )
  const { rows } = await db.execute<{ at: number }>(sql.join(asked, sql` union all `))
  return rows.flatMap(({ at }) => all[at] ?? [])
}

/** A line for each row, tables one after the other, as the database writes them: they are read in the thread. */
async function writeRows(db: Database, userId: number, file: string): Promise<void> {
  const left = { ...maxExported }
  const pointers = await findReferences(db, userId)
  const parts = await companiesInPart(db, userId)
  for (const pointer of pointers.toSorted((one, other) => (one.table < other.table ? -1 : 1))) {
    const rows = await rowsOf(db, pointer, { userId, parts }, left)
    left.rows -= rows.length
    for (const row of rows) left.bytes -= Buffer.byteLength(row)
    if (left.rows < 0 || left.bytes < 0) throw new Problem('too_large', { text: 'export_too_large' })
    if (rows.length > 0) await appendFile(file, rows.map(row => `${pointer.table} ${inOneLine(row)}\n`).join(''))
  }
}

/** The database leaves the signs that separate lines in Unicode as they are. */
const inOneLine = (row: string) => row.replaceAll('\u2028', '\\u2028').replaceAll('\u2029', '\\u2029')

/** The companies in a part of which the person works: of them they are given what they see. */
async function companiesInPart(db: Database, userId: number): Promise<number[]> {
  const { rows } = await db.execute<{ id: number }>(
    sql`select company_id as id from memberships where user_id = ${userId} and reach_locations is not null`,
  )
  return rows.map(({ id }) => id)
}

/** Reads at most one row more than is left of the bound. */
async function rowsOf(
  db: Database,
  { table, column, has_id, is_narrowed }: Pointer,
  { userId, parts }: { userId: number; parts: number[] },
  left: typeof maxExported,
): Promise<string[]> {
  // A session in which an admin acts is the admin's: where they sit is not this person's to know.
  const own = table === 'sessions' ? sql`and acting_user_id is null` : sql``
  const seen: number[] = []
  // What they made, and is elsewhere by now, may say more than they are shown.
  for (const companyId of is_narrowed ? parts : []) {
    const { rows } = await db.execute<{ id: number }>(sql`
      select id from seen_by(${table}, array(select id from ${sql.identifier(table)}
        where company_id = ${companyId} and ${sql.identifier(column)} = ${userId}),
        ${companyId}::int, array[${userId}::int])`)
    seen.push(...rows.map(({ id }) => id))
  }
  const inReach =
    is_narrowed && parts.length > 0
      ? sql`and (company_id <> all(${sql.param(parts)}::int[]) or id = any(${sql.param(seen)}::int[]))`
      : sql``
  // Without an order a row that was changed late comes after those that were made after it.
  const inOrder = has_id ? sql`order by r.id` : sql``
  const { rows } = await db.execute<{ row: string }>(
    sql`
      select row from (
        select row, sum(octet_length(row)) over (rows unbounded preceding) - octet_length(row) as before
        from (
          select to_jsonb(r)::text as row from (
            select * from ${sql.identifier(table)} r
            where ${sql.identifier(column)} = ${userId} ${own} ${inReach} ${inOrder} limit ${left.rows + 1}
          ) r ${inOrder}
        ) own
      ) counted
      where before <= ${left.bytes}`,
  )
  return rows.map(({ row }) => row)
}
