import { randomUUID } from 'node:crypto'
import { vehicleLog as calls } from '#shared/vehicle-log/contract.ts'
import type { Context } from '../lib/context.ts'
import { routes } from '../lib/http/routes.ts'
import { accessRow } from '../lib/registers/register.ts'
import { vehicles } from '../vehicles/table.ts'
import { readLogBook } from './book.ts'
import { tellChanged, writeEntry } from './commands.ts'
import { keepPlan } from './plans.ts'
import { listEntries, shownEntry, useOf } from './queries.ts'

const access = (ctx: Context, id: number, action = 'read') => accessRow(ctx, vehicles, 'Vehicle', id, action)

export const vehicleLogRoutes = routes(calls, {
  list: async ({ id, ...query }, ctx) => listEntries(ctx, await access(ctx, id), query),
  events: async ({ id, ...query }, ctx) => listEntries(ctx, await access(ctx, id), query),
  createEvent: async ({ id, uuid = randomUUID(), ...said }, ctx) =>
    shownEntry(ctx, await writeEntry(ctx, await access(ctx, id), { ...said, uuid }, {})),
  write: async ({ vehicleId, revision, isStruckOut, ...said }, ctx) =>
    shownEntry(ctx, await writeEntry(ctx, await access(ctx, vehicleId), said, { revision, isStruckOut })),
  use: async ({ id }, ctx) => useOf(ctx, await access(ctx, id)),
  plan: async ({ vehicleId, maintenancePlanId, revision, isPutAway, ...draft }, ctx) => {
    const vehicle = await access(ctx, vehicleId, 'update')
    await keepPlan(ctx, vehicle, draft, { planId: maintenancePlanId, revision, isPutAway })
    tellChanged(ctx, vehicle)
    return useOf(ctx, vehicle)
  },
  book: (wanted, ctx) => readLogBook(ctx, wanted),
})
