import { changing, type Permissions } from '../lib/roles.ts'
import type { Rules } from '../lib/rules.ts'

/** Kinds of events, named as in ICAR's Animal Data Exchange where it has a name. */
export const eventTypes = [
  'arrival',
  'departure',
  'move',
  'join_group',
  'leave_group',
  'count',
  'birth',
  'death',
  'treatment',
  'vaccination',
  'weight',
  'observation',
  'service',
  'pregnancy_check',
  'dry_off',
  'product_sale',
] as const
export type EventType = (typeof eventTypes)[number]

/** Kinds of events by which an animal gets a medicine. */
export const medicated = ['treatment', 'vaccination'] as const

/** Two states of one record: a plan becomes done. */
export const eventStates = ['pending', 'done'] as const

export const arrivalReasons = [
  'purchase',
  'transfer',
  'import',
  'stud_service',
  'agistment',
  'show',
  'return',
  'other',
] as const
export const departureReasons = [
  'slaughter',
  'sale',
  'transfer',
  'export',
  'stud_service',
  'agistment',
  'show',
  'return',
  'other',
] as const
export const deathReasons = [
  'disease',
  'accident',
  'parturition',
  'age',
  'culled',
  'predator',
  'missing',
  'other',
] as const
export const disposals = ['approved_service', 'consumption', 'on_premise', 'other'] as const
export const pregnancyResults = ['pregnant', 'empty', 'unsure'] as const

/** Products under a withdrawal period, and its reasons. */
export const withheldProducts = ['milk', 'meat', 'eggs'] as const
export type WithheldProduct = (typeof withheldProducts)[number]
export const withholdCauses = ['treatment', 'colostrum', 'residue', 'other'] as const

/** Rights of animal events that a custom role can be given. */
export const permissions = {
  AnimalEvent: { actions: changing, fields: { user_id: 'person' } },
} as const satisfies Permissions

/** Lets employees record events and correct their own records. */
export const animalEventRules: Rules = (allow, actor) => {
  const ours = { companyId: actor.companyId }
  if (actor.isEmployee) {
    // Recording an event is not a change of a register, even where it moves a whole group.
    allow(['read', 'create'], 'AnimalEvent', ours)
    allow(['update', 'delete'], 'AnimalEvent', { ...ours, userId: actor.id })
  }
  if (actor.isManager) allow('manage', 'AnimalEvent', ours)
}
