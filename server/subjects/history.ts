import { and, count, desc, eq } from 'drizzle-orm'
import { allows } from '#shared/lib/rules.ts'
import type { SubjectRef } from '#shared/lib/subjects.ts'
import type { StatusFinding } from '#shared/subjects/contract.ts'
import { forms } from '../forms/table.ts'
import type { Context } from '../lib/context.ts'
import { type PageRequest, pageOf, slice } from '../lib/listing.ts'
import { submissions } from '../submissions/table.ts'
import { users } from '../users/table.ts'
import { historyColumns } from './registers.ts'
import { subjectStatuses } from './table.ts'

/** One page of what was found about a row, the latest first. */
export function listFindings(ctx: Context, companyId: number, { type, id }: SubjectRef, paging: PageRequest) {
  const where = and(eq(subjectStatuses.companyId, companyId), eq(historyColumns[type], id))
  const { limit, offset } = slice(paging)
  return pageOf(paging, {
    rows: ctx.db
      .select({ found: subjectStatuses, formName: forms.name, archivedAt: submissions.archivedAt, by: users.name })
      .from(subjectStatuses)
      .leftJoin(submissions, eq(submissions.id, subjectStatuses.submissionId))
      .leftJoin(forms, eq(forms.id, submissions.formId))
      .leftJoin(users, eq(users.id, subjectStatuses.userId))
      .where(where)
      .orderBy(desc(subjectStatuses.foundAt), desc(subjectStatuses.id))
      .limit(limit)
      .offset(offset),
    totals: ctx.db.select({ total: count() }).from(subjectStatuses).where(where),
    present: row => presentFinding(ctx, row),
  })
}

type Row = {
  found: typeof subjectStatuses.$inferSelect
  formName: StatusFinding['form_name']
  archivedAt: Date | null
  by: string | null
}

function presentFinding({ ability }: Context, { found, formName, archivedAt, by }: Row): StatusFinding {
  const { submissionId, companyId, userId } = found
  const source = { companyId, userId, status: 'complete' }
  const isOpen = submissionId === null || allows(ability, 'read', 'Submission', source)
  return {
    id: found.id,
    state: found.state,
    found_at: found.foundAt.toISOString(),
    form_name: formName,
    submission_id: isOpen ? submissionId : null,
    finding: found.finding,
    reason: isOpen ? found.reason : null,
    user_name: by,
    is_withdrawn: archivedAt !== null,
  }
}
