/**
 * All of a person's data. What that is, the database says itself: every row that points at the person, in whatever table, so that a
 * new noun is in it before anybody thinks of it. Left out is what they sign in with, and what concerns others too: whom they invited,
 * what the audit log keeps about those who acted in their name.
 */
import { eq, sql } from 'drizzle-orm'
import { strToU8, zipSync } from 'fflate'
import type { FileAnswer } from '#shared/lib/contract.ts'
import { files } from '../files/table.ts'
import type { Context } from '../lib/context.ts'
import type { Database } from '../lib/db/pools.ts'
import { users } from '../users/table.ts'

/** What somebody signs in with: it proves who they are and is nobody's to carry away. */
const signingIn = [
  'credentials',
  'two_factors',
  'recovery_codes',
  'device_keys',
  'login_challenges',
  'idempotency_keys',
]
const secretColumns = /hash|sealed|secret|token/

/** By which others' rows point at somebody: whom they invited, offered a phone, acted as; who acted in their name. */
const othersColumns = ['invited_by', 'offered_by', 'acting_user_id', 'acting_for_id', 'published_by']

type Pointer = { table: string; column: string }

/** A ZIP: `data.json` with the rows by table, and the files that the person sent. */
export async function exportPerson({ db, actor, services, now }: Context): Promise<FileAnswer> {
  const data: Record<string, unknown[]> = { users: await rowsOf(db, { table: 'users', column: 'id' }, actor.id) }
  for (const pointer of await pointersAtUsers(db)) {
    const rows = await rowsOf(db, pointer, actor.id)
    if (rows.length > 0) data[pointer.table] = [...(data[pointer.table] ?? []), ...rows]
  }
  const own = await db.select({ path: files.path, name: files.name }).from(files).where(eq(files.userId, actor.id))
  const [user] = await db.select({ avatar: users.avatar }).from(users).where(eq(users.id, actor.id))
  const sent = [...own, ...(user?.avatar ? [{ path: user.avatar, name: 'avatar.webp' }] : [])]
  return async () => {
    const zip: Record<string, [Uint8Array, { level: 0 | 6 }]> = {
      'data.json': [strToU8(JSON.stringify(unique(data), null, 2)), { level: 6 }],
    }
    for (const { path } of sent) {
      const content = await services.storage.read(path).catch(() => null)
      // Pictures are compressed already.
      if (content) zip[`files/${path}`] = [content, { level: 0 }]
    }
    return { content: zipSync(zip), filename: `tend-${now.toISOString().slice(0, 10)}.zip` }
  }
}

/** Columns that name a user: by a reference to users, or to a membership. */
async function pointersAtUsers(db: Database): Promise<Pointer[]> {
  const { rows } = await db.execute<Pointer>(sql`
    select distinct f.conrelid::regclass::text as table, a.attname::text as column
    from pg_constraint f
    cross join lateral unnest(f.conkey, f.confkey) as k(number, target)
    join pg_attribute a on a.attrelid = f.conrelid and a.attnum = k.number
    join pg_attribute t on t.attrelid = f.confrelid and t.attnum = k.target
    where f.contype = 'f' and f.connamespace = 'public'::regnamespace
      and ((f.confrelid = 'users'::regclass and t.attname = 'id')
        or (f.confrelid in ('memberships'::regclass, 'worker_accounts'::regclass) and t.attname = 'user_id'))
    order by 1, 2`)
  return rows.filter(({ table, column }) => !signingIn.includes(table) && !othersColumns.includes(column))
}

async function rowsOf(db: Database, { table, column }: Pointer, userId: number): Promise<object[]> {
  const { rows } = await db.execute<{ row: Record<string, unknown> }>(
    sql`select to_jsonb(r) as row from ${sql.identifier(table)} r where ${sql.identifier(column)} = ${userId}`,
  )
  // A session in which an admin acts is the admin's: where they sit is not this person's to know.
  const own = rows.filter(({ row }) => table !== 'sessions' || row.acting_user_id === null)
  return own.map(({ row }) => Object.fromEntries(Object.entries(row).filter(([name]) => !secretColumns.test(name))))
}

/** A row that names the person twice is there once. */
const unique = (data: Record<string, unknown[]>) =>
  Object.fromEntries(
    Object.entries(data).map(([table, rows]) => [
      table,
      [...new Map(rows.map(row => [JSON.stringify(row), row])).values()],
    ]),
  )
