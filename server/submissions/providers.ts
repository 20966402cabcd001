import { and, desc, eq, inArray, isNull, or, sql } from 'drizzle-orm'
import type { LocalizedText } from '#shared/lib/fields.ts'
import { users } from '../accounts/table.ts'
import { pdfSourceOf } from '../documents/ports.ts'
import { rechecksOf } from '../findings/ports.ts'
import { forms } from '../forms/table.ts'
import type { Database } from '../lib/db/pools.ts'
import type { QueryProvider } from '../lib/ports.ts'
import { earlierLinks, nameOfRecord, type RecordRef, sealStateOf } from '../sealing/ports.ts'
import { formsOfSubmissions } from '../subjects/ports.ts'
import { hasSubmitted, submissionsOf, withSubmissions } from '../tasks/ports.ts'
import { sentTasks } from '../tasks/table.ts'
import { submissionPdfSource } from './document/pdf.ts'
import { earlierOfSubmission, sealStatesOfSubmissions } from './sealed/seal.ts'
import { submissions } from './table.ts'

/** A reopening that was completed lives on as a version of what it follows. */
const becameVersion = and(eq(submissions.followsAs, 'reopening'), eq(submissions.status, 'complete'))
const seenAs = sql<number>`case when ${becameVersion} then ${submissions.followsId} else ${submissions.id} end`

/** Answers the questions of registers, tasks and seals about submissions. */
export const submissionAnswers: QueryProvider[] = [
  sealStateOf.providedBy(sealStatesOfSubmissions),

  nameOfRecord.providedBy(nameOfSubmission),

  earlierLinks.providedBy(earlierOfSubmission),

  pdfSourceOf.providedBy(submissionPdfSource),

  rechecksOf.providedBy(async (db, { companyId, submissionIds }) => {
    if (submissionIds.length === 0) return []
    const rows = await db
      .select({
        ...{ id: submissions.id, submissionId: submissions.followsId, questionId: submissions.askedFor },
        ...{ completedAt: submissions.completedAt, userName: users.name, taskSentId: submissions.taskSentId },
      })
      .from(submissions)
      .innerJoin(users, eq(users.id, submissions.userId))
      .where(
        and(
          eq(submissions.companyId, companyId),
          inArray(submissions.followsId, submissionIds),
          eq(submissions.followsAs, 'recheck'),
          isNull(submissions.archivedAt),
        ),
      )
      .orderBy(submissions.id)
    return rows.map(row => ({ ...row, submissionId: row.submissionId ?? 0, questionId: row.questionId ?? '' }))
  }),

  formsOfSubmissions.providedBy(async (db, ids) => {
    if (ids.length === 0) return new Map()
    const rows = await db
      .select({ id: submissions.id, name: forms.name })
      .from(submissions)
      .innerJoin(forms, eq(forms.id, submissions.formId))
      .where(inArray(submissions.id, ids))
    return new Map(rows.map(({ id, name }) => [id, name]))
  }),

  submissionsOf.providedBy(async (db, sentTaskIds) => {
    if (sentTaskIds.length === 0) return new Map()
    const { taskSentId, id } = submissions
    const rows = await db
      .selectDistinctOn([taskSentId], { taskSentId, id: seenAs })
      .from(submissions)
      .innerJoin(
        sentTasks,
        and(
          eq(sentTasks.id, taskSentId),
          eq(sentTasks.companyId, submissions.companyId),
          eq(sentTasks.userId, submissions.userId),
        ),
      )
      .where(and(inArray(taskSentId, sentTaskIds), or(isNull(submissions.archivedAt), becameVersion)))
      .orderBy(taskSentId, submissions.completedAt, desc(id))
    return new Map(rows.map(row => [row.taskSentId ?? 0, row.id]))
  }),

  withSubmissions.providedBy(async (db, { companyId, taskId }) => {
    const rows = await db
      .selectDistinct({ id: sentTasks.id })
      .from(sentTasks)
      .innerJoin(
        submissions,
        and(eq(submissions.companyId, sentTasks.companyId), eq(submissions.taskSentId, sentTasks.id)),
      )
      .where(and(eq(sentTasks.companyId, companyId), eq(sentTasks.taskId, taskId)))
    return rows.map(({ id }) => id)
  }),

  hasSubmitted.providedBy(async (db, { companyId, sentTaskId, userId, formId, submissionId }) => {
    const [found] = await db
      .select({ id: submissions.id })
      .from(submissions)
      .where(
        and(
          eq(submissions.companyId, companyId),
          eq(submissions.taskSentId, sentTaskId),
          eq(submissions.userId, userId),
          eq(submissions.formId, formId),
          eq(submissions.status, 'complete'),
          submissionId === undefined ? undefined : eq(submissions.id, submissionId),
        ),
      )
      .limit(1)
    return found !== undefined
  }),
]

/** Returns the name of the form, for the holder of a document. */
async function nameOfSubmission(
  db: Database,
  { companyId, recordType, recordId }: RecordRef,
): Promise<LocalizedText | null> {
  if (recordType !== 'submission') return null
  const [row] = await db
    .select({ name: forms.name })
    .from(submissions)
    .innerJoin(forms, eq(forms.id, submissions.formId))
    .where(and(eq(submissions.companyId, companyId), eq(submissions.id, recordId)))
  return row?.name ?? null
}
