import { and, eq, exists, isNotNull, isNull, type SQL, sql } from 'drizzle-orm'
import type { User } from '#shared/accounts/users.ts'
import { Problem } from '#shared/lib/problem.ts'
import { memberships } from '../companies/table.ts'
import type { Context } from '../lib/context.ts'
import type { Database } from '../lib/db/pools.ts'
import { archivedOrNot, contains, orderBy, pageOf, slice, totalOf } from '../lib/registers/listing.ts'
import { hasFactor, isNoKey } from './queries.ts'
import { sessions, workerAccounts } from './sessionTable.ts'
import { users } from './table.ts'

type UserRow = typeof users.$inferSelect

type UserQuery = {
  page: number
  perPage: number
  archived: boolean
  search?: string | undefined
  sort?: string | undefined
  companyId?: number | undefined
  isAdmin?: boolean | undefined
}

const selected = {
  user: users,
  userName: workerAccounts.userName,
  hasTwoFactor: hasFactor(users.id),
  companies: sql<User['companies']>`(
    select coalesce(jsonb_agg(jsonb_build_object('id', c.id, 'name', c.name, 'role_id', m.role_id)
      order by c.name), '[]')
    from memberships m join companies c on c.id = m.company_id and c.archived_at is null
    where m.user_id = ${users.id} and m.ended_at is null
  )`,
  lastSeenAt: sql<string | null>`(select max(s.last_seen_at) from ${sessions} s where s.user_id = ${users.id})`,
}
type Selected = {
  user: UserRow
  userName: string | null
  hasTwoFactor: boolean
  companies: User['companies']
  lastSeenAt: string | null
}

const select = (db: Database) =>
  db.select(selected).from(users).leftJoin(workerAccounts, eq(workerAccounts.userId, users.id))

/** One page of the platform's people. */
export function listUsers({ db, locale }: Pick<Context, 'db' | 'locale'>, { companyId, isAdmin, ...query }: UserQuery) {
  const where = and(
    archivedOrNot(users, query.archived),
    isNull(users.erasedAt),
    isNoKey(db),
    contains(query.search, users.name, users.email),
    isAdmin === undefined ? undefined : isAdmin ? isNotNull(users.adminSince) : isNull(users.adminSince),
    companyId === undefined ? undefined : exists(membershipIn(db, companyId)),
  )
  const { limit, offset } = slice(query)
  return pageOf(query, {
    rows: select(db)
      .where(where)
      .orderBy(...orderBy(users, query.sort, 'name', locale))
      .limit(limit)
      .offset(offset),
    totals: totalOf(db, users, where),
    present: presentUser,
  })
}

const membershipIn = (db: Database, companyId: number) =>
  db
    .select({ one: sql`1` })
    .from(memberships)
    .where(and(eq(memberships.companyId, companyId), eq(memberships.userId, users.id), isNull(memberships.endedAt)))

/** The person with this id, erased ones excepted. Throws 404. */
export async function accessUser(db: Database, id: number): Promise<Selected> {
  const [found] = await select(db).where(and(eq(users.id, id), isNull(users.erasedAt), isNoKey(db)))
  if (!found) throw new Problem('not_found')
  return found
}

export const presentUser = ({ user, userName, hasTwoFactor, companies, lastSeenAt }: Selected): User => ({
  id: user.id,
  name: user.name,
  email: user.email,
  email_confirmed_at: user.emailConfirmedAt?.toISOString() ?? null,
  user_name: userName,
  avatar: user.avatar,
  language_id: user.languageId,
  time_zone: user.timeZone,
  is_admin: user.adminSince !== null,
  has_two_factor: hasTwoFactor,
  guest_until: user.guestUntil?.toISOString() ?? null,
  companies,
  last_seen_at: lastSeenAt && new Date(lastSeenAt).toISOString(),
  revision: user.revision,
  created_at: user.createdAt.toISOString(),
  updated_at: user.updatedAt.toISOString(),
  archived_at: user.archivedAt?.toISOString() ?? null,
})

/** Whether somebody has the address: anybody, or a living member of the company. */
export async function emailExists(db: Database, email: string, companyId: number | null): Promise<boolean> {
  const isHere: SQL | undefined = companyId === null ? undefined : exists(membershipIn(db, companyId))
  const found = await db
    .select({ id: users.id })
    .from(users)
    .where(and(eq(sql`lower(${users.email})`, email), isHere))
  return found.length > 0
}
