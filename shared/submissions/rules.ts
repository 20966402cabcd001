import type { Rules } from '../lib/rules.ts'

/** How long guests see what they have completed. */
const guestsSeeFor = 24 * 3600_000

export const submissionRules: Rules = (allow, actor) => {
  const ours = { companyId: actor.companyId }
  const own = { ...ours, userId: actor.id }
  // Whoever works here talks about what they may read, and takes its proof along: in that is also what of a form guests are not shown.
  if (actor.companyId !== null && !actor.isGuest) allow(['comment', 'prove'], 'Submission', ours)
  if (actor.isEmployee || actor.isGuest) {
    allow(['create', 'update'], 'Submission', own)
    // What somebody else asks to be filled in again is not theirs to throw away.
    allow('delete', 'Submission', { ...own, status: 'draft', followsId: null })
  }
  if (actor.isEmployee) {
    allow('read', 'Submission', own)
    // Whom a form names for its reviews. The first two say nothing more; by them lists are found.
    const named = { reviewIsNamed: true, status: 'complete', reviewerIds: { $in: [actor.id] } }
    allow(['read', 'review'], 'Submission', { ...ours, ...named })
  }
  if (actor.isGuest) {
    allow('read', 'Submission', { ...own, status: 'draft' })
    allow('read', 'Submission', { ...own, completedAt: { $gt: new Date(Date.now() - guestsSeeFor) } })
  }
  if (actor.isManager) {
    allow('import', 'Submission', ours)
    // What they bring in from a saved copy they may bring to its end.
    allow(['read', 'update'], 'Submission', { ...ours, importedBy: actor.id })
    allow('delete', 'Submission', { ...ours, importedBy: actor.id, status: 'draft' })
    allow(['read', 'delete', 'review', 'correct', 'share'], 'Submission', { ...ours, status: 'complete' })
  }
}
