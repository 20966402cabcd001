import { changing, type Permissions } from '../lib/roles.ts'
import type { Rules } from '../lib/rules.ts'

/** Types of vehicles. Separate from the contract, so that the browser loads no schemas for them. */
export const vehicleTypes = [
  'lorry',
  'tractor_unit',
  'trailer',
  'van',
  'pickup',
  'car',
  'tractor',
  'machine',
  'other',
] as const

/** Bound of decks; poultry travels on more decks than any other animal. */
export const maxDecks = 12

/** Rights of vehicles that a custom role can be given. */
export const permissions = {
  Vehicle: { actions: changing, fields: { type: vehicleTypes }, narrowsCreating: true },
} as const satisfies Permissions

export const vehicleRules: Rules = (allow, actor) => {
  const ours = { companyId: actor.companyId }
  if (actor.isEmployee) allow('read', 'Vehicle', ours)
  if (actor.isManager) allow('manage', 'Vehicle', ours)
}
