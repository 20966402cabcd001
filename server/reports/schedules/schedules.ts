import { and, asc, eq, inArray, isNotNull } from 'drizzle-orm'
import { Temporal } from 'temporal-polyfill'
import { type FieldErrors, Problem } from '#shared/lib/problem.ts'
import type { MailedReport, ReportSchedule } from '#shared/reports/contract.ts'
import { refuseWhileActing } from '../../accounts/queries.ts'
import { users } from '../../accounts/table.ts'
import { audit } from '../../audit/commands.ts'
import { zoneOfCompany } from '../../companies/queries.ts'
import { whoMay } from '../../companies/roleQueries.ts'
import type { Context } from '../../lib/context.ts'
import { alphabetical } from '../../lib/db/naturalOrder.ts'
import type { ReportRow } from '../queries.ts'
import { reportSchedules } from '../table.ts'

type Wanted = Pick<ReportSchedule, 'rhythm' | 'weekday' | 'hour'> & { monthDay: number; recipientIds: number[] }

/**
 * Sets the schedule by which the report is mailed; its row is locked already. Throws 422 that names people who may not
 * open it.
 */
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

type Rhythm = Pick<ReportSchedule, 'rhythm' | 'weekday' | 'hour'> & { monthDay: number }

/**
 * The first moment after `now` that the rhythm names, by the clock of the zone; an hour that clocks skip is the one
 * after.
 */
export function nextTime({ rhythm, weekday, monthDay, hour }: Rhythm, now: Date, timeZone: string): Date {
  const today = Temporal.Instant.fromEpochMilliseconds(now.getTime()).toZonedDateTimeISO(timeZone).toPlainDate()
  const isDay = (day: Temporal.PlainDate) =>
    rhythm === 'day' || (rhythm === 'week' ? day.dayOfWeek === weekday : day.day === monthDay)
  for (let ahead = 0; ; ahead++) {
    const day = today.add({ days: ahead })
    if (!isDay(day)) continue
    const at = day.toZonedDateTime({ timeZone, plainTime: new Temporal.PlainTime(hour) }).epochMilliseconds
    if (at > now.getTime()) return new Date(at)
  }
}
