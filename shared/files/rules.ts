import type { Rules } from '../lib/rules.ts'

/** Files that no record names yet; others are seen by the readers of their record. */
export const fileRules: Rules = (allow, actor) => {
  if (actor.companyId !== null) allow(['create', 'read'], 'File', { companyId: actor.companyId, userId: actor.id })
}
