import { isDeepStrictEqual } from 'node:util'
import { and, count, eq, isNull, sql } from 'drizzle-orm'
import { subjectsAnswered } from '#shared/forms/about.ts'
import type { Answers } from '#shared/forms/answers/answers.ts'
import { filesOf } from '#shared/forms/answers/content.ts'
import { unknownAnswers } from '#shared/forms/check.ts'
import type { FormState } from '#shared/forms/evaluation/FormState.ts'
import { rosterGroup, withPicking } from '#shared/forms/evaluation/roster.ts'
import { evaluationOf } from '#shared/forms/logic.ts'
import { askedOfVisitors } from '#shared/forms/public/publicDefinition.ts'
import { criticalFailedIn } from '#shared/forms/scoring/criticalFailed.ts'
import type { Score } from '#shared/forms/scoring/score.ts'
import { userChannel } from '#shared/lib/contract.ts'
import { languageIdOf, toLocale } from '#shared/lib/language.ts'
import { Problem } from '#shared/lib/problem.ts'
import type { SubjectRef } from '#shared/subjects/contract.ts'
import { registry, type SubjectType } from '#shared/subjects/registry.ts'
import { type SubmissionDetail, submissionEvents } from '#shared/submissions/contract.ts'
import { users } from '../accounts/table.ts'
import { animals } from '../animals/table.ts'
import { whoMay } from '../companies/roleQueries.ts'
import { eraseFiles } from '../files/commands.ts'
import { type FileRow, filesOfSubmission } from '../files/queries.ts'
import { lockFindingsOf } from '../findings/commands.ts'
import { evaluateForm, refuseAnswers } from '../forms/evaluation/queries.ts'
import type { Context } from '../lib/context.ts'
import type { Database } from '../lib/db/pools.ts'
import { broadcast, publish } from '../lib/ports.ts'
import { registers } from '../subjects/registers.ts'
import { completeTaskWith } from '../tasks/complete.ts'
import { missingRows, ownWords, requireDraft, requireRevision, requireWhole } from './checks.ts'
import {
  insertSubjects,
  inVersion,
  newerVersion,
  noteSubmission,
  replaceSubjects,
  revise,
  takeNamedFiles,
} from './commands.ts'
import { requireKnownPayload } from './create.ts'
import { setStatuses, subjectsExamined } from './findings.ts'
import { completionOf, contextFor, earliestCompletion, lastAnswers } from './formContext.ts'
import { presentSubmission } from './listQueries.ts'
import { mailAboutCriticalAnswers, mailNotices } from './mails.ts'
import { submissionCompleted } from './ports.ts'
import { filesShown, presentDetail } from './present.ts'
import type { FoundSubmission } from './queries.ts'

import { issueReceipt } from './receipts.ts'
import type { submissions } from './table.ts'
import { answersAtCompletion } from './versions.ts'

export type Completion = {
  answers: Answers
  version?: number | undefined
  removed?: string[] | undefined
  subjects?: SubjectRef[] | undefined
  revision?: number | undefined
  followsRevision?: number | undefined
  payloadVersion: number
  deviceTime?: string | undefined
}

/** Evaluates the answers of a completion, with no connection held. Throws what `completeSubmission` throws of them. */
export async function prepareCompletion(ctx: Context, known: FoundSubmission, completion: Completion): Promise<void> {
  requireKnownPayload(completion.payloadVersion)
  const newer = known.status === 'draft' ? await newerVersion(ctx, known, completion.version) : null
  const moved = newer && { definition: newer.definition, version: newer.number, publishedAt: newer.publishedAt }
  await evaluate(ctx, { ...known, ...moved }, completion)
}

async function evaluate(ctx: Context, submission: FoundSubmission, { answers, deviceTime }: Completion) {
  const context = contextFor(ctx, deviceTime, earliestCompletion(submission), submission.startedAt)
  const last = await lastAnswers(ctx.db, submission, completionOf(ctx, context))
  // Guests look into no register, and are not asked for its rows.
  const { definition } = submission
  const asked = ctx.actor.isGuest ? askedOfVisitors(definition, {}) : definition
  return evaluateForm(ctx, asked, answers, { ...context, ...(last && { last }) })
}

/**
 * Completes a locked submission exactly once: the same answers again get the same result. Throws
 * `submission_complete` for other answers, `stale_revision`, `answers_lost`, and `invalid` for wrong answers.
 */
