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
