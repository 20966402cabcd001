import type { Rules } from '../lib/rules.ts'

/** Files that nothing names yet; one that belongs to something is seen by whoever sees that. */
export const fileRules: Rules = (allow, actor) => {
  if (actor.companyId !== null) allow(['create', 'read'], 'File', { companyId: actor.companyId, userId: actor.id })
}
