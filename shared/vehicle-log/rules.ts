import type { Rules } from '../lib/rules.ts'
import { drivenKinds } from './logWords.ts'

/** Whoever works here writes down what they read, cleaned and repaired, and mends what they wrote; managers also say who drives. */
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
