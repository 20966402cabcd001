import { and, asc, count, isNull, type SQL, sql } from 'drizzle-orm'
import { dashboard as calls, type Dashboard, type DashboardCompany } from '#shared/dashboard/contract.ts'
import { type CompanyState, companyStates, silentDays, soonDays } from '#shared/dashboard/figures.ts'
import { isNoKey } from '../accounts/queries.ts'
import { users } from '../accounts/table.ts'
import { currentPlansOf } from '../companies/planQueries.ts'
import { companies } from '../companies/table.ts'
import type { Context } from '../lib/context.ts'
import { type Handler, routes } from '../lib/http/routes.ts'
import { daysLater } from '../lib/localDays.ts'
import { contains, pageOf, slice, totalOf } from '../lib/registers/listing.ts'
import type { Module } from '../module.ts'
import { readState } from './companyState.ts'

const isLiving = isNull(companies.archivedAt)

/** Named whole: within a query of their own, these would be the columns of its table. */
const [id, zone, founded] = ['id', 'time_zone', 'created_at'].map(column => sql.raw(`"companies"."${column}"`)) as [
  SQL,
  SQL,
  SQL,
]

/** The local day of a company, and the last day of its plan, if any. */
const today = (now: Date) => sql`(${now.toISOString()}::timestamptz at time zone ${zone})::date`
const endOfPlan = (now: Date) => sql`(
  select held.end_date from company_plans held
  where held.company_id = ${id} and held.archived_at is null and held.start_date <= ${today(now)}
  order by held.start_date desc, held.id desc limit 1)`
/** Whether the company asked for another plan that no admin has opened. */
const wishes = (now: Date) => sql`coalesce((
  select held.selected_plan_id is not null and held.selected_plan_id <> held.plan_id from company_plans held
  where held.company_id = ${id} and held.archived_at is null and held.start_date <= ${today(now)}
  order by held.start_date desc, held.id desc limit 1), false)`

const since = (now: Date, days: number) => sql`${now.toISOString()}::timestamptz - make_interval(days => ${days})`
const done = (now: Date, days: number) => sql`(
  select 1 from submissions done
  where done.company_id = ${id} and done.completed_at > ${since(now, days)} limit 1)`
const lastSubmission = sql<Date | null>`(
  select max(done.completed_at) from submissions done where done.company_id = ${id})`

/** The condition of each state. */
function stateIs(state: CompanyState, now: Date): SQL {
  switch (state) {
    case 'wishing':
      return wishes(now)
    case 'ended':
      return sql`coalesce(${endOfPlan(now)} < ${today(now)}, false)`
    case 'ending':
      return sql`coalesce(${endOfPlan(now)} between ${today(now)} and ${today(now)} + ${soonDays - 1}::int, false)`
    case 'silent':
      return sql`(not exists ${done(now, silentDays)} and ${founded} < ${since(now, silentDays)})`
    case 'new':
      return sql`${founded} > ${since(now, silentDays)}`
    case 'active':
      return sql`exists ${done(now, soonDays)}`
  }
}

