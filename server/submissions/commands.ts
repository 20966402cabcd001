import { and, eq, inArray, isNull, ne, type SQL } from 'drizzle-orm'
import type { PgUpdateSetSource } from 'drizzle-orm/pg-core'
import type { AuditDetails } from '#shared/audit/contract.ts'
import { keyParts } from '#shared/forms/answers/answerKey.ts'
import type { Answers } from '#shared/forms/answers/answers.ts'
import { filesIn } from '#shared/forms/answers/content.ts'
import { checkDraft } from '#shared/forms/check.ts'
import type { Definition, FilledBy } from '#shared/forms/definition.ts'
import { questionsOf } from '#shared/forms/elements.ts'
import { invalidField, Problem } from '#shared/lib/problem.ts'
import { allows } from '#shared/lib/rules.ts'
import type { SealKind } from '#shared/sealing/contract.ts'
import type { NamedSubject, SubjectRef } from '#shared/subjects/contract.ts'
import { subjectKey } from '#shared/subjects/registry.ts'
import type { FollowUpKind } from '#shared/submissions/rules.ts'
import { audit } from '../audit/commands.ts'
import { insertFile, takeOwnFiles } from '../files/commands.ts'
import { findFileByUuid } from '../files/queries.ts'
import { lockFindingsOf, restoreFindings, withdrawFindings } from '../findings/commands.ts'
import { refuseAnswers } from '../forms/evaluation/queries.ts'
import { type FormRow, type FormVersionRow, findPublished } from '../forms/queries.ts'
import { forms } from '../forms/table.ts'
import type { Context, Upload } from '../lib/context.ts'
import { recomputeStatuses } from '../subjects/commands.ts'
import { requireSubjects, subjectsOf } from '../subjects/queries.ts'
import { subjectColumnsOf } from '../subjects/registers.ts'
import { withdrawTask } from '../tasks/endSeries.ts'
import { sentTasks } from '../tasks/table.ts'
import { asItIs, requireDraft, requireRevision, requireWhole } from './checks.ts'
import { presentSubmission } from './listQueries.ts'
import { presentDetail, presentFile } from './present.ts'
import { type FoundSubmission, findSubmission } from './queries.ts'

import { sealCompleted, sealSubmission } from './sealed/seal.ts'
import { submissionSubjects, submissions } from './table.ts'

type Changes = {
  answers?: Answers | undefined
  version?: number | undefined
  removed?: string[] | undefined
  subjects?: SubjectRef[] | undefined
  revision?: number | undefined
}

/**
 * Saves a draft; the sent answers replace the stored ones. Throws `submission_complete`, `stale_revision` or
 * `answers_lost` with the submission as it is now.
 */
export async function saveDraft(
  ctx: Context,
  known: FoundSubmission,
  { answers, version, removed, subjects, revision }: Changes,
) {
  await requireDraft(ctx, known)
  await requireRevision(ctx, known, revision)
  const submission = await inVersion(ctx, known, version)
  if (answers) await requireWhole(ctx, submission, { answers, removed })
  const isOver = submission.version !== known.version
  if (answers || isOver) refuseAnswers(checkDraft(submission.definition, answers ?? submission.answers))
  if (answers) await takeNamedFiles(ctx, submission, answers)
  if (subjects) await replaceSubjects(ctx, submission, subjects)
  return presentSubmission(await revise(ctx, submission, answers ? { answers } : {}))
}

/** Attaches uploaded files that answers name: pictures to any answer, documents to file questions. */
export async function takeNamedFiles(ctx: Context, submission: FoundSubmission, answers: Answers): Promise<void> {
  const types = new Map(questionsOf(submission.definition).map(({ id, type }) => [id, type]))
  const named = Object.entries(answers).flatMap(([questionId, answer]) => {
    const takesDocuments = types.get(keyParts(questionId).question_id) === 'file'
    return [
      ...filesIn(answer.value).map(({ uuid }) => ({ uuid, questionId, isPicture: !takesDocuments })),
      ...(answer.photos ?? []).map(({ uuid }) => ({ uuid, questionId, isPicture: true })),
    ]
  })
  await takeOwnFiles(ctx, submission, named)
}

/** Says what it is about from now on; a phone says it again with each change, which changes nothing. */
export async function replaceSubjects(
  ctx: Context,
  submission: FoundSubmission,
  subjects: SubjectRef[],
): Promise<NamedSubject[]> {
  const about = await requireSubjects(ctx.db, submission.companyId, subjects, submission.startedAt)
  if (namesOf(about) === namesOf(submission.subjects)) return submission.subjects
  await ctx.db.delete(submissionSubjects).where(eq(submissionSubjects.submissionId, submission.id))
  await insertSubjects(ctx, submission, about)
  const named = await subjectsOf(ctx.db, submissionSubjects, submissionSubjects.submissionId, [submission.id])
  return named.get(submission.id) ?? []
}

