import type { Rules } from '../lib/rules.ts'

/** Those of vehicles and of the company are for everybody who works there; those of people for themselves and for managers. */
export const paperRules: Rules = (allow, actor) => {
  const ours = { companyId: actor.companyId }
  if (actor.isEmployee) {
    allow('read', 'Paper', { ...ours, holderId: null })
    allow('read', 'Paper', { ...ours, holderId: actor.id })
  }
  if (actor.isManager) allow('manage', 'Paper', ours)
}
