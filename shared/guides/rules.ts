import { changing, type Permissions } from '../lib/roles.ts'
import type { Rules } from '../lib/rules.ts'

/** Categories of guides in the order of their list. */
export const guideCategories = [
  'emergencies',
  'safety',
  'welfare',
  'health',
  'hygiene',
  'feeding',
  'transport',
  'machinery',
  'other',
] as const
export type GuideCategory = (typeof guideCategories)[number]

export const guideStatuses = ['draft', 'published'] as const

/** Progress of the next version: written, reviewed and approved by the people named for it. */
export const guideStages = ['draft', 'checked', 'approved'] as const
export type GuideStage = (typeof guideStages)[number]

/** Steps of named people before a draft is published, in order. */
export const approvalSteps = ['checked', 'approved'] as const
export type ApprovalStep = (typeof approvalSteps)[number]

/** Rights of guides that a custom role can be given, beside its own guides. */
export const permissions = {
  Guide: { actions: changing, fields: {} },
} as const satisfies Permissions

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
  if (actor.isCompanyManager) allow('manage', 'Guide', ours)
}
