import { and, asc, eq, inArray, isNotNull } from 'drizzle-orm'
import type { MailedReport } from '#shared/reports/schedule.ts'
import { users } from '../../accounts/table.ts'
import { whoMay } from '../../companies/roleQueries.ts'
import type { Context } from '../../lib/context.ts'
import { alphabetical } from '../../lib/db/naturalOrder.ts'
import type { ReportRow } from '../queries.ts'
import { reportSchedules } from './table.ts'

/** The members who may open the report now and have an address. */
export async function readersOf(ctx: Pick<Context, 'db' | 'locale'>, report: ReportRow) {
  const people = await whoMay(ctx, 'read', 'Report', report)
  return ctx.db
    .select({ id: users.id, name: users.name })
    .from(users)
    .where(and(inArray(users.id, people), isNotNull(users.email)))
    .orderBy(asc(alphabetical(users.name, ctx.locale)), asc(users.id))
}

/** When the report is mailed and to whom, with those who may be chosen. */
export async function presentSchedule(ctx: Pick<Context, 'db' | 'locale'>, report: ReportRow): Promise<MailedReport> {
  const [[row], people] = await Promise.all([
    ctx.db
      .select()
      .from(reportSchedules)
      .where(and(eq(reportSchedules.companyId, report.companyId), eq(reportSchedules.reportId, report.id))),
    readersOf(ctx, report),
  ])
  if (!row) return { schedule: null, people }
  const { rhythm, weekday, monthDay, hour, recipientIds, nextAt, lastAt } = row
  return {
    schedule: {
      ...{ rhythm, weekday, month_day: monthDay, hour, recipient_ids: recipientIds },
      ...{ next_at: nextAt.toISOString(), last_at: lastAt?.toISOString() ?? null },
    },
    people,
  }
}
