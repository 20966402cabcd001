import type { Rules } from '../lib/rules.ts'

export const inviteRules: Rules = (allow, actor) => {
  if (actor.isManager) allow('manage', 'Invite', { companyId: actor.companyId })
}