const namesOf = (subjects: SubjectRef[]) => subjects.map(subjectKey).sort().join()

type Pointing = { id: number; companyId: number }

/** Rows in one statement. */
const maxTogether = 1_000

/** Says what a submission, or each of several, is about. */
export async function insertSubjects(ctx: Context, of: Pointing | Pointing[], subjects: SubjectRef[]): Promise<void> {
  const rows = [of]
    .flat()
    .flatMap(({ id, companyId }) =>
      subjects.map(subject => ({ companyId, submissionId: id, ...subjectColumnsOf(subject) })),
    )
  for (let from = 0; from < rows.length; from += maxTogether)
    await ctx.db.insert(submissionSubjects).values(rows.slice(from, from + maxTogether))
}

/**
 * Stores a photo or file of a draft; repeating the call changes nothing. Throws `invalid` for a uuid that is taken.
 */
export async function attachFile(
  ctx: Context,
  submission: FoundSubmission,
  { uuid, questionId }: { uuid: string; questionId: string },
) {
  const { id, companyId, definition } = submission
  const first = await findFileByUuid(ctx.db, companyId, uuid)
  if (first) {
    // A follow-up hands its files over to the submission that it follows.
    const isHandedOver = submission.status === 'complete' && first.submissionId === submission.followsId
    if (first.submissionId !== id && !isHandedOver) throw invalidField('uuid', 'taken')
    return presentFile(first)
  }
  await requireDraft(ctx, submission)
  const upload = requireUpload(ctx, definition, questionId)
  return presentFile(await insertFile(ctx, { companyId, submissionId: id, questionId }, uuid, upload))
}

/** Returns the upload for a question of the form. Throws `invalid` for a file that the question does not take. */
export function requireUpload({ upload }: Context, definition: Definition, questionId: string): Upload {
  const question = questionsOf(definition).find(one => one.id === keyParts(questionId).question_id)
  if (!question) throw invalidField('question_id', 'not_found')
  if (!upload) throw invalidField('file', 'required')
  if (upload.width === null && question.type !== 'file') throw new Problem('file_type_refused')
  return upload
}

/** Archives a draft, with its photos, or a complete submission; the states that this one set count no longer. */
export async function removeSubmission(ctx: Context, submission: FoundSubmission): Promise<void> {
  // What it said and found is brought back by the moment at which it was archived.
  if (submission.archivedAt) return
  await revise(ctx, submission, { archivedAt: ctx.now })
  await noteSubmission(ctx, 'submission.archived', submission)
  if (submission.status === 'draft') return
  await lockFindingsOf(ctx, submission)
  await recomputeStatuses(ctx, submission, ctx.now)
  await withdrawFindings(ctx, submission)
  await withdrawFollowUps(ctx, submission)
}

/** Takes it back out of the archive; the states that it set count again. */
export async function restoreSubmission(ctx: Context, submission: FoundSubmission) {
  const restored = await revise(ctx, submission, { archivedAt: null })
  if (submission.archivedAt) await noteSubmission(ctx, 'submission.restored', submission)
  if (submission.status === 'draft') return presentDetail(ctx, restored)
  await lockFindingsOf(ctx, submission)
  await recomputeStatuses(ctx, submission, null)
  await restoreFindings(ctx, submission)
  return presentDetail(ctx, (await findSubmission(ctx.db, eq(submissions.id, submission.id))) ?? submission)
}

const sealedAs: Record<string, SealKind> = {
  'submission.completed': 'completed',
  'submission.corrected': 'corrected',
  'submission.reviewed': 'reviewed',
  'submission.archived': 'archived',
  'submission.restored': 'restored',
}

/** Writes an entry of the audit log with the form, and nothing of the answers. */
export function noteSubmission(
  ctx: Context,
  action:
    | 'submission.completed'
    | 'submission.imported'
    | 'submission.reviewed'
    | 'submission.corrected'
    | 'submission.archived'
    | 'submission.restored',
  submission: FoundSubmission,
  details: AuditDetails = {},
): Promise<void> {
  const { id, companyId, formId, version } = submission
  const kind = sealedAs[action]
  if (kind === 'completed') sealCompleted(ctx, submission)
  else if (kind && submission.status === 'complete') sealSubmission(ctx, submission, kind)
  return audit(ctx, action, { type: 'Submission', id, companyId }, { form_id: formId, version, ...details })
}

