/** Opens, closes and reopens findings. */
import { isDeepStrictEqual } from 'node:util'
import { and, eq, inArray, isNotNull, isNull, lte, ne, notExists, or, type SQL, sql } from 'drizzle-orm'
import { findingEvents } from '#shared/findings/contract.ts'
import type { Severity } from '#shared/findings/rules.ts'
import type { OpenedTask } from '#shared/forms/answers/outcome.ts'
import { userChannel } from '#shared/lib/contract.ts'
import type { LocalizedText } from '#shared/lib/fields.ts'
import type { FindingEnd } from '#shared/lib/findingStages.ts'
import { localeOf } from '#shared/lib/language.ts'
import { Problem } from '#shared/lib/problem.ts'
import type { SubjectRef } from '#shared/subjects/contract.ts'
import { registry, type SubjectStatus } from '#shared/subjects/registry.ts'
import { audit } from '../audit/commands.ts'
import { findCompany } from '../companies/queries.ts'
import { whoMay } from '../companies/roleQueries.ts'
import type { Context } from '../lib/context.ts'
import { broadcast, on, publish } from '../lib/ports.ts'
import { subjectsOf } from '../subjects/queries.ts'
import { subjectColumnsOf } from '../subjects/registers.ts'
import { reopenSkippedOf, skipOpenOf } from '../tasks/occurrenceCommands.ts'
import { taskCompleted, taskReopened } from '../tasks/ports.ts'
import { openCorrectiveTasks, type Submitted } from './correctiveTasks.ts'
import { findingsClosed, findingsOpened, findingsReopened } from './ports.ts'
import { type FindingRow, lockTasksOf, presentFinding } from './queries.ts'
import { alignStatuses } from './statuses.ts'
import { findingSubjects, findings } from './table.ts'

/** More than any one thing has open of one form. */
const maxRechecked = 500

/** A detected finding; `subjects` only where they differ from those of the submission. */
export type Detected = {
  questionId: string
  severity: Severity
  question: LocalizedText | null
  answer: LocalizedText | null
  note: string | null
  /** The pictures of the answer. */
  photoUuids: string[]
  /** The worst status that it gives its subjects. */
  status: SubjectStatus | null
  subjects?: SubjectRef[]
}

/** Stores findings, opens the tasks of their answers, and notifies everybody who may read them. */
export async function openFindings(
  ctx: Context,
  submission: Submitted & { at: Date },
  detected: Detected[],
  wanted: OpenedTask[],
): Promise<void> {
  if (detected.length === 0) return
  const { id: submissionId, companyId, formId, userId, at } = submission
  const rows = await ctx.db
    .insert(findings)
    .values(
      detected.map(({ subjects, ...one }) => ({
        ...one,
        companyId,
        submissionId,
        formId,
        userId,
        foundAt: at,
        notedAt: ctx.now,
      })),
    )
    .returning()
  const about = detected.flatMap(({ questionId, subjects = submission.subjects }) => {
    const findingId = rows.find(row => row.questionId === questionId)?.id ?? 0
    return subjects.map(subject => ({ companyId, findingId, ...subjectColumnsOf(subject) }))
  })
  if (about.length > 0) await ctx.db.insert(findingSubjects).values(about)
  await openCorrectiveTasks(ctx, submission, wanted)
  // A form from offline found this before another finding of the place was closed, which said that it is well.
  await alignStatuses(ctx, rows, at, { onlyAmended: true })
  await publish(ctx, findingsOpened, { findings: rows })
  await broadcastFindings(ctx, rows)
}

/**
 * Aligns findings with corrected answers: passed ones are withdrawn with their tasks, others stay with the new words,
 * new ones open.
 */