export async function completeSubmission(
  ctx: Context,
  known: FoundSubmission,
  completion: Completion,
): Promise<SubmissionDetail> {
  const { answers: sent, version, removed, subjects, revision, payloadVersion, deviceTime } = completion
  requireKnownPayload(payloadVersion)
  const submission = known.status === 'draft' ? await inVersion(ctx, known, version) : known
  const state = await evaluate(ctx, submission, completion)
  if (submission.status === 'complete' && (await isSame(ctx, submission, [sent, state.settled()])))
    return presentDetail(ctx, await withReceipt(ctx, submission, sent))
  await requireDraft(ctx, submission)
  await requireRevision(ctx, submission, revision)
  await requireWhole(ctx, submission, { answers: sent, removed })
  const about = subjects ? await replaceSubjects(ctx, submission, subjects) : submission.subjects
  const whole = { ...submission, subjects: about }
  return presentDetail(ctx, await finishSubmission(ctx, whole, { answers: sent, deviceTime }, state))
}

/** Compares with the answers at completion, also after a correction. */
async function isSame(ctx: Context, submission: FoundSubmission, sent: Answers[]): Promise<boolean> {
  const answers = await answersAtCompletion(ctx.db, submission)
  return sent.some(one => isDeepStrictEqual(answers, one))
}

/**
 * Completes a draft in one transaction with everything that follows. Values are calculated again and unasked answers
 * are dropped; the receipt is for what the device sent.
 */
export async function finishSubmission(
  ctx: Context,
  submission: FoundSubmission,
  { answers: sent, deviceTime }: Pick<Completion, 'answers' | 'deviceTime'>,
  state: FormState,
): Promise<FoundSubmission> {
  const { kept, photos, evaluation } = await validateAndScore(ctx, submission, sent, state)
  const { notices, statuses } = evaluation
  const about = await subjectsOfCompleted(ctx, submission, kept.answers)
  await eraseFiles(ctx, unnamed(sent, photos))
  await lockFindingsOf(ctx, submission, subjectsExamined(state, about))
  await setStatuses(ctx, { ...submission, subjects: about }, state, statuses)

  const completed = await revise(ctx, submission, {
    ...kept,
    status: 'complete',
    completedAt: completionOf(ctx, state.context),
    deviceTime: deviceTime ?? null,
    receivedAt: ctx.now,
    languageId: languageOf(submission, state),
    ...(await reviewAskedFor(ctx, submission)),
  })
  await noteSubmission(ctx, 'submission.completed', completed)
  await completeTaskWith(ctx, completed)
  await publish(ctx, submissionCompleted, { submission: completed, state, evaluation })
  const readers = await whoMay(ctx, 'read', 'Submission', completed)
  if (kept.criticalFailed > 0) await mailAboutCriticalAnswers(ctx, completed)
  await mailNotices(ctx, completed, notices)
  const received = await withReceipt(ctx, completed, sent)
  broadcast(ctx, submissionEvents, 'submission.completed', presentSubmission(received), readers.map(userChannel))
  return received
}

/** The language of the account as it is now, or the one in which a visitor read the form. */
const languageOf = ({ userId }: FoundSubmission, { context }: FormState) =>
  userId === null
    ? languageIdOf(toLocale(context.language))
    : sql`(select ${users.languageId} from ${users} where ${users.id} = ${userId})`

/**
 * Evaluates answers and returns what is stored of them. Throws `invalid` with each wrong answer. Named files are
 * attached.
 */
export async function validateAndScore(ctx: Context, submission: FoundSubmission, sent: Answers, state: FormState) {
  const answers = state.settled()
  await takeNamedFiles(ctx, submission, answers)
  const photos = await filesOfSubmission(ctx.db, submission)
  const evaluation = evaluationOf(state)
  const score = await withPopulations(ctx.db, submission, state, evaluation.score)
  const faults = [
    ...unknownAnswers(submission.definition, sent),
    ...evaluation.problems,
    ...missingPhotos(answers, photos),
    ...(await missingRows(ctx.db, submission, answers)),
  ]
  refuseAnswers(faults, ownWords(ctx, state))
  const criticalFailed = criticalFailedIn(score)
  const kept = { answers, score, scorePercent: score.percent, band: score.band, criticalFailed }
  return { kept, photos, evaluation }
}

