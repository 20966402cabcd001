import type { Permissions } from '../lib/roles.ts'
import type { Rules } from '../lib/rules.ts'

/** Severities from low to high; lists of open findings begin with the highest. */
export const severities = ['attention', 'critical'] as const
export type Severity = (typeof severities)[number]

/** Ways in which a finding ended: a good re-check, its task, a stated reason, or a submission that no longer counts. */
export const findingEnds = ['recheck', 'task', 'settled', 'withdrawn'] as const
export type FindingEnd = (typeof findingEnds)[number]

/** Stages of a finding: work to do, done and to be re-checked, closed. Its task and its submission say the same. */
export const findingStages = ['open', 'done', 'closed'] as const
export type FindingStage = (typeof findingStages)[number]

export const stageOf = ({ closedAt, doneAt }: { closedAt: Date | null; doneAt: Date | null }): FindingStage =>
  closedAt ? 'closed' : doneAt ? 'done' : 'open'

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
