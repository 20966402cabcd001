import type { Rules } from '../lib/rules.ts'

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