/** Returns the submission with its receipt, which is issued where there is none. */
export async function withReceipt(
  ctx: Context,
  submission: FoundSubmission,
  answers: Answers,
): Promise<FoundSubmission> {
  const { receipt } = submission
  if (receipt) return submission
  const photos = await filesShown(ctx.db, submission)
  const issued = await issueReceipt(ctx, submission, { answers, photos })
  return { ...submission, receipt: issued, receiptSequence: issued.sequence }
}

/** Lists the answers whose photo has not arrived. */
export function missingPhotos(answers: Answers, photos: FileRow[]) {
  const arrived = new Set(photos.map(({ uuid }) => uuid))
  return Object.entries(answers)
    .filter(([id, answer]) => filesOf({ [id]: answer }).some(uuid => !arrived.has(uuid)))
    .map(([question_id]) => ({ question_id, code: 'photo_missing' as const }))
}

/** Lists the photos that no answer names. */
function unnamed(answers: Answers, photos: FileRow[]): FileRow[] {
  const named = new Set(filesOf(answers))
  return photos.filter(({ uuid }) => !named.has(uuid))
}

/**
 * Returns the subjects at completion: those named at the beginning, or those of the answers. Throws
 * `subject_required`.
 */
async function subjectsOfCompleted(ctx: Context, submission: FoundSubmission, answers: Answers): Promise<SubjectRef[]> {
  const { definition, companyId } = submission
  if (submission.subjects.length > 0) return submission.subjects
  const named = subjectsAnswered(definition, answers)
  await insertSubjects(ctx, submission, named)
  const { about } = definition.settings ?? {}
  if (named.length > 0 || !about?.required) return named
  // Guests and visitors look into no register, and a company that has just begun may have nothing in it.
  const readable = about.types.filter(type => ctx.ability.can('read', registry[type].subject))
  for (const type of readable) if (await hasAny(ctx, companyId, type)) throw new Problem('subject_required')
  return named
}

async function hasAny({ db }: Context, companyId: number, type: SubjectType): Promise<boolean> {
  const { id, companyId: company, archivedAt } = registers[type]
  const found = await db
    .select({ id })
    .from(registers[type])
    .where(and(eq(company, companyId), isNull(archivedAt)))
    .limit(1)
  return found.length > 0
}

type Asked = Pick<typeof submissions.$inferInsert, 'reviewState' | 'reviewerIds' | 'reviewIsNamed'>

/**
 * Returns the review columns that the form's version asks for. Named reviewers count only while they may review;
 * without any, everybody who may review can.
 */
async function reviewAskedFor(ctx: Context, submission: FoundSubmission): Promise<Asked> {
  const asked = submission.definition.settings?.reviewed_by
  if (!asked) return {}
  const named = asked.user_ids ?? []
  const row = { ...submission, status: 'complete', reviewIsNamed: true, reviewerIds: named }
  const able = named.length > 0 ? await whoMay(ctx, 'review', 'Submission', row) : []
  const reviewerIds = named.filter(id => able.includes(id))
  const isNamed = reviewerIds.length > 0
  return { reviewState: 'received', reviewIsNamed: isNamed, reviewerIds: isNamed ? reviewerIds : null }
}

/** Adds to the score how animals of rosters were picked and how many the groups had, because groups change. */
async function withPopulations(
  db: Database,
  { companyId, subjects }: { companyId: number; subjects: { type: string; id: number }[] },
  state: FormState,
  worked: Score,
): Promise<Score> {
  const score = withPicking(state, worked)
  if (!score.measures) return score
  const about = subjects.find(({ type }) => type === 'animal_group')?.id
  const measures = []
  for (const measure of score.measures) {
    const isRoster = measure.picked === 'random' || measure.picked === 'all'
    const group =
      isRoster && measure.population === undefined ? (rosterGroup(state, measure.repeat_id)?.id ?? about) : undefined
    const population = group === undefined ? undefined : await headsIn(db, companyId, group)
    measures.push(population ? { ...measure, population } : measure)
  }
  return { ...score, measures }
}

async function headsIn(db: Database, companyId: number, groupId: number): Promise<number> {
  const [row] = await db
    .select({ heads: count() })
    .from(animals)
    .where(and(eq(animals.companyId, companyId), eq(animals.animalGroupId, groupId), isNull(animals.archivedAt)))
  return row?.heads ?? 0
}
