import { and, eq } from 'drizzle-orm'
import { type FieldErrors, Problem } from '#shared/lib/problem.ts'
import type { MailedReport, ReportSchedule } from '#shared/reports/schedule.ts'
import { refuseWhileActing } from '../../accounts/queries.ts'
import { audit } from '../../audit/commands.ts'
import { zoneOfCompany } from '../../companies/queries.ts'
import type { Context } from '../../lib/context.ts'
import type { ReportRow } from '../queries.ts'
import { nextTime } from './nextTime.ts'
import { presentSchedule, readersOf } from './queries.ts'
import { reportSchedules } from './table.ts'

type Wanted = Pick<ReportSchedule, 'rhythm' | 'weekday' | 'hour'> & { monthDay: number; recipientIds: number[] }

/** From now on the report is mailed so; the row is locked since it was read. Throws 422 that names whoever may not open it. */
export async function scheduleReport(ctx: Context, report: ReportRow, wanted: Wanted): Promise<MailedReport> {
  refuseWhileActing(ctx)
  if (report.archivedAt) throw new Problem('not_found')
  const recipientIds = [...new Set(wanted.recipientIds)]
  const readers = new Set((await readersOf(ctx, report)).map(({ id }) => id))
  const errors: FieldErrors = Object.fromEntries(
    recipientIds.flatMap((id, at) =>
      readers.has(id) ? [] : [[`recipient_ids.${at}`, [{ code: 'not_found' as const }]]],
    ),
  )
  if (Object.keys(errors).length > 0) throw new Problem('invalid', { errors })
  const { companyId, id: reportId } = report
  const { rhythm, weekday, monthDay, hour } = wanted
  const zone = await zoneOfCompany(ctx.db, companyId)
  const settings = { rhythm, weekday, monthDay, hour, recipientIds, nextAt: nextTime(wanted, ctx.now, zone) }
  await ctx.db
    .insert(reportSchedules)
    .values({ ...settings, companyId, reportId, createdBy: ctx.actor.id, createdAt: ctx.now })
    .onConflictDoUpdate({ target: [reportSchedules.companyId, reportSchedules.reportId], set: settings })
  await audit(ctx, 'report.scheduled', { type: 'Report', id: reportId })
  return presentSchedule(ctx, report)
}

/** Repeats harmlessly. */
export async function endSchedule(ctx: Context, { companyId, id }: ReportRow): Promise<null> {
  const [ended] = await ctx.db
    .delete(reportSchedules)
    .where(and(eq(reportSchedules.companyId, companyId), eq(reportSchedules.reportId, id)))
    .returning({ id: reportSchedules.id })
  if (ended) await audit(ctx, 'report.schedule_ended', { type: 'Report', id })
  return null
}
