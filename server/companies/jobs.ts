import { and, eq, gt, inArray, isNotNull, isNull, lt, lte, or, type SQL, sql } from 'drizzle-orm'
import { audit } from '../audit/commands.ts'
import { changes } from '../lib/changes/table.ts'
import type { Context, Services } from '../lib/context.ts'
import { type Database, withDatabase } from '../lib/db/pools.ts'
import { eachCompany } from '../lib/jobs/eachCompany.ts'
import { nightly } from '../lib/jobs/erasing.ts'
import { inCompany } from '../lib/jobs/inCompany.ts'
import type { Job } from '../lib/jobs/jobs.ts'
import { dayAt, daysFrom } from '../lib/localDays.ts'
import { notify } from '../notifications/commands.ts'
import { planEndMail } from './mails.ts'
import { type FoundPlan, findPlans, holding } from './planQueries.ts'
import { storedOfCompany } from './ports.ts'
import { whoMay } from './roleQueries.ts'
import { companies, companyPlans, ownRoles } from './table.ts'

const kept = 30 * 24 * 3600_000
const isDue = () => lt(companies.archivedAt, new Date(Date.now() - kept))

/** Rows that are deleted in one statement and transaction. */
const maxTogether = 1_000

/** Erases companies that were archived 30 days ago, with everything in them, each in a job of its own. */
export const eraseArchivedCompanies: Job<object> = {
  name: 'companies.erase-archived',
  schedule: nightly,
  work: async (_, { db, services }) => {
    const due = await db.select({ companyId: companies.id }).from(companies).where(isDue())
    await services.jobs.sendEach(
      db,
      eraseCompany,
      due.map(owner => ({ data: owner, owner })),
    )
    return undefined
  },
}

/**
 * Erases a company: its rows in many small transactions, what others point at last, and its files once no row names
 * them. A stop in between leaves rows that the next night finds again, and files that the sweep of the store removes.
 */
export const eraseCompany: Job<{ companyId: number }> = {
  name: 'companies.erase',
  work: async ({ companyId }, { db, services }) => {
    const paths = (await storedOfCompany.query(db, companyId)).flat()
    return async () => {
      if (!(await eraseRows(services, companyId))) return
      for (const path of paths) await services.storage.remove(path)
      services.log.warn({ companyId }, 'An archived company was erased')
    }
  },
}

/** False where the company is not to be erased, or not any more. */
async function eraseRows(services: Services, companyId: number): Promise<boolean> {
  const inTransaction = <T>(work: (db: Database) => Promise<T>) =>
    withDatabase(services.pools.jobs, { companyId: null, userId: null }, true, work)
  const ofCompany = and(eq(companies.id, companyId), isDue())
  const deleteSome = async (db: Database, name: SQL) => {
    const { rowCount } = await db.execute(
      sql`delete from ${name} where ctid = any(array(
        select ctid from ${name} where company_id = ${companyId} limit ${maxTogether}))`,
    )
    return rowCount === maxTogether ? 'more' : 'done'
  }
  const someOf = (table: string) =>
    inTransaction(async db => {
      const [company] = await db.select({ id: companies.id }).from(companies).where(ofCompany).for('share')
      return company ? deleteSome(db, sql`${sql.identifier(table)}`) : 'kept'
    })
  let tables = await inTransaction(tablesOfCompanies)
  for (;;) {
    const pointedAt: string[] = []
    for (const table of tables)
      try {
        let left = await someOf(table)
        while (left === 'more') left = await someOf(table)
        if (left === 'kept') return false
      } catch (error) {
        if (!isStillPointedAt(error)) throw error
        pointedAt.push(table)
      }
    // Rows in tables that reference each other in a circle go with the company.
    if (pointedAt.length === 0 || pointedAt.length === tables.length) break
    tables = pointedAt
  }
  const gone = await inTransaction(db => db.delete(companies).where(ofCompany).returning({ id: companies.id }))
  if (gone.length === 0) return false
  // While its rows went, that was noted as a change of each.
  while ((await inTransaction(db => deleteSome(db, sql`${changes}`))) === 'more');
  return true
}

/**
 * Lists all tables with a company_id, least referenced first. Tables whose rows outlive the company, such as sessions,
 * are left out.
 */
