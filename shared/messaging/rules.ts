import type { Rules } from '../lib/rules.ts'

/**
 * Whoever belongs to a company and is no guest writes and reads there; in which conversation decides who is in it, and never a rank: a
 * private one is nobody's but theirs, and not an admin's who acts as one of them. Managers see what was reported, and open the line to the support.
 */
export const messagingRules: Rules = (allow, actor) => {
  const ours = { companyId: actor.companyId }
  if (actor.companyId === null || actor.isGuest || actor.isActing) return
  allow(['read', 'create'], 'Conversation', ours)
  if (actor.isManager) {
    allow(['read', 'update'], 'MessageReport', ours)
    allow('create', 'SupportConversation', ours)
  }
}