/** The row is locked since it was read (`accessSubmission`), so nothing came in between. */
export async function revise(
  ctx: Context,
  submission: FoundSubmission,
  changes: PgUpdateSetSource<typeof submissions>,
): Promise<FoundSubmission> {
  await ctx.db
    .update(submissions)
    .set({ ...changes, revision: submission.revision + 1, updatedAt: ctx.now })
    .where(eq(submissions.id, submission.id))
  const changed = await findSubmission(ctx.db, eq(submissions.id, submission.id))
  if (!changed) throw new Problem('not_found')
  return changed
}

/** Moves a draft to a version, which may be newer. Throws the Problem of a version that the form does not have. */
export async function inVersion(
  ctx: Context,
  submission: FoundSubmission,
  version: number | undefined,
): Promise<FoundSubmission> {
  const newer = await newerVersion(ctx, submission, version)
  if (!newer) return submission
  await ctx.db.update(submissions).set({ formVersionId: newer.id }).where(eq(submissions.id, submission.id))
  const found = await findSubmission(ctx.db, eq(submissions.id, submission.id))
  if (!found) throw new Problem('not_found')
  return found
}

/** Looks up the version into which a draft is to be moved; null where it stays. Throws as `inVersion` does. */
export async function newerVersion(
  ctx: Context,
  submission: FoundSubmission,
  version: number | undefined,
): Promise<FormVersionRow | null> {
  // A follow-up stays in the version of the submission that it follows.
  if (version === undefined || version === submission.version || submission.followsId !== null) return null
  if (version < submission.version) throw new Problem('stale_revision', { data: await asItIs(ctx, submission) })
  const [form] = await ctx.db
    .select()
    .from(forms)
    .where(and(eq(forms.companyId, submission.companyId), eq(forms.id, submission.formId)))
  const newer = form && (await findPublished(ctx.db, { ...form, version }))
  if (!newer) throw invalidField('version', 'not_found')
  const isTheirs = submission.taskSentId !== null || allows(ctx.ability, 'fill', 'Form', asOf(form, newer))
  if (!isTheirs) throw new Problem('form_for_others')
  return newer
}

/** The form with the people that a version of it was for. */
export const asOf = (form: FormRow, { definition }: FormVersionRow): FormRow =>
  offeredTo(form, definition.settings?.filled_by)

/** The form with other people who fill it in. */
export function offeredTo(form: FormRow, filledBy: FilledBy | null | undefined): FormRow {
  const { role_ids = null, guests = false } = filledBy ?? {}
  return { ...form, fillerRoleIds: role_ids, forGuests: guests }
}

type Meant = { kind?: FollowUpKind; askedFor?: string; except?: number }

/**
 * Withdraws open follow-ups with their tasks and returns their drafts. One that a device completes nevertheless
 * counts.
 */
export async function withdrawFollowUps(
  ctx: Context,
  followed: { id: number; companyId: number },
  { kind, askedFor, except }: Meant = {},
): Promise<{ userId: number | null; answers: Answers }[]> {
  const open: (SQL | undefined)[] = [
    eq(submissions.companyId, followed.companyId),
    eq(submissions.followsId, followed.id),
    eq(submissions.status, 'draft'),
    isNull(submissions.archivedAt),
    kind && eq(submissions.followsAs, kind),
    askedFor === undefined ? undefined : eq(submissions.askedFor, askedFor),
    except === undefined ? undefined : ne(submissions.id, except),
  ]
  const drafts = await ctx.db
    .update(submissions)
    .set({ archivedAt: ctx.now })
    .where(and(...open))
    .returning({ userId: submissions.userId, answers: submissions.answers, taskSentId: submissions.taskSentId })
  for (const taskId of await tasksOf(ctx, followed.companyId, drafts)) await withdrawTask(ctx, { ...followed, taskId })
  return drafts
}

async function tasksOf(ctx: Context, companyId: number, drafts: { taskSentId: number | null }[]): Promise<Set<number>> {
  const ids = drafts.flatMap(({ taskSentId }) => taskSentId ?? [])
  if (ids.length === 0) return new Set()
  const found = await ctx.db
    .selectDistinct({ taskId: sentTasks.taskId })
    .from(sentTasks)
    .where(and(eq(sentTasks.companyId, companyId), inArray(sentTasks.id, ids)))
  return new Set(found.map(({ taskId }) => taskId))
}
