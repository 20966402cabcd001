import type { Rules } from '../lib/rules.ts'

/** Everybody keeps own views; employees open shared ones, which managers create. */
export const listViewRules: Rules = (allow, actor) => {
  if (actor.companyId === null) return
  const ours = { companyId: actor.companyId }
  allow(['read', 'create', 'update', 'delete'], 'ListView', { ...ours, userId: actor.id })
  if (!actor.isGuest) allow('read', 'ListView', { ...ours, forEverybody: true })
  if (actor.isManager) {
    allow('share', 'ListView', ours)
    allow(['update', 'delete'], 'ListView', { ...ours, forEverybody: true })
  }
}
