import type { Rules } from '../lib/rules.ts'

/** How long guests see what they have completed. */
const guestsSeeFor = 24 * 3600_000

export const submissionRules: Rules = (allow, actor) => {
  const ours = { companyId: actor.companyId }
  const own = { ...ours, userId: actor.id }
  if (actor.isEmployee || actor.isGuest) {
    allow(['create', 'update'], 'Submission', own)
    allow('delete', 'Submission', { ...own, status: 'draft' })
  }
  if (actor.isEmployee) allow('read', 'Submission', own)
  if (actor.isGuest) {
    allow('read', 'Submission', { ...own, status: 'draft' })
    allow('read', 'Submission', { ...own, completedAt: { $gt: new Date(Date.now() - guestsSeeFor) } })
  }
  if (actor.isManager) {
    allow('import', 'Submission', ours)
    // What they bring in from a saved copy they may bring to its end.
    allow(['read', 'update'], 'Submission', { ...ours, importedBy: actor.id })
    allow('delete', 'Submission', { ...ours, importedBy: actor.id, status: 'draft' })
    allow(['read', 'delete'], 'Submission', { ...ours, status: 'complete' })
  }
}
