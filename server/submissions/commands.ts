import { eq } from 'drizzle-orm'
import { keyParts } from '#shared/forms/answerKey.ts'
import type { Answers } from '#shared/forms/answers.ts'
import { checkDraft } from '#shared/forms/check.ts'
import type { Definition } from '#shared/forms/definition.ts'
import { questionsOf } from '#shared/forms/elements.ts'
import { invalidField, Problem } from '#shared/lib/problem.ts'
import type { SubjectRef } from '#shared/lib/subjects.ts'
import { eraseFiles, storeFile } from '../files/commands.ts'
import { filesOfSubmission, findFileByUuid } from '../files/queries.ts'
import type { Context, Upload } from '../lib/context.ts'
import { settleAfter } from '../subjects/commands.ts'
import { requireSubjects, subjectColumns } from '../subjects/queries.ts'
import { refuseAnswers, requireDraft, requireRevision } from './checks.ts'
import { presentDetail, presentFile, presentSubmission } from './present.ts'
import { type FoundSubmission, findSubmission } from './queries.ts'
import { submissionSubjects, submissions } from './table.ts'

type Changes = { answers?: Answers | undefined; subjects?: SubjectRef[] | undefined; revision?: number | undefined }

/** Keeps what a person filled in so far; what is sent replaces what was there. */
export async function saveDraft(ctx: Context, submission: FoundSubmission, { answers, subjects, revision }: Changes) {
  await requireDraft(ctx, submission)
  await requireRevision(ctx, submission, revision)
  if (answers) refuseAnswers(checkDraft(submission.definition, answers))
  if (subjects) await replaceSubjects(ctx, submission, subjects)
  return presentSubmission(await revise(ctx, submission, answers ? { answers } : {}))
}

async function replaceSubjects(ctx: Context, submission: FoundSubmission, subjects: SubjectRef[]): Promise<void> {
  const about = await requireSubjects(ctx.db, submission.companyId, subjects)
  await ctx.db.delete(submissionSubjects).where(eq(submissionSubjects.submissionId, submission.id))
  await insertSubjects(ctx, submission, about)
}

export async function insertSubjects(
  ctx: Context,
  { id, companyId }: { id: number; companyId: number },
  subjects: SubjectRef[],
): Promise<void> {
  const rows = subjects.map(subject => ({ companyId, submissionId: id, ...subjectColumns(subject) }))
  if (rows.length > 0) await ctx.db.insert(submissionSubjects).values(rows)
}

/**
 * Keeps a photo beside a draft, or the answer to a file question. Sending the same again changes nothing, also when the draft was
 * completed meanwhile.
 */
export async function attachFile(
  ctx: Context,
  submission: FoundSubmission,
  { uuid, questionId }: { uuid: string; questionId: string },
) {
  const { id, companyId, definition } = submission
  const first = await findFileByUuid(ctx.db, companyId, uuid)
  if (first) {
    if (first.submissionId !== id) throw invalidField('uuid', 'taken')
    return presentFile(first)
  }
  await requireDraft(ctx, submission)
  const upload = requireUpload(ctx, definition, questionId)
  return presentFile(await storeFile(ctx, { companyId, submissionId: id, questionId }, uuid, upload))
}

/** What was sent to a question of the form, if it is of a kind that may stand there: beside any answer a photo, or for a file question a file. */
export function requireUpload({ upload }: Context, definition: Definition, questionId: string): Upload {
  const question = questionsOf(definition).find(one => one.id === keyParts(questionId).question_id)
  if (!question) throw invalidField('question_id', 'not_found')
  if (!upload) throw invalidField('file', 'required')
  if (upload.width === null && question.type !== 'file') throw new Problem('file_type_refused')
  return upload
}

/** Erases a draft with its photos; a complete submission is archived, and the states that it set count no longer. */
export async function removeSubmission(ctx: Context, submission: FoundSubmission): Promise<void> {
  if (submission.status === 'complete') {
    await revise(ctx, submission, { archivedAt: ctx.now })
    await settleAfter(ctx, submission)
    return
  }
  await eraseFiles(ctx, await filesOfSubmission(ctx.db, submission))
  await ctx.db.delete(submissionSubjects).where(eq(submissionSubjects.submissionId, submission.id))
  await ctx.db.delete(submissions).where(eq(submissions.id, submission.id))
}

/** Takes it back out of the archive; the states that it set count again. */
export async function restoreSubmission(ctx: Context, submission: FoundSubmission) {
  await revise(ctx, submission, { archivedAt: null })
  await settleAfter(ctx, submission)
  return presentDetail(ctx.db, (await findSubmission(ctx.db, eq(submissions.id, submission.id))) ?? submission)
}

/** The row is locked since it was read (`accessSubmission`), so nothing came in between. */
export async function revise(
  ctx: Context,
  submission: FoundSubmission,
  changes: Partial<typeof submissions.$inferInsert>,
): Promise<FoundSubmission> {
  await ctx.db
    .update(submissions)
    .set({ ...changes, revision: submission.revision + 1, updatedAt: ctx.now })
    .where(eq(submissions.id, submission.id))
  const changed = await findSubmission(ctx.db, eq(submissions.id, submission.id))
  if (!changed) throw new Problem('not_found')
  return changed
}
