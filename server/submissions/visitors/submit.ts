/**
 * Accepts the submission of a visitor by the public link of a form: complete at once, scored and followed up like any
 * other.
 */
import { and, eq } from 'drizzle-orm'
import { subjectsAnswered } from '#shared/forms/about.ts'
import type { Answers } from '#shared/forms/answers/answers.ts'
import type { Definition } from '#shared/forms/definition.ts'
import type { FormState } from '#shared/forms/evaluation/FormState.ts'
import { askedOfVisitors } from '#shared/forms/public/publicDefinition.ts'
import type { Prefill } from '#shared/forms/public/publicLink.ts'
import type { Locale } from '#shared/lib/language.ts'
import { invalidField, Problem } from '#shared/lib/problem.ts'
import type { PublicFile, PublicSubmission } from '#shared/public-links/publicForm.ts'
import type { Work } from '#shared/public-links/puzzle.ts'
import { adoptFiles, insertFile, writeUploads } from '../../files/commands.ts'
import { countWaiting, type FileRow, filesOfSubmission, findFileByUuid } from '../../files/queries.ts'
import { evaluateForm } from '../../forms/evaluation/queries.ts'
import type { Context } from '../../lib/context.ts'
import { countResponse } from '../../public-links/commands.ts'
import {
  accessVisited,
  prefilledAnswers,
  requireOpen,
  requirePin,
  requireWork,
  type VisitedLink,
  visitedVersion,
} from '../../public-links/queries.ts'
import { insertSubjects, requireUpload } from '../commands.ts'
import { finishSubmission } from '../complete.ts'
import { believedStart, requireKnownPayload, wasErased } from '../create.ts'
import { contextFor, earliestCompletion } from '../formContext.ts'
import { presentFile } from '../present.ts'
import { type FoundSubmission, findSubmission } from '../queries.ts'
import { contentHash } from '../receipts.ts'
import { submissions } from '../table.ts'
import { countCopy, sendCopy } from './copies.ts'

type Sent = {
  id: number
  token: string
  uuid: string
  version?: number | undefined
  answers: Answers
  locale: Locale
  contact?: string | undefined
  startedAt?: string | undefined
  deviceTime?: string | undefined
  payloadVersion: number
  work?: Work | undefined
  website?: string | undefined
  copyTo?: string | undefined
}

/** The hash of the link's PIN when it was asked for, and whether a copy may be sent. */
export type PreparedVisit = { pinHash: string | null; isCopyAllowed: boolean }

/**
 * Asks for the PIN, evaluates the answers and counts a copy, with no connection held. Throws what keeps a visitor from
 * the form.
 */
export async function prepareVisit(sent: Sent, ctx: Context): Promise<PreparedVisit> {
  requireKnownPayload(sent.payloadVersion)
  if (sent.website) throw new Problem('looks_automatic')
  const visited = await accessVisited(ctx, sent)
  if (visited.form.isChannel) throw new Problem('form_is_channel')
  // Before the PIN, whose hashing is the server's own work.
  requireWork(ctx, visited, sent.uuid, sent.work)
  await requirePin(ctx, visited)
  const { companyId, pinHash } = visited.link
  if (await submissionNamed(ctx, companyId, sent.uuid)) return { pinHash, isCopyAllowed: false }
  await requireOpen(ctx, visited)
  const { version, prefill } = await visitedVersion(ctx, visited, sent.version)
  const { publishedAt } = version
  await evaluate(ctx, sent, {
    definition: version.definition,
    publishedAt,
    startedAt: startOf(ctx, sent, version),
    prefill,
  })
  return { pinHash, isCopyAllowed: sent.copyTo !== undefined && (await countCopy(ctx, visited, sent.copyTo)) }
}

type Begun = { definition: Definition; publishedAt: Date; startedAt: Date; prefill: Prefill }

function evaluate(ctx: Context, sent: Sent, { prefill, ...begun }: Begun): Promise<FormState> {
  const answers = { ...sent.answers, ...prefilledAnswers(prefill) }
  const context = contextFor(
    { ...ctx, locale: sent.locale },
    sent.deviceTime,
    earliestCompletion(begun),
    begun.startedAt,
  )
  return evaluateForm(ctx, askedOfVisitors(begun.definition, prefill), answers, context)
}

/** When a visitor began. Where a device does not say so, they began before they completed. */
function startOf(ctx: Context, sent: Sent, { publishedAt }: { publishedAt: Date }): Date {
  const startedAt = sent.startedAt ?? sent.deviceTime
  return startedAt ? believedStart(ctx, startedAt, publishedAt.getTime()) : ctx.now
}

/** Throws `unavailable` where the link got another PIN since it was asked for. */
function requireSamePin({ link }: VisitedLink, pinHash: string | null): void {
  if (link.pinHash !== pinHash) throw new Problem('unavailable', { retryAfter: 1 })
}

/**
 * Accepts a submission exactly once. The link is locked, so that its limit holds and a repetition gets the first
 * answer.
 */
export async function submitAsVisitor(
  ctx: Context,
  sent: Sent,
  { pinHash, isCopyAllowed }: PreparedVisit,
): Promise<PublicSubmission> {
  const visited = await accessVisited(ctx, sent, true)
  requireSamePin(visited, pinHash)
  const { link } = visited
  const earlier = await findSubmission(
    ctx.db,
    and(eq(submissions.companyId, link.companyId), eq(submissions.uuid, sent.uuid)),
  )
  if (earlier) return repeated(ctx, visited, earlier, sent)
  if (await wasErased(ctx, sent.uuid)) throw new Problem('submission_uuid_taken')
  await requireOpen(ctx, visited)
  const { definition, submission, prefill } = await begin(ctx, visited, sent)
  const { startedAt, publishedAt } = submission
  const state = await evaluate(ctx, sent, { definition, startedAt, publishedAt, prefill })
  const complete = await finishSubmission(ctx, submission, sent, state)
  await countResponse(ctx, visited)
  const isCopySent = sent.copyTo ? isCopyAllowed && (await sendCopy(ctx, complete, sent.copyTo, sent.locale)) : null
  return present(complete, isCopySent)
}

