/** What the tasks of maintenance plans say in the log. */
import { and, eq, isNull } from 'drizzle-orm'
import { findCompany } from '../companies/queries.ts'
import type { Context } from '../lib/context.ts'
import { dayAt } from '../lib/localDays.ts'
import { tellChanged } from './commands.ts'
import { settlePlans } from './plans.ts'
import { vehicleEntries as entries, maintenancePlans as plans } from './table.ts'

type OfTask = { companyId: number; taskId: number }

/** Writes into the log that the work of a plan was done, with the task that asked for it. What its meters showed is what the log says. */
export async function recordWithTask(
  ctx: Context,
  { companyId, taskId, by, at }: OfTask & { by: number | null; at: Date },
): Promise<void> {
  const [plan] = await ctx.db
    .update(plans)
    .set({ taskId: null })
    .where(and(eq(plans.companyId, companyId), eq(plans.taskId, taskId)))
    .returning()
  if (!plan) return
  const day = dayAt(at, (await findCompany(ctx.db, companyId))?.timeZone ?? 'UTC')
  const vehicle = { companyId, id: plan.vehicleId }
  await ctx.db.insert(entries).values({
    ...{ companyId, vehicleId: plan.vehicleId, uuid: crypto.randomUUID(), kind: 'maintenance', day },
    ...{ maintenancePlanId: plan.id, taskId, userId: by },
  })
  await settlePlans(ctx, vehicle)
  tellChanged(ctx, vehicle)
}

/** The end of the task was taken back: so was its work, and the task is that of the plan again. */
export async function takeBackWithTask(ctx: Context, { companyId, taskId }: OfTask): Promise<void> {
  const [entry] = await ctx.db
    .update(entries)
    .set({ archivedAt: ctx.now })
    .where(and(eq(entries.companyId, companyId), eq(entries.taskId, taskId), isNull(entries.archivedAt)))
    .returning()
  if (!entry?.maintenancePlanId) return
  await ctx.db
    .update(plans)
    .set({ taskId })
    .where(and(eq(plans.companyId, companyId), eq(plans.id, entry.maintenancePlanId), isNull(plans.taskId)))
  const vehicle = { companyId, id: entry.vehicleId }
  await settlePlans(ctx, vehicle)
  tellChanged(ctx, vehicle)
}
