import type { Rules } from '../lib/rules.ts'

/** Days for which guests see their completed submissions. */
const guestsSeeFor = 24 * 3600_000

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
    allow('read', 'Submission', { ...own, completedAt: { $gt: new Date(Date.now() - guestsSeeFor) } })
  }
  if (actor.isManager) {
    allow('import', 'Submission', ours)
    // The importer of a saved copy may complete it.
    allow(['read', 'update'], 'Submission', { ...ours, importedBy: actor.id })
    allow('delete', 'Submission', { ...ours, importedBy: actor.id, status: 'draft' })
    allow(['read', 'delete', 'review', 'correct', 'share'], 'Submission', { ...ours, status: 'complete' })
  }
}
