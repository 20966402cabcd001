import { changing, type Permissions } from '../lib/roles.ts'
import type { Rules } from '../lib/rules.ts'

/** Types of locations. Separate from the contract, so that the browser loads no schemas for them. */
export const locationTypes = [
  'site',
  'building',
  'barn',
  'pen',
  'paddock',
  'parlour',
  'loading_area',
  'quarantine',
  'office',
  'vehicle_park',
  'water',
  'other',
] as const

/** Bounds of official numbers and of an outline's points. */
export const maxOfficialNumbers = 10
export const maxOutlinePoints = 200
/** Bound of responsible people beside the first. */
export const maxAlsoResponsible = 10
/** Bound of locations in a tree; the answer says when there are more. */
export const maxInTree = 2_000
/** Bound of sites between which people choose. */
export const maxSites = 100

/** Rights of locations that a custom role can be given. */
export const permissions = {
  Location: { actions: changing, fields: { type: locationTypes }, narrowsCreating: true },
} as const satisfies Permissions

export const locationRules: Rules = (allow, actor) => {
  const ours = { companyId: actor.companyId }
  if (actor.isEmployee) allow('read', 'Location', ours)
  if (actor.isManager) allow('manage', 'Location', ours)
}
