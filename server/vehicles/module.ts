import { eq } from 'drizzle-orm'
import { vehicles as calls, type Vehicle } from '#shared/vehicles/contract.ts'
import { papers } from '../certificates/table.ts'
import { namesOfCompanies, todayIn } from '../companies/queries.ts'
import type { Context } from '../lib/context.ts'
import { type Handler, routes } from '../lib/http/routes.ts'
import { erasing } from '../lib/jobs/erasing.ts'
import type { Module } from '../module.ts'
import { subjectRegister } from '../subjects/commands.ts'
import { endedCertificatesOf } from '../subjects/ports.ts'
import { presentSubject } from '../subjects/queries.ts'
import { subjectStatuses } from '../subjects/table.ts'
import { vehicleIsolation, vehicles } from './table.ts'

const register = subjectRegister('vehicle', vehicles, 'Vehicle', presentSubject<typeof vehicles.$inferSelect>)
type Row = Awaited<ReturnType<typeof register.get>>

/** Many at once, as the call makes one. */
const createVehicles = register.createMany

/** Adds to rows the certificates that have ended, and for readers of all companies the company's name. */
async function described(ctx: Context, rows: Row[]): Promise<Vehicle[]> {
  const { companyId } = ctx.actor
  const asked = { companyId, vehicleIds: rows.map(({ id }) => id), today: await todayIn(ctx, companyId) }
  const ended = Map.groupBy(await endedCertificatesOf.queryOne(ctx.db, asked), ({ vehicleId }) => vehicleId)
  const names =
    companyId === null
      ? await namesOfCompanies(
          ctx.db,
          rows.map(row => row.company_id),
        )
      : new Map()
  return rows.map(row => ({
    ...row,
    ended_papers: (ended.get(row.id) ?? []).map(({ kind }) => kind),
    company_name: names.get(row.company_id) ?? null,
  }))
}

const withOne = async (ctx: Context, row: Row): Promise<Vehicle> => (await described(ctx, [row]))[0] as Vehicle

/** Lists vehicles. */
export const getVehicles: Handler<typeof calls.list> = async ({ companyId, ...query }, ctx) => {
  const of = companyId === undefined ? undefined : eq(vehicles.companyId, companyId)
  const { data, meta } = await register.list(query, ctx, of)
  return { data: await described(ctx, data), meta }
}

/** Returns a vehicle. */
export const getVehicle: Handler<typeof calls.get> = async (input, ctx) => withOne(ctx, await register.get(input, ctx))

/** Adds a vehicle. */
export const createVehicle: Handler<typeof calls.create> = async (draft, ctx) =>
  withOne(ctx, await register.create(draft, ctx))

/** Changes a vehicle. */
export const updateVehicle: Handler<typeof calls.update> = async (input, ctx) =>
  withOne(ctx, await register.update(input, ctx))

/** Restores a vehicle. */
export const restoreVehicle: Handler<typeof calls.restore> = async (input, ctx) =>
  withOne(ctx, await register.restore(input, ctx))

/** Sets the status of a vehicle without a form. */
export const setVehicleStatus: Handler<typeof calls.setStatus> = async (input, ctx) =>
  withOne(ctx, await register.setStatus(input, ctx))

const vehicleRoutes = routes(calls, {
  ...register,
  list: getVehicles,
  get: getVehicle,
  create: createVehicle,
  update: updateVehicle,
  restore: restoreVehicle,
  setStatus: setVehicleStatus,
})

const eraseArchivedVehicles = erasing('vehicles', vehicles, [
  { table: papers, of: papers.vehicleId },
  { table: subjectStatuses, of: subjectStatuses.vehicleId },
])

export const vehiclesModule: Module = {
  isolation: vehicleIsolation,
  routes: vehicleRoutes,
  incremental: [
    { call: calls.list, table: vehicles },
    { call: calls.statuses, table: subjectStatuses, of: 'vehicleId' },
  ],
  many: [[calls.create, createVehicles]],
  jobs: [eraseArchivedVehicles],
}
