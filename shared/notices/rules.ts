import type { Rules } from '../lib/rules.ts'

/** What the bell tells of; apart from the contract, so that the browser needs no schemas to offer them. */
export const noticeKinds = [
  'task.assigned',
  'task.overdue',
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
export type NoticeKind = (typeof noticeKinds)[number]

/** So much can somebody mute at once. */
export const maxMuted = 500

/** So many days a notice can be read. */
export const noticeDays = 90

/** What is sent to a browser that is closed, which keeps it so that it can be read without signal. */
export type PushedNotice = {
  id: string
  /** One sentence in the language of its person; names in it are isolated for their direction. */
  text: string
  /** Where it leads: a path of this tend. */
  href: string
  company: string
  lang: string
  /** ISO 8601. */
  at: string
  is_urgent: boolean
}

/** Where a browser keeps them: a cache, and the addresses in it. So many at the most. */
export const keptPushes = { cache: 'tend-pushes', path: '/kept-pushes/', most: 50 } as const

/** Everybody who works in a company reads what they themselves were told. */
export const noticeRules: Rules = (allow, actor) => {
  if (actor.isEmployee || actor.ownRules) allow('read', 'Notice', { companyId: actor.companyId, userId: actor.id })
}
