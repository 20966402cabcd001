import { and, eq, exists, inArray, isNull, sql } from 'drizzle-orm'
import { abilityOf } from '#shared/ability.ts'
import type { Company, ListedCompany } from '#shared/companies/contract.ts'
import { type Actor, actorOf } from '#shared/lib/actor.ts'
import { wire } from '#shared/lib/casing.ts'
import { localeOf } from '#shared/lib/language.ts'
import { invalidField, Problem } from '#shared/lib/problem.ts'
import { type Reach, reachAtSite } from '#shared/lib/reach.ts'
import type { OwnRule } from '#shared/lib/roles.ts'
import { roles } from '#shared/lib/roles.ts'
import { allows } from '#shared/lib/rules.ts'
import { countryOf } from '#shared/system/countries.ts'
import { workerAccounts } from '../accounts/sessionTable.ts'
import { requireMayEnter } from '../accounts/sso/ssoQueries.ts'
import { users } from '../accounts/table.ts'
import { fairnessKey } from '../lib/concurrency/fairnessKey.ts'
import { type Context, companyOf, permitted } from '../lib/context.ts'
import { type Database, inTurn, shortReads, tenantOf } from '../lib/db/pools.ts'
import type { Storage } from '../lib/files/storage.ts'
import { ifMissing } from '../lib/files/storage.ts'
import { dayAt } from '../lib/localDays.ts'
import { archivedOrNot, contains, orderBy, pageOf, slice, totalOf } from '../lib/registers/listing.ts'
import { currentPlansOf } from './planQueries.ts'
import { companies, isManagerIn, memberships, ownRoles } from './table.ts'

export type CompanyRow = typeof companies.$inferSelect

/** A membership that gives access: neither ended nor frozen. API keys have one too. */
export const givesAccess = and(isNull(memberships.endedAt), isNull(memberships.frozenAt))
/** The membership of a colleague: a person whom others can name, ask and write to. */
export const isAtWork = and(givesAccess, eq(memberships.isKey, false))
/** The company's own role of a membership. */
export const ofMembership = and(eq(ownRoles.companyId, memberships.companyId), eq(ownRoles.id, memberships.ownRoleId))

export async function findCompany(db: Database, id: number): Promise<CompanyRow | undefined> {
  const [company] = await db.select().from(companies).where(eq(companies.id, id))
  return company
}

/** Time zone of a company that was read. */
export const zoneOf = (company: Pick<CompanyRow, 'timeZone'> | undefined): string => company?.timeZone ?? 'UTC'

/** Time zone of a company, for its days; UTC outside any company. */
export async function zoneOfCompany(db: Database, id: number | null): Promise<string> {
  const [company] =
    id === null ? [] : await db.select({ timeZone: companies.timeZone }).from(companies).where(eq(companies.id, id))
  return zoneOf(company)
}

/** With which day weeks begin in a country; Sunday is 0. */
const firstDayIn = (country: string): number =>
  // TypeScript does not know it yet.
  (new Intl.Locale(`und-${country}`) as unknown as { getWeekInfo: () => { firstDay: number } }).getWeekInfo().firstDay %
  7

/** Time zone of a company, and the day with which its weeks begin: Sunday is 0. */
export async function clockOfCompany(db: Database, id: number): Promise<{ timeZone: string; firstDay: number }> {
  const { timeZone, countryId, languageId } = companies
  const [company] = await db.select({ timeZone, countryId, languageId }).from(companies).where(eq(companies.id, id))
  const country = company?.countryId ? countryOf(company.countryId)?.code : undefined
  const firstDay = country ? firstDayIn(country) : undefined
  // Without a country as its language has it: English is that of Europe.
  return { timeZone: zoneOf(company), firstDay: firstDay ?? (localeOf(company?.languageId) === 'ar' ? 6 : 1) }
}

/** Today's calendar day in the time zone of a company; in UTC outside any company. */
export async function todayIn({ db, now }: Pick<Context, 'db' | 'now'>, companyId: number | null): Promise<string> {
  return dayAt(now, await zoneOfCompany(db, companyId))
}

/** Returns the names of companies, for readers who see rows of several. */
export async function namesOfCompanies(db: Database, ids: number[]): Promise<Map<number, string>> {
  if (ids.length === 0) return new Map()
  const rows = await db
    .select({ id: companies.id, name: companies.name })
    .from(companies)
    .where(inArray(companies.id, ids))
  return new Map(rows.map(({ id, name }) => [id, name]))
}

export const presentCompany = (company: CompanyRow): Company => wire(company)

/**
 * The company that the session works in, if the actor may do this with it; a Problem that does not tell which
 * otherwise.
 */
