import { changing, type Permissions } from '../lib/roles.ts'
import type { Rules } from '../lib/rules.ts'

type Submitted = { user_id: number | null; user_name: string }

/** Name of the author for readers; visitors of a public link have none. */
export const submitterOf = ({ user_id, user_name }: Submitted, t: (key: 'submissions.publicLink') => string): string =>
  user_id === null ? t('submissions.publicLink') : user_name

export const submissionStatuses = ['draft', 'complete'] as const

/** Reasons of a follow-up: the author corrects disputed answers, or failed ones are checked again. */
export const followUpKinds = ['reopening', 'recheck'] as const
export type FollowUpKind = (typeof followUpKinds)[number]

/** State of a completed submission's review: waiting, or its result. */
export const reviewStates = ['received', 'has_issues', 'approved', 'rejected'] as const
export type ReviewState = (typeof reviewStates)[number]

/** Results that a reviewer can choose. */
const verdicts = ['approved', 'has_issues', 'rejected'] as const
export type Verdict = (typeof verdicts)[number]

/** Rights of submissions that a custom role can be given. */
export const permissions = {
  Submission: {
    actions: [...changing, 'review', 'correct', 'share'],
    fields: { user_id: 'person', status: submissionStatuses },
    narrowsCreating: true,
  },
} as const satisfies Permissions

/** Guests see their completed submissions for a day. */
const guestsSeeMs = 24 * 3600_000

export const submissionRules: Rules = (allow, actor) => {
  const ours = { companyId: actor.companyId }
  const own = { ...ours, userId: actor.id }
  // Employees comment on what they may read and download its proof, which contains questions that guests are not shown.
  if (actor.companyId !== null && !actor.isGuest) allow(['comment', 'prove'], 'Submission', ours)
  if (actor.isEmployee || actor.isGuest) {
    allow(['create', 'update'], 'Submission', own)
    // A follow-up that somebody else asked for cannot be discarded by its author.
    allow('delete', 'Submission', { ...own, status: 'draft', followsId: null })
  }
  if (actor.isEmployee) {
    allow('read', 'Submission', own)
    // Reviewers that a form names. The first two add no right; lists find rows by them.
    const named = { reviewIsNamed: true, status: 'complete', reviewerIds: { $in: [actor.id] } }
    allow(['read', 'review'], 'Submission', { ...ours, ...named })
  }
  if (actor.isGuest) {
    allow('read', 'Submission', { ...own, status: 'draft' })
    allow('read', 'Submission', { ...own, completedAt: { $gt: new Date(Date.now() - guestsSeeMs) } })
  }
  if (actor.isManager) {
    allow('import', 'Submission', ours)
    // The importer of a saved copy may complete it.
    allow(['read', 'update'], 'Submission', { ...ours, importedBy: actor.id })
    allow('delete', 'Submission', { ...ours, importedBy: actor.id, status: 'draft' })
    allow(['read', 'delete', 'review', 'correct', 'share'], 'Submission', { ...ours, status: 'complete' })
  }
}
