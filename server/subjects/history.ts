import { and, desc, eq } from 'drizzle-orm'
import { distinct } from '#shared/lib/distinct.ts'
import { allows } from '#shared/lib/rules.ts'
import type { StatusFinding, SubjectRef } from '#shared/subjects/contract.ts'
import { users } from '../accounts/table.ts'
import type { Context } from '../lib/context.ts'
import { among, type PageRequest, pageOf, slice, totalOf } from '../lib/registers/listing.ts'
import { formsOfSubmissions, stagesOfSubmissions } from './ports.ts'
import { historyColumns, subjectStatuses } from './table.ts'

/** One page of what was found about a row, the latest first. */
export async function listFindings(ctx: Context, companyId: number, { type, id }: SubjectRef, paging: PageRequest) {
  const where = and(
    eq(subjectStatuses.companyId, companyId),
    eq(historyColumns[type], id),
    among(ctx, subjectStatuses.id),
  )
  const { limit, offset } = slice(paging)
  const found = ctx.db
    .select({ found: subjectStatuses, by: users.name })
    .from(subjectStatuses)
    .leftJoin(users, eq(users.id, subjectStatuses.userId))
    .where(where)
    .orderBy(desc(subjectStatuses.foundAt), desc(subjectStatuses.id))
    .limit(limit)
    .offset(offset)
  return pageOf(paging, {
    rows: found.then(rows => withForms(ctx, rows, { companyId, subject: { type, id } })),
    totals: totalOf(ctx.db, subjectStatuses, where),
    present: row => presentFinding(ctx, row),
  })
}

type Row = { found: typeof subjectStatuses.$inferSelect; by: string | null }

async function withForms({ db }: Context, rows: Row[], of: { companyId: number; subject: SubjectRef }) {
  const submissionIds = distinct(rows.flatMap(({ found }) => found.submissionId ?? []))
  const names = await formsOfSubmissions.queryOne(db, submissionIds)
  const stages = await stagesOfSubmissions.queryOne(db, { ...of, submissionIds })
  return rows.map(row => {
    const { submissionId } = row.found
    return { ...row, formName: names.get(submissionId ?? 0) ?? null, stage: stages.get(submissionId ?? 0) ?? null }
  })
}

function presentFinding(
  { ability }: Context,
  { found, formName, stage, by }: Row & { formName: StatusFinding['form_name']; stage: StatusFinding['stage'] },
): StatusFinding {
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
    stage,
    user_name: by,
    is_withdrawn: found.withdrawnAt !== null,
  }
}
