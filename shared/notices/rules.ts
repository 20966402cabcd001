import type { Rules } from '../lib/rules.ts'

/** Everybody who works in a company reads what they themselves were told. */
export const noticeRules: Rules = (allow, actor) => {
  if (actor.isEmployee || actor.ownRules) allow('read', 'Notice', { companyId: actor.companyId, userId: actor.id })
}
