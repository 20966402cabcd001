import type { Rules } from '../lib/rules.ts'

/** Whoever works with the animals records what happened to them, and mends what they recorded. */
export const animalEventRules: Rules = (allow, actor) => {
  const ours = { companyId: actor.companyId }
  if (actor.isEmployee) {
    // Recording work, moving a whole group included, changes no register: its rows follow from what happened.
    allow(['read', 'create'], 'AnimalEvent', ours)
    allow(['update', 'delete'], 'AnimalEvent', { ...ours, userId: actor.id })
  }
  if (actor.isManager) allow('manage', 'AnimalEvent', ours)
}
