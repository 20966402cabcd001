import type { Rules } from '../lib/rules.ts'

/**
 * Employees read what is published for everybody, their role or themselves, and the drafts that they review or approve;
 * guests read what is offered to them.
 */
export const guideRules: Rules = (allow, actor) => {
  const ours = { companyId: actor.companyId }
  const published = { ...ours, status: 'published', archivedAt: null }
  if (actor.isGuest && !actor.ownRules) allow('read', 'Guide', { ...published, forGuests: true })
  else if (actor.companyId !== null) {
    allow('read', 'Guide', { ...published, readerRoleIds: null })
    allow('read', 'Guide', { ...published, readerRoleIds: { $in: [actor.roleId] } })
    allow('read', 'Guide', { ...published, readerIds: { $in: [actor.id] } })
    for (const named of ['checkerIds', 'approverIds'])
      allow(['read', 'approve'], 'Guide', { ...ours, archivedAt: null, [named]: { $in: [actor.id] } })
  }
  if (actor.isManager) allow('manage', 'Guide', ours)
}
