import type { Rules } from '../lib/rules.ts'

/**
 * Employees read every published form and begin those that are not for other roles; guests have those offered to them.
 */
export const formRules: Rules = (allow, actor) => {
  const ours = { companyId: actor.companyId }
  const published = { ...ours, status: { $in: ['open', 'closing', 'closed'] } }
  if (actor.isEmployee) allow('read', 'Form', published)
  if (actor.isGuest) allow(['read', 'fill'], 'Form', { ...published, forGuests: true })
  else if (actor.companyId !== null) {
    allow('fill', 'Form', { ...ours, fillerRoleIds: null })
    allow('fill', 'Form', { ...ours, fillerRoleIds: { $in: [actor.roleId] } })
  }
  if (actor.isManager) allow('manage', 'Form', ours)
}
