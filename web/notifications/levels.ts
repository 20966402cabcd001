/** What of the notifications people choose to hear, and which kinds their rights let them get. */
import { type NotificationKind, notificationKinds } from '#shared/notifications/rules.ts'

/** What somebody must be allowed to do to ever get a kind; everybody can get the others. */
const neededFor: Partial<Record<NotificationKind, readonly [action: string, subject: string]>> = {
  'task.overdue': ['create', 'Task'],
  'submission.to_review': ['review', 'Submission'],
  'submission.put_right': ['review', 'Submission'],
  'finding.still_there': ['update', 'Finding'],
  'case.waiting': ['read', 'Case'],
  'guide.to_read': ['read', 'Guide'],
  'seal.differs': ['read', 'AuditEntry'],
  'webhook.paused': ['update', 'ApiKey'],
  'pass.opened': ['read', 'Pass'],
  'pass.ended': ['read', 'Pass'],
  'pass.reported': ['read', 'Pass'],
  'pass.closed': ['read', 'Pass'],
}

type Can = (action: string, subject: string) => boolean

/** Tells whether somebody with these rights can get a kind. */
export function mayGet(kind: NotificationKind, can: Can): boolean {
  const needed = neededFor[kind]
  return !needed || can(...needed)
}

/** The kinds that somebody with these rights can get, without the test. */
export const kindsFor = (can: Can): NotificationKind[] =>
  notificationKinds.filter(kind => kind !== 'notice.test' && mayGet(kind, can))

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
  'guide.to_read': 'mine',
  'seal.differs': 'mine',
  'pass.opened': 'mine',
  'pass.ended': 'everything',
  'pass.reported': 'mine',
  'pass.closed': 'mine',
  'member.added': 'mine',
  'webhook.paused': 'mine',
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
