/** A maintenance plan that falls due becomes a task, once; the next one is opened after its work was done. */
import { and, asc, eq, isNull, lte } from 'drizzle-orm'
import type { LocalizedText } from '#shared/lib/fields.ts'
import { localeOf, locales } from '#shared/lib/language.ts'
import { roles } from '#shared/lib/roles.ts'
import { whoMay } from '../companies/roleQueries.ts'
import { companies } from '../companies/table.ts'
import type { Context } from '../lib/context.ts'
import { eachCompany } from '../lib/jobs/eachCompany.ts'
import { erasing } from '../lib/jobs/erasing.ts'
import { inCompany } from '../lib/jobs/inCompany.ts'
import type { Job } from '../lib/jobs/jobs.ts'
import { dayAt, daysLater } from '../lib/localDays.ts'
import { openTask } from '../tasks/assign.ts'
import { vehicles } from '../vehicles/table.ts'
import { maintenancePlans as plans, vehicleEntries } from './table.ts'

export const eraseStruckOutEntries = erasing('vehicle-entries', vehicleEntries)
export const erasePutAwayPlans = erasing('maintenance-plans', plans)

/** Tasks of a company in one transaction; the rest waits for the next hour. */
const maxAtOnce = 100
/** Time for the task. */
const dueAfter = 'P7D'

const withoutTask = and(isNull(plans.archivedAt), isNull(plans.taskId), isNull(vehicles.archivedAt))
const itsVehicle = and(eq(vehicles.companyId, plans.companyId), eq(vehicles.id, plans.vehicleId))

export const openMaintenanceTasks: Job<object> = {
  name: 'vehicle-log.maintenance',
  schedule: '41 * * * *',
  work: async (_, { db, services }) => {
    // Where a day begins first, it has begun half a day before that of the server.
    const latest = daysLater(new Date().toISOString().slice(0, 10), 1)
    const waiting = await db
      .selectDistinct({ companyId: plans.companyId })
      .from(plans)
      .innerJoin(vehicles, itsVehicle)
      .innerJoin(companies, and(eq(companies.id, plans.companyId), isNull(companies.archivedAt)))
      .where(and(withoutTask, lte(plans.dueOn, latest)))
    const companyIds = waiting.map(({ companyId }) => companyId)
    return () =>
      eachCompany(services, 'vehicle-log.maintenance', companyIds, companyId =>
        inCompany(services, companyId, 'maintenance_due', ctx => openDue(ctx, companyId)),
      )
  },
}

async function openDue(ctx: Context, companyId: number): Promise<void> {
  const [company] = await ctx.db.select().from(companies).where(eq(companies.id, companyId))
  if (!company) return
  const { timeZone: timezone } = company
  const due = await ctx.db
    .select({ plan: plans, vehicle: vehicles.name })
    .from(plans)
    .innerJoin(vehicles, itsVehicle)
    .where(and(eq(plans.companyId, companyId), withoutTask, lte(plans.dueOn, dayAt(ctx.now, timezone))))
    .orderBy(asc(plans.dueOn), asc(plans.id))
    .limit(maxAtOnce)
    .for('update', { of: plans })
  for (const { plan, vehicle } of due) {
    const createdBy = plan.responsibleId ?? (await whoMay(ctx, 'update', 'Vehicle', { companyId }))[0]
    if (createdBy === undefined) continue
    const titleIn = (locale: (typeof locales)[number]) =>
      ctx.services.texts(locale)('vehicleLog.task', { plan: plan.name, vehicle }).slice(0, maxTitleLength)
    const titles: LocalizedText = Object.fromEntries(locales.map(locale => [locale, titleIn(locale)]))
    const locale = localeOf(company.languageId)
    await openTask(ctx, {
      ...{ companyId, timezone, dueAfter, createdBy, kind: 'preventive', priority: 'normal', doneBy: 'any_one' },
      ...{ title: titleIn(locale), titles, description: ctx.services.texts(locale)('vehicleLog.taskText') },
      to: [...(plan.responsibleId ? [{ user_id: plan.responsibleId }] : []), { role_id: roles.manager }],
      subjects: [{ type: 'vehicle', id: plan.vehicleId }],
      note: ({ id: taskId }) => ctx.db.update(plans).set({ taskId }).where(eq(plans.id, plan.id)),
    })
  }
}

/** The longest title that a task can have. */
const maxTitleLength = 200
