import { and, eq, inArray, isNotNull, isNull, or, sql } from 'drizzle-orm'
import { abilityOf } from '#shared/ability.ts'
import { isContained } from '#shared/customRoles.ts'
import { actorOf } from '#shared/lib/actor.ts'
import { invalidField, Problem } from '#shared/lib/problem.ts'
import type { Reach } from '#shared/lib/reach.ts'
import type { OwnRule } from '#shared/lib/roles.ts'
import { isGuest, roles } from '#shared/lib/roles.ts'
import { allows } from '#shared/lib/rules.ts'
import { users } from '../accounts/table.ts'
import type { Context } from '../lib/context.ts'
import type { Database } from '../lib/db/pools.ts'
import { findCompanyRole, givesAccess, ofMembership } from './queries.ts'
import { seenBy } from './reachQueries.ts'
import { memberships, ownRoles } from './table.ts'

const granted: readonly number[] = [roles.manager, roles.employee, roles.guest]

/** Somebody, to compare roles by: the same person in the same company. */
const anybody = { id: -1, companyId: -1 }

/**
 * Throws `role_above_own` where the role ranks above the actor's or has rights that theirs has not, and 422 for an
 * unknown role. The role is locked until the transaction ends.
 */
export async function requireMayGrant(ctx: Context, companyId: number, roleId: number): Promise<void> {
  const rules = await rulesOf(ctx, companyId, roleId)
  if (!isGrantable(ctx, roleId, rules)) throw new Problem('role_above_own')
}

/** Returns whether a role ranks no higher than the actor's and has no rights that theirs has not. */
export function isGrantable({ actor }: Pick<Context, 'actor'>, roleId: number, rules: OwnRule[] | null): boolean {
  if (actor.isAdmin) return true
  const own = abilityOf(actorOf(anybody.id, anybody.companyId, actor.roleId, { ownRules: actor.ownRules }))
  const wanted = abilityOf(actorOf(anybody.id, anybody.companyId, roleId, { ownRules: rules }))
  // Rights of guests were given to them by people who may; making somebody a guest gives nothing else away.
  return roleId >= actor.roleId && (isGuest(roleId) || isContained(wanted, own))
}

/** The rules of a company's own role; null for one that every company has. */
async function rulesOf(ctx: Context, companyId: number, roleId: number): Promise<OwnRule[] | null> {
  if (granted.includes(roleId)) return null
  const query = ctx.db
    .select({ rules: ownRoles.rules })
    .from(ownRoles)
    .where(and(eq(ownRoles.companyId, companyId), eq(ownRoles.id, roleId), isNull(ownRoles.archivedAt)))
  const [role] = await (ctx.writes ? query.for('key share') : query)
  if (!role) throw invalidField('role_id', 'not_an_option')
  return role.rules
}

/**
 * Whom to tell of something: the people at work in the row's company whose role there permits the action on it, a
 * company's own role by its rules. API keys are among them, because they listen too; `notify` leaves them out. Frozen
 * members and those who left are not; admins of the platform are only where they are members.
 *
 * Rules compare a row with who asks, and with nothing else about them. So one person whom the row does not name stands
 * for everybody of their role, and only those whom it names are asked for one by one.
 */
export async function whoMay(
  ctx: Pick<Context, 'db'>,
  action: string,
  subject: string,
  row: RowOfCompany,
): Promise<number[]> {
  const [people = []] = await whoMayEach(ctx, action, subject, [row])
  return people
}

type RowOfCompany = { companyId: number; [column: string]: unknown }
type Narrowing = Parameters<typeof actorOf>[3]

/** Rules ask whether somebody works in a part of the company, and `seenBy` in which. */
const nowhere: Reach = { locations: [], groups: [], vehicles: [] }

