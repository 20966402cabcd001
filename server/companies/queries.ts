import { and, eq, isNull, lte } from 'drizzle-orm'
import type { Member } from '#shared/companies/contract.ts'
import { roles } from '#shared/lib/roles.ts'
import type { Database } from '../lib/db/pools.ts'
import { contains, orderBy, pageOf, slice, total } from '../lib/listing.ts'
import { users } from '../users/table.ts'
import { companies, memberships } from './table.ts'

export async function findCompany(db: Database, id: number) {
  const [company] = await db.select().from(companies).where(eq(companies.id, id))
  return company
}

type MemberQuery = {
  page: number
  perPage: number
  search?: string | undefined
  sort?: string | undefined
  roleId?: number | undefined
}

/** One page of the living members of a company. */
export function listMembers(db: Database, companyId: number, query: MemberQuery) {
  const where = and(
    eq(memberships.companyId, companyId),
    isNull(memberships.endedAt),
    query.roleId === undefined ? undefined : eq(memberships.roleId, query.roleId),
    contains(query.search, users.name, users.email),
  )
  const { limit, offset } = slice(query)
  const joined = eq(users.id, memberships.userId)
  return pageOf(query, {
    rows: db
      .select({ user: users, roleId: memberships.roleId, joinedAt: memberships.joinedAt })
      .from(memberships)
      .innerJoin(users, joined)
      .where(where)
      .orderBy(...orderBy(users, query.sort, 'name'))
      .limit(limit)
      .offset(offset),
    totals: db.select(total).from(memberships).innerJoin(users, joined).where(where),
    present: ({ user, roleId, joinedAt }): Member => ({
      id: user.id,
      name: user.name,
      email: user.email,
      avatar: user.avatar,
      role_id: roleId,
      joined_at: joinedAt.toISOString(),
    }),
  })
}

/** The living managers of a company: who is told of what happens in it. */
export async function managersOf(
  db: Database,
  companyId: number,
): Promise<{ id: number; name: string; email: string | null; languageId: number }[]> {
  return db
    .select({ id: users.id, name: users.name, email: users.email, languageId: users.languageId })
    .from(memberships)
    .innerJoin(users, eq(users.id, memberships.userId))
    .where(
      and(eq(memberships.companyId, companyId), isNull(memberships.endedAt), lte(memberships.roleId, roles.manager)),
    )
}