export async function correctFindings(
  ctx: Context,
  submission: Submitted & { at: Date },
  detected: Detected[],
  wanted: OpenedTask[],
): Promise<void> {
  const known = await ctx.db.select().from(findings).where(ofSubmission(submission))
  const wrong = new Set(detected.map(({ questionId }) => questionId))
  const before = new Set(known.map(({ questionId }) => questionId))
  const gone = known.filter(({ questionId }) => !wrong.has(questionId)).map(({ id }) => id)
  const back = known
    .filter(({ questionId, closedHow }) => wrong.has(questionId) && closedHow === 'withdrawn')
    .map(({ id }) => id)
  for (const { questionId, question, answer, note, photoUuids, status } of detected) {
    const words = { question, answer, note, photoUuids, status }
    const row = known.find(one => one.questionId === questionId)
    if (row && !isDeepStrictEqual({ ...row, ...words }, row))
      await ctx.db.update(findings).set(words).where(eq(findings.id, row.id))
  }
  const corrected = { how: 'withdrawn', by: ctx.actor.id, at: ctx.now } as const
  if (gone.length > 0) await close(ctx, inArray(findings.id, gone), corrected)
  if (back.length > 0) await reopen(ctx, inArray(findings.id, back))
  const fresh = detected.filter(({ questionId }) => !before.has(questionId))
  await openFindings(
    ctx,
    submission,
    fresh,
    wanted.filter(({ question_id }) => !before.has(question_id)),
  )
  // What was closed since stays so, though the corrected answers gave the status of their time.
  await alignStatuses(ctx, await ctx.db.select().from(findings).where(ofSubmission(submission)), ctx.now)
}

/** Closes a finding with a reason; repeating the call changes nothing. Throws for one that was closed otherwise. */
export async function settleFinding(ctx: Context, finding: FindingRow, reason: string) {
  if (finding.closedHow !== null && finding.closedHow !== 'settled') throw new Problem('finding_closed')
  if (finding.closedHow === null) {
    await close(ctx, eq(findings.id, finding.id), { how: 'settled', by: ctx.actor.id, at: ctx.now, reason })
    await audit(ctx, 'finding.settled', { type: 'Finding', id: finding.id, companyId: finding.companyId })
  }
  return presentFinding(ctx, finding)
}

/** Takes that back. */
export async function reopenFinding(ctx: Context, finding: FindingRow) {
  if (finding.closedHow !== null && finding.closedHow !== 'settled') throw new Problem('finding_closed')
  if (finding.closedHow === 'settled') {
    await reopen(ctx, eq(findings.id, finding.id))
    await audit(ctx, 'finding.reopened', { type: 'Finding', id: finding.id, companyId: finding.companyId })
  }
  return presentFinding(ctx, finding)
}

/** Closes the findings of a completed task; those that somebody is to look at again are done until then. */
async function closeWithTask(ctx: Context, task: (typeof taskCompleted)['content']): Promise<void> {
  if (task.originSubmissionId === null) return
  await close(ctx, and(ofTask(task), isNull(findings.recheckBy)), { how: 'task', by: task.by, at: task.at })
  const waiting = await ctx.db
    .update(findings)
    .set({ doneAt: task.at })
    .where(and(ofTask(task), isNotNull(findings.recheckBy), isNull(findings.closedAt)))
    .returning()
  await broadcastFindings(ctx, waiting)
}

/** Reopens the findings of a task that was reopened; a correction or the archive withdrew the others. */
async function reopenWithTask(ctx: Context, task: { companyId: number; taskId: number }): Promise<void> {
  await ctx.db.update(findings).set({ doneAt: null }).where(ofTask(task))
  await reopen(ctx, and(ofTask(task), ne(findings.closedHow, 'withdrawn')))
}

/** A finding ends with its task, and comes back with it. */
export const findingListeners = [on(taskCompleted, closeWithTask), on(taskReopened, reopenWithTask)]

/** The re-check found them as bad as before, and their tasks are open again. */
export async function noteStillThere(ctx: Context, failed: FindingRow[]): Promise<void> {
  const ids = failed.map(({ id }) => id)
  if (ids.length > 0) await ctx.db.update(findings).set({ doneAt: null }).where(inArray(findings.id, ids))
  await broadcastFindings(ctx, failed)
}

