import { and, eq, inArray, isNull, or, sql } from 'drizzle-orm'
import { todayIn } from '../companies/queries.ts'
import { whoMay } from '../companies/roleQueries.ts'
import { companies } from '../companies/table.ts'
import { eraseDocuments } from '../documents/commands.ts'
import type { Services, Topic } from '../lib/context.ts'
import { type Database, noTenant, withDatabase } from '../lib/db/pools.ts'
import { eachCompany } from '../lib/jobs/eachCompany.ts'
import { nightly } from '../lib/jobs/erasing.ts'
import type { Job } from '../lib/jobs/jobs.ts'
import { notify } from '../notifications/commands.ts'
import { isDueOn } from './queries.ts'
import { cases } from './table.ts'

/** Says once a day that the case inbox has something new or a deadline is near, without naming or counting cases. */
export const casesWait: Topic<object> = {
  name: 'case.waiting',
  bell: () => ({ values: {}, href: '/case', about: 'cases' }),
}

/**
 * Tells those who handle cases once a day, at an hour that has nothing to do with when something came: of what is new
 * since the day before, and where a clock runs out. What it is started with names nothing.
 */
export const notifyOfDeadlines: Job<object> = {
  name: 'cases.tell',
  schedule: '0 5 * * *',
  work: async (_, { db, services }) => {
    const waiting = (await companiesToTell(db)).map(({ id }) => id)
    return () =>
      eachCompany(services, 'cases.tell', waiting, companyId =>
        withDatabase(services.pools.jobs, noTenant, true, async ofCompany =>
          notifyReaders(ofCompany, services, companyId, await todayIn({ db: ofCompany, now: new Date() }, companyId)),
        ),
      )
  },
}

async function notifyReaders(
  db: Database,
  services: Pick<Services, 'jobs'>,
  companyId: number,
  today: string,
): Promise<void> {
  const rows = await db
    .select()
    .from(cases)
    .where(and(eq(cases.companyId, companyId), open))
  if (!rows.some(row => row.isUntold || isDueOn(today, row))) return
  const people = await whoMay({ db }, 'read', 'Case', { companyId })
  await notify({ db, services, actor: { companyId } }, casesWait, people, {})
  await db
    .update(cases)
    .set({ isUntold: false })
    .where(and(eq(cases.companyId, companyId), eq(cases.isUntold, true)))
}

const open = or(eq(cases.isUntold, true), isNull(cases.acknowledgedOn), isNull(cases.answeredOn))

const companiesToTell = (db: Database) =>
  db
    .select({ id: companies.id })
    .from(companies)
    .where(
      and(
        isNull(companies.archivedAt),
        inArray(companies.id, db.select({ id: cases.companyId }).from(cases).where(open)),
      ),
    )

/** Erases closed cases whose day has come, with all that was said and sent. */
export const eraseClosedCases: Job<object> = {
  name: 'cases.erase-closed',
  schedule: nightly,
  work: async (_, { db, services: { storage } }) => {
    const gone = await db
      .delete(cases)
      // The day has come where the company is; by UTC it may be a day more.
      .where(
        sql`${cases.eraseOn} <= current_date + 1
          and ${cases.eraseOn} <= (now() at time zone (select ${companies.timeZone} from ${companies}
            where ${companies.id} = ${cases.companyId}))::date`,
      )
      .returning({ id: cases.id, companyId: cases.companyId })
    const paths = await eraseDocuments(db, 'case', gone)
    return async () => {
      for (const path of paths) await storage.remove(path)
    }
  },
}
