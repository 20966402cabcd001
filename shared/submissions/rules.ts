import type { Rules } from '../lib/rules.ts'

export const submissionRules: Rules = (allow, actor) => {
  const ours = { companyId: actor.companyId }
  const own = { ...ours, userId: actor.id }
  if (actor.isEmployee) {
    allow(['read', 'create', 'update'], 'Submission', own)
    allow('delete', 'Submission', { ...own, status: 'draft' })
  }
  if (actor.isManager) allow(['read', 'delete'], 'Submission', { ...ours, status: 'complete' })
}
