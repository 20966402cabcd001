import { changing, type Permissions } from '../lib/roles.ts'
import type { Rules } from '../lib/rules.ts'

/** Kinds of log entries. Separate from the contract, so that the browser loads no schemas for them. */
export const logKinds = ['odometer', 'driver', 'cleaning', 'maintenance'] as const
export type LogKind = (typeof logKinds)[number]

/** Kinds that a driver records; who drives is recorded by the people who manage vehicles. */
export const drivenKinds = ['odometer', 'cleaning', 'maintenance'] as const satisfies readonly LogKind[]

/** Demanded after each load by Regulation (EC) No 1/2005 and by the charters of slaughterhouses. */
export const cleaningWorks = ['cleaned', 'disinfected', 'cleaned_and_disinfected'] as const

/** Bound of maintenance plans per vehicle. */
export const maxPlans = 30

/** Bound of days until the start of a plan, for vehicles that are ordered. */
export const maxPlanDaysAhead = 3_660

/** Rights of vehicle logs that a custom role can be given. */
export const permissions = {
  VehicleEntry: { actions: changing, fields: { user_id: 'person' } },
} as const satisfies Permissions

/**
 * Lets employees record readings, cleaning and repairs and correct their own entries; managers also record who drives.
 */
export const vehicleLogRules: Rules = (allow, actor) => {
  const ours = { companyId: actor.companyId }
  const driven = { ...ours, kind: { $in: [...drivenKinds] } }
  if (actor.isEmployee) {
    allow('read', 'VehicleEntry', ours)
    allow('create', 'VehicleEntry', driven)
    allow(['update', 'delete'], 'VehicleEntry', { ...driven, userId: actor.id })
  }
  if (actor.isManager) allow('manage', 'VehicleEntry', ours)
}