async function begin(ctx: Context, visited: VisitedLink, sent: Sent) {
  const { link } = visited
  const { uuid, version: wanted, contact } = sent
  const { version, prefill } = await visitedVersion(ctx, visited, wanted)
  const [inserted] = await ctx.db
    .insert(submissions)
    .values({
      companyId: link.companyId,
      uuid,
      formId: link.formId,
      formVersionId: version.id,
      publicLinkId: link.id,
      contact: contact || null,
      answers: {},
      startedAt: startOf(ctx, sent, version),
      createdAt: ctx.now,
      updatedAt: ctx.now,
    })
    .onConflictDoNothing({ target: [submissions.companyId, submissions.uuid] })
    .returning({ id: submissions.id, companyId: submissions.companyId })
  // Somebody who works there has just begun one of this name.
  if (!inserted) throw new Problem('submission_uuid_taken')
  await insertSubjects(ctx, inserted, subjectsAnswered(version.definition, prefilledAnswers(prefill)))
  await adoptFiles(ctx, link, uuid, inserted.id)
  const submission = await findSubmission(ctx.db, eq(submissions.id, inserted.id))
  if (!submission) throw new Error('The submission was not stored.')
  return { definition: version.definition, submission, prefill }
}

/** The answer that the first got, if what came again is the same. */
async function repeated(
  ctx: Context,
  { link }: VisitedLink,
  earlier: FoundSubmission,
  { answers, version, contact }: Sent,
): Promise<PublicSubmission> {
  const photos = await filesOfSubmission(ctx.db, earlier)
  const hash = contentHash({ uuid: earlier.uuid, version: version ?? earlier.version }, { answers, photos })
  const isSame = earlier.receipt?.content_hash === hash && earlier.contact === (contact || null)
  if (earlier.publicLinkId !== link.id || !isSame) throw new Problem('submission_uuid_taken')
  // Whether the first was sent a copy is not known any more, and none is sent twice.
  return present(earlier, null)
}

function present(submission: FoundSubmission, isCopySent: boolean | null): PublicSubmission {
  const { uuid, completedAt, definition, scorePercent, band, criticalFailed } = submission
  if (!completedAt) throw new Error('What a visitor sends is complete.')
  return {
    uuid,
    completed_at: completedAt.toISOString(),
    score: definition.settings?.score_preview ? { percent: scorePercent, band, critical_failed: criticalFailed } : null,
    copy_sent: isCopySent,
  }
}

/** More than any form asks of one person. */
const maxOfSubmission = 50
/** Files of all visitors of a link together that wait for a submission, so that nobody fills the storage. */
const maxOfLink = 1_000

type SentFile = {
  id: number
  token: string
  submissionUuid: string
  uuid: string
  questionId: string
  version?: number | undefined
}

/** Asks for the PIN and stores the file, with no connection held. Throws what keeps a visitor from the form. */
export async function prepareVisitorsFile(sent: SentFile, ctx: Context): Promise<void> {
  const visited = await accessVisited(ctx, sent)
  await requirePin(ctx, visited)
  if (visited.form.isChannel) throw new Problem('form_is_channel')
  await writeUploads(ctx, visited.link.companyId)
}

/** Stores a file for a submission that follows. The link is locked, so that its limit holds. */
export async function attachAsVisitor(ctx: Context, sent: SentFile): Promise<PublicFile> {
  const visited = await accessVisited(ctx, sent, true)
  if (visited.form.isChannel) throw new Problem('form_is_channel')
  const { companyId, id: publicLinkId } = visited.link
  const submission = await submissionNamed(ctx, companyId, sent.submissionUuid)
  const first = await findFileByUuid(ctx.db, companyId, sent.uuid)
  if (first) {
    const isSame = first.publicLinkId === publicLinkId && isFor(first, sent.submissionUuid, submission?.id)
    if (!isSame) throw invalidField('uuid', 'taken')
    return presentFile(first)
  }
  if (submission) throw new Problem('submission_uuid_taken')
  await requireOpen(ctx, visited)
  const { version, prefill } = await visitedVersion(ctx, visited, sent.version)
  const upload = requireUpload(ctx, askedOfVisitors(version.definition, prefill), sent.questionId)
  const waiting = await countWaiting(ctx.db, companyId, publicLinkId)
  if ((waiting.get(sent.submissionUuid) ?? 0) >= maxOfSubmission)
    throw invalidField('file', 'too_many', { maximum: maxOfSubmission })
  if (waiting.values().reduce((sum, count) => sum + count, 0) >= maxOfLink)
    throw new Problem('too_many_requests', { retryAfter: 3600 })
  const owner = { companyId, publicLinkId, waitingFor: sent.submissionUuid, questionId: sent.questionId }
  return presentFile(await insertFile(ctx, owner, sent.uuid, upload))
}

const isFor = (file: FileRow, submissionUuid: string, submissionId: number | undefined): boolean =>
  file.waitingFor === submissionUuid || (submissionId !== undefined && file.submissionId === submissionId)

async function submissionNamed({ db }: Context, companyId: number, uuid: string) {
  const [found] = await db
    .select({ id: submissions.id })
    .from(submissions)
    .where(and(eq(submissions.companyId, companyId), eq(submissions.uuid, uuid)))
  return found
}
