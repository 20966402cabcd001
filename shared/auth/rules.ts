import type { Rules } from '../lib/rules.ts'

/** Managers create accounts for workers without an email address and enrol their phones. */
export const workerRules: Rules = (allow, actor) => {
  if (actor.isManager) allow(['read', 'create', 'update'], 'WorkerAccount', { companyId: actor.companyId })
}
