import type { Permissions } from '../lib/roles.ts'
import type { Rules } from '../lib/rules.ts'

/** Severities from low to high; lists of open findings begin with the highest. */
export const severities = ['attention', 'critical'] as const
export type Severity = (typeof severities)[number]

/** States of a re-check: waiting, good, or as bad as before. */
export const recheckStates = ['waiting', 'passed', 'failed'] as const

/** Rights of findings that a custom role can be given; changing one means closing it. */
export const permissions = {
  Finding: { actions: ['read', 'update'], fields: { user_id: 'person' } },
} as const satisfies Permissions

export const findingRules: Rules = (allow, actor) => {
  const ours = { companyId: actor.companyId }
  if (actor.isEmployee) allow('read', 'Finding', { ...ours, userId: actor.id })
  if (actor.isManager) allow(['read', 'update'], 'Finding', ours)
}