/** Somebody looked again at what a submission found, and it is well; or nobody can, and its task was done. */
export const closeLookedAt = (
  ctx: Context,
  submission: OfSubmission,
  { keys, by, at }: { keys: string[]; by: number | null; at: Date },
  how: 'recheck' | 'task' = 'recheck',
) => close(ctx, and(ofSubmission(submission), inArray(findings.questionId, keys)), { how, by, at })

const ofTask = ({ companyId, taskId }: { companyId: number; taskId: number }) =>
  and(eq(findings.companyId, companyId), eq(findings.taskId, taskId))

type OfSubmission = { id: number; companyId: number }

/** Withdraws the open findings of an archived submission; closed ones stay as they are. */
export const withdrawFindings = (ctx: Context, submission: OfSubmission) =>
  close(ctx, ofSubmission(submission), { how: 'withdrawn', by: ctx.actor.id, at: ctx.now })

/** Restores the findings of a restored submission, except those that a correction withdrew. */
export async function restoreFindings(ctx: Context, submission: OfSubmission & { archivedAt: Date | null }) {
  const { archivedAt } = submission
  if (!archivedAt) return
  await reopen(
    ctx,
    and(ofSubmission(submission), eq(findings.closedHow, 'withdrawn'), eq(findings.closedAt, archivedAt)),
  )
}

const ofSubmission = ({ id, companyId }: OfSubmission) =>
  and(eq(findings.companyId, companyId), eq(findings.submissionId, id))

/**
 * Takes what a completed, corrected or archived submission may close or reopen, before the subjects that it speaks of:
 * closing a finding takes them in this order too. `examined`: it may close earlier findings about these.
 */
export async function lockFindingsOf(
  ctx: Context,
  submission: OfSubmission & { formId: number; status: string },
  examined?: SubjectRef[],
): Promise<void> {
  const { companyId, formId, status } = submission
  // Forms filled in at once open findings that the next one may close: each begins after the one before.
  if (examined) await ctx.db.execute(sql`select pg_advisory_xact_lock(hashtext('findings'), ${formId})`)
  const earlier =
    examined &&
    and(
      eq(findings.companyId, companyId),
      eq(findings.formId, formId),
      isNull(findings.closedAt),
      aboutAny(ctx, examined),
    )
  const found = await ctx.db
    .select({ id: findings.id })
    .from(findings)
    // A draft has found nothing yet.
    .where(or(status === 'draft' ? undefined : ofSubmission(submission), earlier))
    .orderBy(findings.id)
    .limit(maxRechecked)
  if (found.length === 0) return
  const those = inArray(
    findings.id,
    found.map(({ id }) => id),
  )
  await lockTasksOf(ctx, those)
  await ctx.db.select({ id: findings.id }).from(findings).where(those).orderBy(findings.id).for('no key update')
}

type Recheck = {
  id: number
  companyId: number
  formId: number
  userId: number | null
  at: Date
  /** All examined subjects. */
  subjects: SubjectRef[]
  /** Whether the finding at this key passes now. */
  passes: (questionId: string, about: SubjectRef[]) => boolean
}

/** The same form was filled in again about the same: what it finds well now is open no longer. */
export async function closeRechecked(ctx: Context, { id, companyId, formId, userId, at, ...now }: Recheck) {
  const open = await ctx.db
    .select({ id: findings.id, submissionId: findings.submissionId, questionId: findings.questionId })
    .from(findings)
    .where(
      and(
        eq(findings.companyId, companyId),
        eq(findings.formId, formId),
        isNull(findings.closedAt),
        lte(findings.foundAt, at),
        aboutAny(ctx, now.subjects),
      ),
    )
    .orderBy(findings.id)
    .limit(maxRechecked)
  const earlier = open.filter(({ submissionId }) => submissionId !== id)
  if (earlier.length === 0) return
  const about = await subjectsOf(
    ctx.db,
    findingSubjects,
    findingSubjects.findingId,
    earlier.map(finding => finding.id),
  )
  const well = earlier.filter(finding => now.passes(finding.questionId, about.get(finding.id) ?? []))
  if (well.length === 0) return
  const ids = well.map(finding => finding.id)
  await close(ctx, inArray(findings.id, ids), { how: 'recheck', by: userId, at })
}

