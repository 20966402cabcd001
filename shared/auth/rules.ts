import type { Rules } from '../lib/rules.ts'

/** Managers make accounts for workers without e-mail, and connect their phones. */
export const workerRules: Rules = (allow, actor) => {
  if (actor.isManager) allow(['read', 'create', 'update'], 'WorkerAccount', { companyId: actor.companyId })
}