export async function accessCompany(ctx: Context, id: number, action: string): Promise<CompanyRow> {
  const company = permitted(ctx, action, 'Company', await findCompany(ctx.db, id))
  if (company.archivedAt && !ctx.actor.isAdmin) throw new Problem('not_found')
  return company
}

/** Returns a company of the actor's, independent of the session's company. Runs as the platform role. */
export async function accessOwnCompany(ctx: Context, id: number): Promise<CompanyRow> {
  const company = await findCompany(ctx.db, id)
  if (!company || !(ctx.actor.isAdmin || (await findCompanyRole(ctx.db, ctx.actor.id, id))))
    throw new Problem('not_found')
  await requireMayEnter(ctx, id)
  return company
}

/**
 * Returns a company that the actor manages, archived or not, independent of the session's company. Runs as the
 * platform role.
 */
export async function accessManagedCompany(ctx: Context, id: number): Promise<CompanyRow> {
  const company = await findCompany(ctx.db, id)
  if (!company) throw new Problem('not_found')
  if (ctx.actor.isAdmin) return company
  const [place] = await selectCompanyRoles(ctx.db).where(ofPerson(ctx.actor.id, id))
  if (!place) throw new Problem('not_found')
  await requireMayEnter(ctx, id)
  const ability = abilityOf(actorOf(ctx.actor.id, id, place.roleId, place))
  if (!allows(ability, 'delete', 'Company', company)) throw new Problem(company.archivedAt ? 'not_found' : 'forbidden')
  return company
}

/** A person's role in a company, with its rules where it is the company's own role. */
export type CompanyRole = { roleId: number; ownRules: OwnRule[] | null; reach: Reach | null; isKey: boolean }

/**
 * The place of somebody who can work in the company now: a member who is not frozen, of a company that is not archived.
 */
export async function findCompanyRole(
  db: Database,
  userId: number,
  companyId: number,
): Promise<CompanyRole | undefined> {
  const [place] = await selectCompanyRoles(db).where(and(ofPerson(userId, companyId), isNull(companies.archivedAt)))
  return place
}

const selectCompanyRoles = (db: Database) =>
  db
    .select({ roleId: memberships.roleId, ownRules: ownRoles.rules, reach: closedReach, isKey: memberships.isKey })
    .from(memberships)
    .innerJoin(companies, eq(companies.id, memberships.companyId))
    .leftJoin(ownRoles, ofMembership)

/** The reach of a membership with all locations below those that it names; null for the whole company. */
export const closedReach = sql<Reach | null>`case when ${memberships.reachLocations} is not null then
  jsonb_build_object('locations', locations_below(${memberships.companyId}, ${memberships.reachLocations}),
    'groups', ${memberships.reachGroups}, 'vehicles', ${memberships.reachVehicles}, 'historiesStay',
    (select c.histories_stay from companies c where c.id = ${memberships.companyId})) end`

const ofPerson = (userId: number, companyId: number) =>
  and(eq(memberships.userId, userId), eq(memberships.companyId, companyId), givesAccess)

/** A person whom a call names, and the field that names them. */
type NamedPerson = { id: number; field: string }

/**
 * Throws a 422 at the first person who does not work in the company now: who has left, is frozen, or never was a
 * member. `kept` are those whom the row names already, so that it can be changed after one of them has left.
 */
export async function requireAtWork(
  db: Database,
  companyId: number,
  named: NamedPerson[],
  kept: (number | null)[] = [],
): Promise<void> {
  const asked = named.filter(({ id }) => !kept.includes(id))
  if (asked.length === 0) return
  const ids = asked.map(({ id }) => id)
  const found = await db
    .select({ id: memberships.userId })
    .from(memberships)
    .where(and(eq(memberships.companyId, companyId), inArray(memberships.userId, ids), isAtWork))
  const atWork = new Set(found.map(({ id }) => id))
  const missing = asked.find(({ id }) => !atWork.has(id))
  if (missing) throw invalidField(missing.field, 'not_found')
}

type CompanyQuery = {
  page: number
  perPage: number
  archived: boolean
  search?: string | undefined
  sort?: string | undefined
}

/**
 * One page of the companies that the actor belongs to, or for an admin of all; of archived ones those that they may
 * restore.
 */