/** Matches findings about the same subjects, or about none. */
function aboutAny({ db }: Context, subjects: SubjectRef[]): SQL | undefined {
  const its = db.select({ id: findingSubjects.findingId }).from(findingSubjects)
  if (subjects.length === 0) return notExists(its.where(eq(findingSubjects.findingId, findings.id)))
  return inArray(
    findings.id,
    its.where(or(...subjects.map(({ type, id }) => eq(findingSubjects[registry[type].column], id)))),
  )
}

type End = { how: FindingEnd; by: number | null; at: Date; reason?: string }

/** Closes findings: their tasks, re-checks and the states of their subjects end with them. */
async function close(ctx: Context, where: SQL | undefined, { how, by, at, reason }: End): Promise<void> {
  const open = and(where, isNull(findings.closedAt))
  await lockTasksOf(ctx, open)
  const closed = await ctx.db
    .update(findings)
    .set({ closedAt: at, closedHow: how, closedBy: by, reason: reason ?? null })
    .where(open)
    .returning()
  const [first] = closed
  if (!first) return
  const company = await findCompany(ctx.db, first.companyId)
  const words = reason ?? ctx.services.texts(localeOf(company?.languageId))(`findings.ends.${how}`)
  const { companyId } = first
  await skipOpenOf(ctx, { companyId, taskIds: tasksOf(closed), at, reason: words.slice(0, 500).toWellFormed() })
  await alignStatuses(ctx, closed, at)
  await publish(ctx, findingsClosed, { findings: closed })
  await broadcastFindings(ctx, closed)
}

/** Reopens findings, with what ended with them. */
async function reopen(ctx: Context, where: SQL | undefined): Promise<void> {
  await lockTasksOf(ctx, where)
  const before = await ctx.db
    .select()
    .from(findings)
    .where(and(where, isNotNull(findings.closedAt)))
  if (before.length === 0) return
  const ids = before.map(({ id }) => id)
  const nothing = { closedAt: null, closedHow: null, closedBy: null, reason: null }
  const reopened = await ctx.db.update(findings).set(nothing).where(inArray(findings.id, ids)).returning()
  // Those that were closed together come back together.
  for (const together of Map.groupBy(before, ({ closedAt }) => closedAt?.getTime()).values()) {
    const [{ companyId, closedAt: at }] = together as [FindingRow]
    if (at) await reopenSkippedOf(ctx, { companyId, taskIds: tasksOf(together), at })
  }
  await alignStatuses(ctx, reopened, ctx.now)
  await publish(ctx, findingsReopened, { findings: reopened })
  await broadcastFindings(ctx, reopened)
}

const tasksOf = (rows: FindingRow[]): number[] => rows.flatMap(({ taskId }) => taskId ?? [])

/** Broadcasts changed findings to everybody who may read them. */
export async function broadcastFindings(ctx: Context, changed: FindingRow[]): Promise<void> {
  const [first] = changed
  if (!first) return
  const people = new Set<number>()
  for (const row of new Map(changed.map(one => [one.userId, one])).values())
    for (const person of await whoMay(ctx, 'read', 'Finding', row)) people.add(person)
  const submission_ids = [...new Set(changed.map(({ submissionId }) => submissionId))]
  const payload = { company_id: first.companyId, submission_ids }
  broadcast(ctx, findingEvents, 'finding.changed', payload, [...people].map(userChannel))
}
