import type { Rules } from '../lib/rules.ts'
import { drivenKinds } from './logWords.ts'

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
