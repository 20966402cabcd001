import type { Rules } from '../lib/rules.ts'

/** Kinds of notifications. */
export const notificationKinds = [
  'task.assigned',
  'task.overdue',
  'task.reminder',
  'task.helper_said',
  'task.helper_done',
  'submission.to_review',
  'submission.reviewed',
  'submission.mentioned',
  'submission.corrected',
  'submission.put_right',
  'finding.still_there',
  'case.waiting',
  'guide.waiting',
  'guide.to_read',
  'paper.ends',
  'seal.differs',
  'pass.opened',
  'pass.ended',
  'pass.reported',
  'pass.closed',
  'member.added',
  'webhook.paused',
  'notice.test',
] as const
export type NotificationKind = (typeof notificationKinds)[number]

/** Bound of mutes per person. */
export const maxMuted = 500

/** Push message to a closed browser, which stores it for reading offline. */
export type PushedNotification = {
  id: string
  /** One sentence in the recipient's language; names in it are isolated for their direction. */
  text: string
  /** Target: a path of this tend. */
  href: string
  company: string
  lang: string
  /** ISO 8601. */
  at: string
  is_urgent: boolean
}

/** Cache of a browser for push messages, the path of its entries, and their bound. */
export const keptPushes = { cache: 'tend-pushes', path: '/kept-pushes/', most: 50 } as const

/** Members read their own notifications. An API key gets none. */
export const notificationRules: Rules = (allow, actor, forbid) => {
  if (actor.isKey) return forbid('manage', 'Notice')
  if (actor.isEmployee || actor.ownRules) allow('read', 'Notice', { companyId: actor.companyId, userId: actor.id })
}
