import { and, eq, inArray, isNotNull, isNull, type SQL } from 'drizzle-orm'
import type { Member } from '#shared/companies/contract.ts'
import type { MemberState } from '#shared/companies/rules.ts'
import { Problem } from '#shared/lib/problem.ts'
import { workerAccounts } from '../accounts/sessionTable.ts'
import { users } from '../accounts/table.ts'
import { type Context, permitted } from '../lib/context.ts'
import type { Database } from '../lib/db/pools.ts'
import { among, contains, counted, one, orderBy, pageOf, slice } from '../lib/registers/listing.ts'
import { ofMembership } from './queries.ts'
import { isWithinOwn, presentReach, worksAt, worksWithinOwn } from './reachQueries.ts'
import { rolesThatMay } from './roleQueries.ts'
import { isNoGuestIn, memberships, ownRoles } from './table.ts'

type FoundMember = Awaited<ReturnType<typeof findMembers>>[number]

type MemberQuery = {
  page: number
  perPage: number
  search?: string | undefined
  sort?: string | undefined
  roleId?: number | undefined
  state?: MemberState | undefined
  offeredFor?: 'work' | 'tasks' | undefined
  worksAt?: string | undefined
  changeable?: boolean | undefined
}

const selectMembers = (db: Database) =>
  db
    .select({
      companyId: memberships.companyId,
      userId: users.id,
      name: users.name,
      email: users.email,
      userName: workerAccounts.userName,
      avatar: users.avatar,
      roleId: memberships.roleId,
      roleName: ownRoles.name,
      joinedAt: memberships.joinedAt,
      frozenAt: memberships.frozenAt,
      reachLocations: memberships.reachLocations,
      reachGroups: memberships.reachGroups,
      reachVehicles: memberships.reachVehicles,
    })
    .from(memberships)
    .innerJoin(users, eq(users.id, memberships.userId))
    .leftJoin(workerAccounts, eq(workerAccounts.userId, users.id))
    .leftJoin(ownRoles, ofMembership)

const findMembers = (db: Database, where: SQL | undefined) => selectMembers(db).where(where)

/**
 * A member, frozen or not, and no guest of a day, as in the list, if the actor may do this with them; a Problem that
 * does not tell which otherwise.
 */
export async function accessMember(
  ctx: Context,
  companyId: number,
  userId: number,
  action: string,
): Promise<FoundMember> {
  const [member] = await findMembers(
    ctx.db,
    and(
      eq(memberships.companyId, companyId),
      eq(memberships.userId, userId),
      isNull(memberships.endedAt),
      eq(memberships.isKey, false),
      isNull(users.guestUntil),
    ),
  )
  const found = permitted(ctx, action, 'Member', member)
  // A manager of a part of the company is one for those who work in no more than that.
  if (action !== 'read' && !isWithinOwn(ctx, presentReach(found))) throw new Problem('forbidden')
  return found
}

/** The members that can be chosen. Frozen members and guests cannot, and not every role completes tasks. */
const isOffered = async (db: Database, companyId: number, what: 'work' | 'tasks') =>
  and(
    isNull(memberships.frozenAt),
    what === 'tasks'
      ? inArray(memberships.roleId, await rolesThatMay(db, companyId, 'complete', 'SentTask'))
      : isNoGuestIn(memberships.roleId),
  )

/** One page of the members of a company; who came by guest login for a day is not among them. */
export async function listMembers(
  ctx: Pick<Context, 'db' | 'locale' | 'actor' | 'among'>,
  companyId: number,
  query: MemberQuery,
) {
  const { db, locale } = ctx
  const where = and(
    eq(memberships.companyId, companyId),
    isNull(memberships.endedAt),
    eq(memberships.isKey, false),
    isNull(users.guestUntil),
    query.state && (query.state === 'frozen' ? isNotNull : isNull)(memberships.frozenAt),
    query.offeredFor && (await isOffered(db, companyId, query.offeredFor)),
    query.roleId === undefined ? undefined : eq(memberships.roleId, query.roleId),
    query.worksAt ? await worksAt(db, companyId, query.worksAt) : undefined,
    query.changeable ? worksWithinOwn(ctx) : undefined,
    contains(query.search, users.name, users.email),
    among(ctx, memberships.userId),
  )
  const { limit, offset } = slice(query)
  return pageOf(query, {
    rows: selectMembers(db)
      .where(where)
      .orderBy(...orderBy(users, query.sort, 'name', locale))
      .limit(limit)
      .offset(offset),
    totals: counted(
      db,
      db.select(one).from(memberships).innerJoin(users, eq(users.id, memberships.userId)).where(where),
    ),
    present: member => presentMember(ctx, member),
  })
}

/** A member in wire form. */
export const presentMember = (ctx: Pick<Context, 'actor'>, member: FoundMember): Member => ({
  id: member.userId,
  name: member.name,
  email: member.email,
  user_name: member.userName,
  avatar: member.avatar,
  role_id: member.roleId,
  role_name: member.roleName,
  joined_at: member.joinedAt.toISOString(),
  frozen_at: member.frozenAt?.toISOString() ?? null,
  reach: presentReach(member),
  changeable: isWithinOwn(ctx, presentReach(member)),
})
