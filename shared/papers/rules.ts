import type { Rules } from '../lib/rules.ts'

/**
 * Certificates of vehicles and of the company are for all employees; those of people for themselves and for managers.
 */
export const paperRules: Rules = (allow, actor) => {
  const ours = { companyId: actor.companyId }
  if (actor.isEmployee) {
    allow('read', 'Paper', { ...ours, holderId: null })
    allow('read', 'Paper', { ...ours, holderId: actor.id })
  }
  if (actor.isManager) allow('manage', 'Paper', ours)
}