export async function listCompanies(query: CompanyQuery, ctx: Context) {
  const { db, actor } = ctx
  const mine = and(
    eq(memberships.companyId, companies.id),
    eq(memberships.userId, actor.id),
    givesAccess,
    // A company that takes no password is listed all the same: choosing it says how to get in.
    ctx.session?.onlyCompanyId ? eq(memberships.companyId, ctx.session.onlyCompanyId) : undefined,
    query.archived ? isManagerIn(memberships.roleId) : undefined,
  )
  const where = and(
    archivedOrNot(companies, query.archived),
    contains(query.search, companies.name),
    actor.isAdmin ? undefined : exists(db.select({ one: sql`1` }).from(memberships).where(mine)),
  )
  const { limit, offset } = slice(query)
  const page = await pageOf(query, {
    rows: db
      .select({ company: companies, roleId: memberships.roleId, roleName: ownRoles.name, memberCount })
      .from(companies)
      .leftJoin(memberships, mine)
      .leftJoin(ownRoles, ofMembership)
      .where(where)
      .orderBy(...orderBy(companies, query.sort, 'name', ctx.locale))
      .limit(limit)
      .offset(offset),
    totals: totalOf(db, companies, where),
    present: row => row,
  })
  const plans = await currentPlansOf(
    db,
    page.data.map(({ company }) => company.id),
    ctx.now,
  )
  const data = page.data.map(
    ({ company, ...rest }): ListedCompany => ({
      ...presentCompany(company),
      role_id: rest.roleId,
      role_name: rest.roleName,
      member_count: rest.memberCount,
      plan: plans.get(company.id) ?? null,
    }),
  )
  return { data, meta: page.meta }
}

const memberCount = sql<number>`(
  select count(*)::int from memberships of_company where of_company.company_id = ${companies.id}
    and of_company.ended_at is null and not of_company.is_key
)`

/**
 * Workers without e-mail belong to one company, and guests of a day to the one that they came to: neither joins or
 * makes another.
 */
export async function requireFreePerson(db: Database, userId: number): Promise<void> {
  const [found] = await db
    .select({ guestUntil: users.guestUntil, worker: workerAccounts.userId })
    .from(users)
    .leftJoin(workerAccounts, eq(workerAccounts.userId, users.id))
    .where(and(eq(users.id, userId), isNull(users.archivedAt)))
  if (!found || found.guestUntil || found.worker !== null) throw new Problem('forbidden')
}

/** The name under which documents know the picture. */
const inDocuments = 'logo'

/** The logo as a picture of a document; nothing where there is none, or it is not in the store. */
export async function logoForDocument(
  storage: Storage,
  company: Pick<CompanyRow, 'logo'> | undefined,
): Promise<Record<string, Uint8Array>> {
  const content = company?.logo && (await storage.read(company.logo.path).catch(ifMissing))
  return content ? { [inDocuments]: content } : {}
}

/** Returns the logo by its stored path. */
export const logoPathForDocument = (company: Pick<CompanyRow, 'logo'> | undefined): Record<string, string> =>
  company?.logo ? { [inDocuments]: company.logo.path } : {}

/** The logo of a company and what it is called, for mails that speak for it. */
export async function findLogo(db: Database, companyId: number) {
  const [company] = await db
    .select({ name: companies.name, logo: companies.logo })
    .from(companies)
    .where(eq(companies.id, companyId))
  return logoOf(company)
}

/** Logo of a company that was read, as its mails show it. */
export const logoOf = (company: Pick<CompanyRow, 'name' | 'logo'> | undefined) =>
  company?.logo ? { name: company.name, ...company.logo } : null

/**
 * Somebody as an actor in a company with the rights that they have now. Throws `forbidden` where they are at work there
 * no more.
 */
export async function actorAt(db: Database, userId: number, companyId: number): Promise<Actor> {
  const [user] = await db
    .select({ adminSince: users.adminSince })
    .from(users)
    .where(and(eq(users.id, userId), isNull(users.archivedAt)))
  if (user?.adminSince) return actorOf(userId, companyId, roles.admin)
  const place = user && (await findCompanyRole(db, userId, companyId))
  if (!place) throw new Problem('forbidden')
  return actorOf(userId, companyId, place.roleId, place)
}

/** The same person looking at a site. Throws `not_found` where they see no such location. */
export async function actorAtSite(db: Database, actor: Actor, companyId: number, site: number): Promise<Actor> {
  const { rows } = await db.execute<{ below: number[] }>(
    sql`select locations_below(${companyId}::int, array[${site}::int]) as below`,
  )
  const at = reachAtSite(actor.reach, rows[0]?.below ?? [])
  if (!at) throw new Problem('not_found')
  return { ...actor, site: actor.isAdmin ? null : at }
}

/** The context of a preparation that reads what lies at a site. Throws `not_found` as `actorAtSite` does. */
export async function readingAtSite(ctx: Context, site: number): Promise<Context> {
  const companyId = companyOf(ctx)
  const actor = await actorAtSite(ctx.db, ctx.actor, companyId, site)
  const { pools } = ctx.services
  const db = shortReads(work =>
    inTurn(pools, 'isolated', fairnessKey(actor, ctx.ip), tenantOf(actor, companyId), false, work),
  )
  return { ...ctx, actor, db }
}