async function tablesOfCompanies(db: Database): Promise<string[]> {
  const { rows } = await db.execute<{ name: string }>(sql`
    select c.relname as name from pg_class c
    join pg_attribute a on a.attrelid = c.oid and a.attname = 'company_id' and not a.attisdropped
    where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and not exists (
      select from pg_constraint f
      where f.contype = 'f' and f.conrelid = c.oid and f.confrelid = 'companies'::regclass and f.confdeltype = 'n')
    order by (select count(*) from pg_constraint f where f.contype = 'f' and f.confrelid = c.oid), c.relname`)
  return rows.map(({ name }) => name)
}

const foreignKeyViolation = '23503'

const isStillPointedAt = (error: unknown): boolean => {
  const { code, cause } = error as { code?: string; cause?: { code?: string } }
  return (cause?.code ?? code) === foreignKeyViolation
}

/**
 * Deletes roles that were archived 30 days ago. Numbers repeat between companies, so the company is part of the
 * condition.
 */
export const eraseArchivedRoles: Job<object> = {
  name: 'roles.erase-archived',
  schedule: nightly,
  work: async (_, { db }) => {
    await db.delete(ownRoles).where(
      and(
        isNotNull(ownRoles.archivedAt),
        lt(ownRoles.archivedAt, sql`now() - interval '30 days'`),
        sql`not exists (select from invites i where i.company_id = ${ownRoles.companyId}
            and i.own_role_id = ${ownRoles.id})`,
      ),
    )
  },
}

// Mails about the end of a plan, 7 days and 1 day before, in the company's time zone.

/** Days before the end on which a mail goes out. */
const warnings = [1, 7]

/** The mail that is due now of a plan's end: the latest of those that were not sent. */
function dueWarning({ row, timeZone }: FoundPlan, now: Date): number | null {
  if (row.endDate === null) return null
  const left = daysFrom(dayAt(now, timeZone), row.endDate)
  const due = left < 0 ? undefined : warnings.find(days => left <= days)
  return due === undefined || (row.warnedDays !== null && row.warnedDays <= due) ? null : due
}

/** Hourly, because midnight is not the same everywhere. */
export const planEndings: Job<object> = {
  name: 'plan.endings',
  schedule: '10 * * * *',
  work: async (_, { db, services }) => {
    const now = new Date()
    const due = (await endingPlans(db, now)).flatMap(plan => {
      const days = dueWarning(plan, now)
      return days === null ? [] : [{ row: plan.row, days }]
    })
    // Works after the commit, so that no connection of the queue is held.
    const ofCompanies = Map.groupBy(due, ({ row }) => row.companyId)
    return () =>
      eachCompany(services, 'plan.endings', ofCompanies.keys(), async companyId => {
        for (const { row, days } of ofCompanies.get(companyId) ?? [])
          await inCompany(services, companyId, 'plan_ends', ctx => warn(ctx, row, days))
      })
  },
}

/** Tells of the end once: who was here before in the meantime has done it. */
async function warn(ctx: Context, row: FoundPlan['row'], days: number): Promise<void> {
  const isOpen = or(isNull(companyPlans.warnedDays), gt(companyPlans.warnedDays, days))
  const [warned] = await ctx.db
    .update(companyPlans)
    .set({ warnedDays: days })
    .where(and(eq(companyPlans.companyId, row.companyId), eq(companyPlans.id, row.id), isOpen))
    .returning({ id: companyPlans.id })
  if (!warned) return
  const people = await whoMay(ctx, 'select', 'CompanyPlan', row)
  await audit(ctx, 'plan.end_told', { type: 'CompanyPlan', id: row.id, companyId: row.companyId }, { days })
  await notify(ctx, planEndMail, people, { companyPlanId: row.id })
}

/** The plans that hold, end soon and are followed by no other. */
async function endingPlans(db: Database, now: Date): Promise<FoundPlan[]> {
  const soon = sql`(now() + interval '9 days')::date`
  const ending = db
    .selectDistinct({ id: companyPlans.companyId })
    .from(companyPlans)
    .innerJoin(companies, and(eq(companies.id, companyPlans.companyId), isNull(companies.archivedAt)))
    .where(and(isNull(companyPlans.archivedAt), lte(companyPlans.endDate, soon), isNotNull(companyPlans.endDate)))
  const plans = await findPlans(db, inArray(companyPlans.companyId, ending))
  return [...Map.groupBy(plans, ({ row }) => row.companyId).values()].flatMap(ofCompany => {
    const plan = holding(ofCompany, now)
    const endDate = plan?.row.endDate
    const goesOn = ofCompany.some(({ row }) => row.endDate === null || (endDate && row.endDate > endDate))
    return plan && endDate && !goesOn ? [plan] : []
  })
}
