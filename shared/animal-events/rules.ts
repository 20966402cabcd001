import type { Rules } from '../lib/rules.ts'

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
