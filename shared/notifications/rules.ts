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
  'paper.ends',
  'seal.differs',
  'member.added',
  'notice.test',
] as const
export type NotificationKind = (typeof notificationKinds)[number]

/** What somebody must be allowed to do to ever get a kind; everybody can get the others. */
const neededFor: Partial<Record<NotificationKind, readonly [action: string, subject: string]>> = {
  'task.overdue': ['create', 'Task'],
  'submission.to_review': ['review', 'Submission'],
  'submission.put_right': ['review', 'Submission'],
  'finding.still_there': ['update', 'Finding'],
  'case.waiting': ['read', 'Case'],
  'paper.ends': ['update', 'Paper'],
  'seal.differs': ['read', 'AuditEntry'],
}

/** The kinds that somebody with these rights can get, without the test. */
export const kindsFor = (can: (action: string, subject: string) => boolean): NotificationKind[] =>
  notificationKinds.filter(kind => {
    const needed = neededFor[kind]
    return kind !== 'notice.test' && (!needed || can(...needed))
  })

/** What people choose to hear of: each level has what the ones before it have. */
export const notificationLevels = ['mine', 'messages', 'everything'] as const
export type NotificationLevel = (typeof notificationLevels)[number]

/** The first level of each kind: work that waits for the person, what others tell them, and what else happens. */
const firstLevel: Record<NotificationKind, NotificationLevel> = {
  'task.assigned': 'mine',
  'task.reminder': 'mine',
  'submission.to_review': 'mine',
  'submission.put_right': 'mine',
  'finding.still_there': 'mine',
  'case.waiting': 'mine',
  'guide.waiting': 'mine',
  'seal.differs': 'mine',
  'member.added': 'mine',
  'notice.test': 'mine',
  'submission.reviewed': 'messages',
  'submission.mentioned': 'messages',
  'submission.corrected': 'messages',
  'task.helper_said': 'messages',
  'task.helper_done': 'messages',
  'task.overdue': 'everything',
  'paper.ends': 'everything',
}

/** The kinds of a level that are not heard. */
export const silentAt = (level: NotificationLevel, kinds: readonly NotificationKind[]): NotificationKind[] =>
  kinds.filter(kind => notificationLevels.indexOf(firstLevel[kind]) > notificationLevels.indexOf(level))

/** The highest level that these silent kinds make; null where somebody chose kind by kind. */
export const levelOf = (
  silent: readonly NotificationKind[],
  kinds: readonly NotificationKind[],
): NotificationLevel | null =>
  notificationLevels.findLast(level => {
    const expected = silentAt(level, kinds)
    return kinds.every(kind => silent.includes(kind) === expected.includes(kind))
  }) ?? null

/** Bound of mutes per person. */
export const maxMuted = 500

/** Days for which a notification can be read. */
export const notificationDays = 90

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

/** Members read their own notifications. */
export const notificationRules: Rules = (allow, actor) => {
  if (actor.isEmployee || actor.ownRules) allow('read', 'Notice', { companyId: actor.companyId, userId: actor.id })
}
