import type { Rules } from '../lib/rules.ts'

/** What the company has given away by links is for whoever runs it to see, and to take back. */
export const shareRules: Rules = (allow, actor) => {
  if (actor.isManager) allow('manage', 'Share', { companyId: actor.companyId })
}
