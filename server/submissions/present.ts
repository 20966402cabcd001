import { and, eq } from 'drizzle-orm'
import { filesOf } from '#shared/forms/answers/content.ts'
import { wire } from '#shared/lib/casing.ts'
import type { FollowUp, SubmissionDetail, SubmissionFile } from '#shared/submissions/contract.ts'
import { users } from '../accounts/table.ts'
import { type FileRow, filesOfSubmission } from '../files/queries.ts'
import { tasksThatCameOf } from '../findings/queries.ts'
import { shownTo } from '../forms/queries.ts'
import type { Context } from '../lib/context.ts'
import type { Database } from '../lib/db/pools.ts'
import { presentSubmission } from './listQueries.ts'
import type { FoundSubmission } from './queries.ts'
import { submissions } from './table.ts'

/** Presents a submission with its form version, answers, score, photos and tasks. */
export async function presentDetail(
  ctx: Pick<Context, 'db' | 'actor'>,
  submission: FoundSubmission,
): Promise<SubmissionDetail> {
  const { db, actor } = ctx
  const [photos, tasks] = await Promise.all([filesShown(db, submission), tasksThatCameOf(db, submission)])
  const { definition, contact, answers, score, receipt } = submission
  return {
    ...presentSubmission(submission),
    definition: shownTo(ctx, definition),
    contact,
    answers,
    score,
    files: photos.map(presentFile),
    // What follows inside the company is not a guest's to see.
    tasks: actor.isGuest ? [] : tasks,
    receipt,
    follows: await followUpOf(db, submission),
  }
}

export const presentFile = (file: FileRow): SubmissionFile => ({
  ...wire(file),
  question_id: file.questionId ?? '',
  sha256: file.sentSha256,
})

/**
 * Reads the files of a submission. A follow-up also shows those of what it follows; once complete only the named
 * ones, so that its receipt always covers the same files.
 */
export async function filesShown(db: Database, submission: FoundSubmission): Promise<FileRow[]> {
  const own = await filesOfSubmission(db, submission)
  const { followsId, companyId, status, answers } = submission
  if (followsId === null) return own
  const all = [...own, ...(await filesOfSubmission(db, { companyId, id: followsId }))]
  if (status === 'draft') return all
  const named = new Set(filesOf(answers))
  return all.filter(({ uuid }) => named.has(uuid))
}

/** Reads what a follow-up asks, and of what; null for other submissions. */
async function followUpOf(db: Database, submission: FoundSubmission): Promise<FollowUp | null> {
  const { companyId, followsId, followsAs, askedKeys, askedWords, askedBy, formerAnswers } = submission
  if (followsId === null || followsAs === null) return null
  const [followed] = await db
    .select({ revision: submissions.revision, completedAt: submissions.completedAt, updatedAt: submissions.updatedAt })
    .from(submissions)
    .where(and(eq(submissions.companyId, companyId), eq(submissions.id, followsId)))
  if (!followed) throw new Error(`The submission before ${submission.id} was not found.`)
  const [asker] = askedBy === null ? [] : await db.select({ name: users.name }).from(users).where(eq(users.id, askedBy))
  return {
    kind: followsAs,
    submission_id: followsId,
    revision: followed.revision,
    question_ids: askedKeys ?? [],
    words: askedWords,
    asked_by: askedBy,
    asked_by_name: asker?.name ?? null,
    answers: formerAnswers ?? {},
    completed_at: (followed.completedAt ?? followed.updatedAt).toISOString(),
  }
}
