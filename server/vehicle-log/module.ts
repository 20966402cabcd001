import { randomUUID } from 'node:crypto'
import { and, eq, isNull } from 'drizzle-orm'
import { vehicleLog as calls } from '#shared/vehicle-log/contract.ts'
import { zoneOfCompany } from '../companies/queries.ts'
import type { Context } from '../lib/context.ts'
import { type Handler, routes } from '../lib/http/routes.ts'
import { dayAt } from '../lib/localDays.ts'
import { on } from '../lib/ports.ts'
import { accessRow } from '../lib/registers/register.ts'
import type { Module } from '../module.ts'
import { taskCompleted, taskReopened } from '../tasks/ports.ts'
import { vehicles } from '../vehicles/table.ts'
import { readLogBook } from './book.ts'
import { broadcastChanged, writeEntry } from './commands.ts'
import { erasePutAwayPlans, eraseStruckOutEntries, openMaintenanceTasks } from './jobs.ts'
import { keepPlan, recomputePlans } from './plans.ts'
import { listEntries, shownEntry, useOf } from './queries.ts'
import { vehicleEntries as entries, maintenancePlans as plans, vehicleLogIsolation } from './table.ts'

const access = (ctx: Context, id: number, action = 'read') => accessRow(ctx, vehicles, 'Vehicle', id, action)

/** Lists the log of a vehicle, the latest day first. */
export const getLog: Handler<typeof calls.list> = async ({ id, ...query }, ctx) =>
  listEntries(ctx, await access(ctx, id), query)

/** Lists the log of a vehicle, the latest day first. */
export const getLogEvents: Handler<typeof calls.events> = async ({ id, ...query }, ctx) =>
  listEntries(ctx, await access(ctx, id), query)

/** Adds an entry to the log of a vehicle. */
export const createLogEvent: Handler<typeof calls.createEvent> = async ({ id, uuid = randomUUID(), ...said }, ctx) =>
  shownEntry(ctx, await writeEntry(ctx, await access(ctx, id), { ...said, uuid }, {}))

/** Adds or corrects an entry in the log of a vehicle. */
export const writeLogEntry: Handler<typeof calls.write> = async ({ vehicleId, revision, isStruckOut, ...said }, ctx) =>
  shownEntry(ctx, await writeEntry(ctx, await access(ctx, vehicleId), said, { revision, isStruckOut }))

/** Returns the status of a vehicle by its log. */
export const getUse: Handler<typeof calls.use> = async ({ id }, ctx) => useOf(ctx, await access(ctx, id))

/** Plans maintenance of a vehicle, or changes a plan. */
export const keepMaintenancePlan: Handler<typeof calls.plan> = async (
  { vehicleId, maintenancePlanId, revision, isPutAway, ...draft },
  ctx,
) => {
  const vehicle = await access(ctx, vehicleId, 'update')
  const present = () => useOf(ctx, vehicle)
  await keepPlan(ctx, vehicle, draft, { planId: maintenancePlanId, revision, isPutAway, present })
  broadcastChanged(ctx, vehicle)
  return useOf(ctx, vehicle)
}

const vehicleLogRoutes = routes(calls, {
  list: getLog,
  events: getLogEvents,
  createEvent: createLogEvent,
  write: writeLogEntry,
  use: getUse,
  plan: keepMaintenancePlan,
  book: readLogBook,
})

/** Maintenance is done with its task, and comes back with it. */
const vehicleLogListeners = [on(taskCompleted, recordWithTask), on(taskReopened, undoWithTask)]

// Entries that follow from the tasks of maintenance plans.

type OfTask = { companyId: number; taskId: number }

/**
 * Writes into the log that the work of a plan was done, with the task that asked for it. What its meters showed is what
 * the log says.
 */
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
  const day = dayAt(at, await zoneOfCompany(ctx.db, companyId))
  const vehicle = { companyId, id: plan.vehicleId }
  await ctx.db.insert(entries).values({
    ...{ companyId, vehicleId: plan.vehicleId, uuid: crypto.randomUUID(), kind: 'maintenance', day },
    ...{ maintenancePlanId: plan.id, taskId, userId: by },
  })
  await recomputePlans(ctx, vehicle)
  broadcastChanged(ctx, vehicle)
}

/** Removes the entry of a task that was reopened, and connects the plan with the task again. */
export async function undoWithTask(ctx: Context, { companyId, taskId }: OfTask): Promise<void> {
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
  await recomputePlans(ctx, vehicle)
  broadcastChanged(ctx, vehicle)
}

export const vehicleLogModule: Module = {
  isolation: vehicleLogIsolation,
  routes: vehicleLogRoutes,
  incremental: [
    { call: calls.list, table: entries, of: 'vehicleId' },
    { call: calls.events, table: entries, of: 'vehicleId' },
  ],
  jobs: [eraseStruckOutEntries, erasePutAwayPlans, openMaintenanceTasks],
  listeners: vehicleLogListeners,
}