/** Counts companies by state, as `listStanding` finds them. */
async function readDashboard({ db, now }: Context): Promise<Dashboard> {
  const states = Object.fromEntries(
    companyStates.map(state => [state, sql<number>`count(*) filter (where ${stateIs(state, now)})::int`]),
  ) as Record<CompanyState, SQL<number>>
  const last = now.toISOString().slice(0, 10)
  const first = daysLater(last, 1 - 7 * weeks)
  const [[standing], [people], counted] = await Promise.all([
    db
      .select({ companies: count(), ...states })
      .from(companies)
      .where(isLiving),
    db
      .select({ people: count(), admins: sql<number>`count(${users.adminSince})::int` })
      .from(users)
      .where(and(isNull(users.archivedAt), isNull(users.erasedAt), isNoKey(db))),
    db.execute<{ week: number; submissions: number; companies: number }>(sql`
      select ((done.completed_at at time zone 'UTC')::date - ${first}::date) / 7 as week,
        count(*)::int as submissions, (count(distinct done.company_id) filter (where ${isLiving}))::int as companies
      from submissions done join ${companies} on ${companies.id} = done.company_id
      where done.archived_at is null and done.completed_at >= ${first}::date and done.completed_at < ${last}::date + 1
      group by 1`),
  ])
  const { companies: all = 0, ...found } = standing ?? {}
  const inWeek = (week: number) => counted.rows.find(row => Number(row.week) === week)
  return {
    made_at: now.toISOString(),
    companies: all,
    states: found as Record<CompanyState, number>,
    people: people?.people ?? 0,
    admins: people?.admins ?? 0,
    submissions: inWeek(weeks - 1)?.submissions ?? 0,
    submissions_before: inWeek(weeks - 2)?.submissions ?? 0,
    weeks: Array.from({ length: weeks }, (_, week) => ({
      from: daysLater(first, 7 * week),
      to: daysLater(first, 7 * week + 6),
      submissions: inWeek(week)?.submissions ?? 0,
      companies: inWeek(week)?.companies ?? 0,
    })),
  }
}

const weeks = 12

type Query = {
  page: number
  perPage: number
  search?: string | undefined
  state?: CompanyState | undefined
  from?: string | undefined
  to?: string | undefined
}

/** Whether something was completed there in these days. */
const workedBetween = (from?: string, to?: string) =>
  from || to
    ? sql`exists (select from submissions done where done.company_id = ${id} and done.archived_at is null
        and done.completed_at >= ${from ?? '-infinity'}::date
          and done.completed_at < ${to ? daysLater(to, 1) : 'infinity'}::date)`
    : undefined

/** Lists a page of companies in a state; those whose plan ends first come first, then the longest silent. */
async function listStanding({ db, now }: Context, { page, perPage, search, state, from, to }: Query) {
  const where = and(isLiving, contains(search, companies.name), state && stateIs(state, now), workedBetween(from, to))
  const { limit, offset } = slice({ page, perPage })
  const found = await pageOf(
    { page, perPage },
    {
      rows: db
        .select({
          id: companies.id,
          name: companies.name,
          createdAt: companies.createdAt,
          members: sql<number>`(select count(*)::int from memberships here
            where here.company_id = ${id} and here.ended_at is null and not here.is_key)`,
          submissions: sql<number>`(select count(*)::int from submissions done
            where done.company_id = ${id} and done.archived_at is null
              and done.completed_at > ${since(now, silentDays)})`,
          last: lastSubmission,
        })
        .from(companies)
        .where(where)
        .orderBy(
          state === 'silent' ? sql`${lastSubmission} asc nulls first` : sql`${endOfPlan(now)} asc nulls last`,
          asc(companies.name),
          asc(companies.id),
        )
        .limit(limit)
        .offset(offset),
      totals: totalOf(db, companies, where),
      present: row => row,
    },
  )
  const plans = await currentPlansOf(
    db,
    found.data.map(row => row.id),
    now,
  )
  return {
    meta: found.meta,
    data: found.data.map(
      ({ id: companyId, name, createdAt, members, submissions, last }): DashboardCompany => ({
        ...{ id: companyId, name, submissions, member_count: members },
        last_submission_at: last === null ? null : new Date(last).toISOString(),
        created_at: createdAt.toISOString(),
        plan: plans.get(companyId) ?? null,
      }),
    ),
  }
}

export const getCompanyState: Handler<typeof calls.own> = (_, ctx) => readState(ctx)

export const getDashboard: Handler<typeof calls.get> = (_, ctx) => readDashboard(ctx)

export const getCompaniesInState: Handler<typeof calls.companies> = (query, ctx) => listStanding(ctx, query)

export const dashboardModule: Module = {
  routes: routes(calls, { own: getCompanyState, get: getDashboard, companies: getCompaniesInState }),
}