/** Returns the same for several rows of one company, with one query. */
export async function whoMayEach(
  { db }: Pick<Context, 'db'>,
  action: string,
  subject: string,
  rows: RowOfCompany[],
): Promise<number[][]> {
  const [first] = rows
  if (!first) return []
  const { companyId } = first
  const may = (row: RowOfCompany, userId: number, roleId: number, narrowing: Narrowing) =>
    allows(abilityOf(actorOf(userId, companyId, roleId, narrowing)), action, subject, row)
  const asked = rows.map(row => ({
    row,
    wholly: granted.filter(roleId => may(row, anybody.id, roleId, {})),
    named: new Set(idsIn(row)),
    everyOwnRole: may(row, anybody.id, roles.guest, { ownRules: [] }),
  }))
  const aboutIt = sql`${ownRoles.rules} @> ${JSON.stringify([{ subject }])}::jsonb`
  const members = await db
    .select({
      id: users.id,
      roleId: memberships.roleId,
      rules: ownRoles.rules,
      isKey: memberships.isKey,
      isNarrowed: sql<boolean>`${memberships.reachLocations} is not null`,
    })
    .from(memberships)
    .innerJoin(users, and(eq(users.id, memberships.userId), isNull(users.archivedAt)))
    .leftJoin(ownRoles, ofMembership)
    .where(
      and(
        eq(memberships.companyId, companyId),
        givesAccess,
        or(
          inArray(memberships.roleId, [...new Set(asked.flatMap(({ wholly }) => wholly))]),
          asked.some(({ everyOwnRole }) => everyOwnRole) ? isNotNull(memberships.ownRoleId) : aboutIt,
          inArray(memberships.userId, [...new Set(asked.flatMap(({ named }) => [...named]))]),
        ),
      ),
    )
  const narrowed = members.filter(({ isNarrowed }) => isNarrowed).map(({ id }) => id)
  const seen = await seenBy(db, { companyId, subject, people: narrowed }, rows)
  return asked.map(({ row, wholly, named }) =>
    members
      .filter(
        ({ id, roleId, rules, isKey, isNarrowed }) =>
          ((wholly.includes(roleId) && !isKey && !isNarrowed) ||
            ((named.has(id) || rules !== null || isKey || isNarrowed) &&
              may(row, id, roleId, { ownRules: rules, isKey, reach: isNarrowed ? nowhere : null }))) &&
          (!isNarrowed || seen(id, row)),
      )
      .map(({ id }) => id),
  )
}

/**
 * Throws where a link to somebody's password opens more than the person who hands it over may reach: confidential
 * cases, the platform, or for the people of one company another one
 * (docs/decisions/0090-links-without-mail.md). `companyId` is null for an administrator. `db` is outside the isolation.
 */
export async function requireMayHandOver(db: Database, userId: number, companyId: number | null): Promise<void> {
  const [person] = await db.select({ adminSince: users.adminSince }).from(users).where(eq(users.id, userId))
  if (person?.adminSince) throw new Problem('password_link_by_administrator')
  const places = await db
    .select({ companyId: memberships.companyId })
    .from(memberships)
    .where(and(eq(memberships.userId, userId), isNull(memberships.endedAt)))
  if (companyId !== null && places.some(place => place.companyId !== companyId))
    throw new Problem('password_link_by_administrator')
  for (const place of places) {
    const role = await findCompanyRole(db, userId, place.companyId)
    if (!role) continue
    const ability = abilityOf(actorOf(userId, place.companyId, role.roleId, role))
    if (allows(ability, 'read', 'Case')) throw new Problem('password_link_of_case_reader')
  }
}

/** Returns the roles of a company whose people may do something with their own rows. */
export async function rolesThatMay(
  db: Database,
  companyId: number,
  action: string,
  subject: string,
): Promise<number[]> {
  const own = await db
    .select({ roleId: ownRoles.id, ownRules: ownRoles.rules })
    .from(ownRoles)
    .where(eq(ownRoles.companyId, companyId))
  const all = [...granted.map(roleId => ({ roleId, ownRules: null })), ...own]
  return all.filter(role => mayWithOwn({ ...role, companyId }, action, subject)).map(({ roleId }) => roleId)
}

/** Returns whether a role may do something with its person's own rows. */
export function mayWithOwn(
  { companyId, roleId, ownRules }: { companyId: number; roleId: number; ownRules: OwnRule[] | null },
  action: string,
  subject: string,
): boolean {
  const ability = abilityOf(actorOf(anybody.id, companyId, roleId, { ownRules }))
  return allows(ability, action, subject, { companyId, userId: anybody.id })
}

/** Everything in a row that can be the id of a person. */
const idsIn = (row: object): number[] =>
  Object.values(row)
    .flat()
    .filter(value => Number.isInteger(value) && value > 0 && value < 2 ** 31)
