import { changing, type Permissions } from '../lib/roles.ts'
import type { Rules } from '../lib/rules.ts'

/** ICAR's list of species, with poultry and companion animals added. */
export const species = [
  'cattle',
  'sheep',
  'goat',
  'pig',
  'horse',
  'chicken',
  'turkey',
  'duck',
  'goose',
  'rabbit',
  'deer',
  'buffalo',
  'dog',
  'other',
] as const

type Product = 'milk' | 'meat' | 'eggs'
const withMilk: readonly string[] = ['cattle', 'sheep', 'goat', 'horse', 'buffalo', 'other']
const withEggs: readonly string[] = ['chicken', 'turkey', 'duck', 'goose', 'other']

/** Whether a species gives this food. Unknown species may give any. */
export const givesFood = (kind: string | null | undefined, product: Product): boolean =>
  kind == null ||
  (product === 'milk' ? withMilk.includes(kind) : product === 'eggs' ? withEggs.includes(kind) : kind !== 'dog')

/** ICAR's list of sexes. */
export const sexes = ['female', 'female_neuter', 'male', 'male_neuter', 'unknown'] as const

/** One animal, or a batch that is counted and not identified one by one. */
export const animalKinds = ['individual', 'batch'] as const

/** ICAR's list. Derived from arrivals, departures and deaths. */
export const lifeStatuses = ['alive', 'off_farm', 'dead'] as const

/** Identifiers of an animal, after farmOS and ICAR. */
export const identifierSchemes = [
  'ear_tag',
  'eid',
  'chip',
  'tattoo',
  'leg_band',
  'wing_tag',
  'brand',
  'herd_book',
  'other',
] as const

/** ICAR's list. */
export const healthStatuses = ['healthy', 'suspicious', 'ill', 'in_treatment', 'to_be_culled'] as const

/** ICAR's list, with the entries that it lacks. */
export const productionPurposes = [
  'milk',
  'meat',
  'wool',
  'eggs',
  'breeding',
  'draught',
  'sport',
  'companion',
  'other',
] as const

/** Bound of photos per animal. */
export const maxPhotos = 6

/** Rights of animals and their groups that a custom role can be given. */
export const permissions = {
  AnimalGroup: { actions: changing, fields: { species }, narrowsCreating: true },
  Animal: { actions: changing, fields: { species }, narrowsCreating: true },
} as const satisfies Permissions

export const animalRules: Rules = (allow, actor) => {
  const ours = { companyId: actor.companyId }
  if (actor.isEmployee) allow('read', 'Animal', ours)
  if (actor.isManager) allow('manage', 'Animal', ours)
}

/** Purposes of a group after ICAR's list. Separate from the contract, so that the browser loads no schemas for them. */
export const groupPurposes = [
  'enclosure',
  'feeding',
  'finishing',
  'growing',
  'health',
  'lactation',
  'movement',
  'rearing',
  'reproduction',
  'other',
] as const

export const animalGroupRules: Rules = (allow, actor) => {
  const ours = { companyId: actor.companyId }
  if (actor.isEmployee) allow('read', 'AnimalGroup', ours)
  if (actor.isManager) allow('manage', 'AnimalGroup', ours)
}
