/** Completes and skips occurrences, by hand or by their form. Reopening is in reopen.ts. */
import { and, asc, eq, inArray, isNull, sql } from 'drizzle-orm'
import { userChannel } from '#shared/lib/contract.ts'
import { invalidField, Problem } from '#shared/lib/problem.ts'
import { type Effect, isProven, type TaskProof } from '#shared/lib/taskFields.ts'
import { taskEvents } from '#shared/tasks/contract.ts'
import { audit } from '../audit/commands.ts'
import { whoMayEach } from '../companies/roleQueries.ts'
import { claimFiles } from '../files/commands.ts'
import type { Context } from '../lib/context.ts'
import type { Database } from '../lib/db/pools.ts'
import { broadcast, publish } from '../lib/ports.ts'
import { subjectColumnNames } from '../subjects/registers.ts'
import { findUserName } from './assign.ts'
import { openEffectCheck, recordEffect, requireEffect } from './effect.ts'
import { hasSubmitted, originsOf, taskCompleted } from './ports.ts'
import { occurrenceAfterDone } from './recurrence/recurrence.ts'
import {
  type FoundSentTask,
  hasEnded,
  isOpenSentTask,
  type LockedSentTask,
  lockSentTask,
  type ProofPhoto,
  presentSentTask,
} from './sentTaskQueries.ts'
import { isOngoing, scheduleColumns, sentTaskPhotos, sentTasks, tasks } from './table.ts'

type CompletionInput = {
  submissionId?: number | undefined
  note?: string | undefined
  /** Photos that the actor uploaded before. */
  fileUuids?: string[] | undefined
  /** Of a task that asks whether another one helped. */
  effect?: Effect | undefined
  completedBy?: number | undefined
  completedAt?: string | undefined
}

/**
 * Completes a locked occurrence and returns it in wire form; repeating the call changes nothing. Work from offline is
 * kept where its finding has ended or a colleague was first. Throws `task_already_done` where somebody else was first
 * or the call brings a note or photos that are not on record, `task_already_skipped`, `task_not_open`, `task_missed`,
 * `submission_required`, `proof_required`, `file_type_refused`, `effect_required`, `effect_of_own_work`, `invalid`.
 */
export async function completeSentTask(ctx: Context, sent: LockedSentTask, input: CompletionInput) {
  if (sent.completedAt && isOnRecord(sent, input)) return presentSentTask(sent)
  if (sent.completedAt && mayAddProof(sent, input)) return addProof(ctx, sent, input)
  if (sent.completedAt) throw new Problem('task_already_done', { data: presentSentTask(sent) })
  if (sent.skippedAt && !(await endedWithFinding(ctx, sent))) throw new Problem('task_already_skipped')
  const completedAt = completionTime(ctx, sent, input.completedAt)
  if (sent.formId !== null) await requireCompleteSubmission(ctx.db, sent, sent.formId, input.submissionId)
  const uuids = input.fileUuids ?? []
  requireProof(sent.proof, { note: input.note, photos: uuids.length })
  const completedBy = input.completedBy ?? ctx.actor.id
  if (completedBy !== ctx.actor.id) requireAssigned(sent, completedBy)
  requireEffect(sent, input, [completedBy, ctx.actor.id])
  const proofPhotos = await keepProofPhotos(ctx, sent, uuids)
  if (input.effect) await recordEffect(ctx, sent, input.effect)
  const verifies = sent.verifies && { ...sent.verifies, effect: input.effect ?? sent.verifies.effect }
  const end = { completedAt, completedBy, note: input.note || null }
  return endSentTask(ctx, { ...sent, proofPhotos, verifies }, 'task.completed', end)
}

const bringsProof = ({ note, fileUuids = [] }: CompletionInput) => Boolean(note) || fileUuids.length > 0

/** Whether the row has everything that the call brings: its own completion, or the proof of its person. */
const isOnRecord = ({ completedVia, note, proofPhotos, verifies }: FoundSentTask, input: CompletionInput) =>
  (completedVia === null || bringsProof(input)) &&
  (!input.effect || !verifies || input.effect === verifies.effect) &&
  (!input.note || input.note === note) &&
  (input.fileUuids ?? []).every(uuid => proofPhotos.some(photo => photo.uuid === uuid))

/** Whether a colleague was first, and the person's own note and photos can be added to that completion. */
const mayAddProof = ({ completedVia, note }: FoundSentTask, input: CompletionInput) =>
  completedVia !== null && !input.effect && bringsProof(input) && (!input.note || note === null || note === input.note)

/** Keeps the note and photos of a person whose colleague was first, on the person's own row. */
async function addProof(ctx: Context, { colleagues: _, ...sent }: LockedSentTask, input: CompletionInput) {
  const known = new Set(sent.proofPhotos.map(({ uuid }) => uuid))
  const fresh = (input.fileUuids ?? []).filter(uuid => !known.has(uuid))
  const proofPhotos = [...sent.proofPhotos, ...(await keepProofPhotos(ctx, sent, fresh))]
  const note = input.note || sent.note
  await ctx.db.update(sentTasks).set({ note }).where(eq(sentTasks.id, sent.id))
  await audit(ctx, 'task.completed', { type: 'Task', id: sent.taskId, companyId: sent.companyId })
  const [presented] = await broadcastEnds(ctx, 'task.completed', [{ ...sent, note, proofPhotos }])
  return presented ?? presentSentTask(sent)
}

/** Whether an occurrence was not skipped by a person, but ended with the finding that it corrects. */
async function endedWithFinding({ db }: Context, { taskId, skippedAt }: FoundSentTask): Promise<boolean> {
  const origin = (await originsOf.queryOne(db, [taskId])).get(taskId)
  return origin?.closedAt != null && origin.closedAt.getTime() === skippedAt?.getTime()
}

/** How long before an occurrence was created its work may have been done. */
const maxEarlyMs = 31 * 86_400_000

/** Returns the moment of completion within the window of the occurrence. Throws `task_not_open` or `task_missed`. */
function completionTime(ctx: Context, sent: FoundSentTask, said: string | undefined): Date {
  const at = said === undefined ? ctx.now : believedEnd(ctx, sent, new Date(said))
  if (sent.opensAt && at < sent.opensAt) throw new Problem('task_not_open')
  if (sent.missedAt && !(sent.lateUntil && at <= sent.lateUntil)) throw new Problem('task_missed')
  return at
}

/** Believes the time of a device if it lies in the past and not before the work was possible; otherwise it is now. */
function believedEnd({ now }: Pick<Context, 'now'>, sent: FoundSentTask, claimed: Date): Date {
  const first = Math.min(sent.createdAt.getTime(), sent.startsAt.getTime()) - maxEarlyMs
  return claimed.getTime() >= first && claimed < now ? claimed : now
}

/** Throws `invalid` where the named person does not have this occurrence. */
function requireAssigned({ userId, doneBy, colleagues }: LockedSentTask, completedBy: number): void {
  if (completedBy === userId) return
  const isAssigned = doneBy === 'any_one' && colleagues.some(one => one.userId === completedBy)
  if (!isAssigned) throw invalidField('completed_by', 'not_a_member')
}

/** Skips a locked occurrence; repeating the call changes nothing. Throws `task_already_done` or `task_missed`. */
export async function skipSentTask(ctx: Context, sent: LockedSentTask, input: { skippedReason?: string | undefined }) {
  if (sent.skippedAt) return presentSentTask(sent)
  if (sent.completedAt) throw new Problem('task_already_done')
  if (sent.missedAt) throw new Problem('task_missed')
  return endSentTask(ctx, sent, 'task.skipped', { skippedAt: ctx.now, skippedReason: input.skippedReason || null })
}

/** Throws `submission_required` without the person's own complete submission for this occurrence. */
async function requireCompleteSubmission(db: Database, sent: FoundSentTask, formId: number, submissionId?: number) {
  const { companyId, id: sentTaskId, userId } = sent
  const isThere = await hasSubmitted.queryOne(db, { companyId, sentTaskId, userId, formId, submissionId })
  if (!isThere) throw new Problem('submission_required')
}

type Completion = {
  completedAt: Date
  completedBy: number | null
  /** The address of an external helper. */
  completedOutside?: string
  note?: string | null
}
type End = Completion | { skippedAt: Date; skippedReason: string | null }

/**
 * Ends a locked, open occurrence, for all its people where one is enough, and notifies everybody who may read it. The
 * answer is built from the locked rows and from the written values; nothing is read again.
 */
export async function endSentTask(
  ctx: Context,
  { colleagues, ...sent }: LockedSentTask,
  event: 'task.completed' | 'task.skipped',
  end: End,
) {
  const { id, companyId, taskId } = sent
  const recordedBy = ctx.actor.id || null
  const isCompletion = 'completedAt' in end
  const notSkipped = isCompletion && { skippedAt: null, skippedReason: null }
  const written = { ...end, ...notSkipped, recordedBy, missedAt: null, recordedAt: ctx.now }
  await ctx.db.update(sentTasks).set(written).where(eq(sentTasks.id, id))
  // Work whose finding has ended is recorded, and nothing follows from it.
  const isFollowed = isCompletion && sent.skippedAt === null
  const others = isFollowed && sent.doneBy === 'any_one' ? await endOthers(ctx, sent, colleagues, end) : []
  await scheduleFromCompletion(ctx, sent)
  let { verification } = sent
  if (isFollowed) {
    const { originSubmissionId } = sent
    await publish(ctx, taskCompleted, {
      companyId,
      taskId,
      kind: sent.kind,
      sentTaskId: id,
      by: end.completedBy,
      at: end.completedAt,
      originSubmissionId,
    })
    verification = (await openEffectCheck(ctx, sent, { ...end, recordedBy })) ?? verification
  }
  await audit(ctx, event, { type: 'Task', id: taskId, companyId })
  const completedByName = isCompletion ? await nameAmong(ctx, [sent, ...colleagues], end.completedBy) : null
  const shown = { completedByName, verification, proofPhotos: sent.proofPhotos }
  const completedOutside = (isCompletion ? end.completedOutside : null) ?? null
  const ended = { ...sent, ...written, ...shown, completedOutside }
  const presented = await broadcastEnds(ctx, event, [...others.map(other => ({ ...other, ...shown })), ended])
  return presented.at(-1) ?? presentSentTask(ended)
}

/** Ends the open rows of colleagues about the same subject. */
async function endOthers(ctx: Context, sent: FoundSentTask, colleagues: FoundSentTask[], end: Completion) {
  const others = colleagues.filter(
    other => !hasEnded(other) && subjectColumnNames.every(name => other[name] === sent[name]),
  )
  if (others.length === 0) return []
  const { completedAt, completedBy, completedOutside = null } = end
  const written = { completedAt, completedBy, completedOutside, completedVia: sent.id, recordedAt: ctx.now }
  const ids = others.map(({ id }) => id)
  await ctx.db.update(sentTasks).set(written).where(inArray(sentTasks.id, ids))
  return others.map(other => ({ ...other, ...written }))
}

/** Returns the name of a person, who mostly is among those with the occurrence. */
async function nameAmong(ctx: Context, people: FoundSentTask[], userId: number | null): Promise<string | null> {
  if (userId === null) return null
  return people.find(one => one.userId === userId)?.userName ?? (await findUserName(ctx, userId)) ?? null
}

export type Ended = { companyId: number; taskId: number; startsAt: Date; countedFrom: string }

/** Schedules the next occurrence of a series that counts from completion, once nobody has this one open. */
export async function scheduleFromCompletion(
  ctx: Context,
  { companyId, taskId, startsAt, countedFrom }: Ended,
): Promise<void> {
  if (countedFrom !== 'completion') return
  const [series] = await ctx.db
    .select()
    .from(tasks)
    .where(and(eq(tasks.companyId, companyId), eq(tasks.id, taskId)))
    .for('no key update')
  if (!series || !isOngoing(series) || series.nextAt || series.countedFrom !== 'completion') return
  const [open] = await ctx.db
    .select({ id: sentTasks.id })
    .from(sentTasks)
    .where(and(ofOccurrence(companyId, taskId, startsAt), isOpenSentTask))
    .limit(1)
  if (open || series.madeCount >= Number(/COUNT=(\d+)/.exec(series.recurrence)?.[1] ?? Number.POSITIVE_INFINITY)) return
  const [last] = await ctx.db
    .select({
      at: sql<Date | null>`max(coalesce(${sentTasks.completedAt}, ${sentTasks.skippedAt},
        ${sentTasks.missedAt}))`.mapWith(sentTasks.completedAt),
    })
    .from(sentTasks)
    .where(ofOccurrence(companyId, taskId, startsAt))
  // What was done offline counts from the day on which it was done.
  const next = occurrenceAfterDone(series, last?.at ?? ctx.now)
  await ctx.db.update(tasks).set(scheduleColumns(series, next)).where(eq(tasks.id, taskId))
}

const ofOccurrence = (companyId: number, taskId: number, startsAt: Date) =>
  and(eq(sentTasks.companyId, companyId), eq(sentTasks.taskId, taskId), eq(sentTasks.startsAt, startsAt))

type EndEvent = 'task.completed' | 'task.skipped' | 'task.reopened'

/** Broadcasts the ends of occurrences of one company to everybody who may read them, and returns their wire form. */
export async function broadcastEnds(ctx: Context, event: EndEvent, ended: FoundSentTask[]) {
  const people = await whoMayEach(ctx, 'read', 'SentTask', ended)
  return ended.map((sent, index) =>
    broadcast(ctx, taskEvents, event, presentSentTask(sent), (people[index] ?? []).map(userChannel)),
  )
}

type Shown = { id: number; user_id: number; seen_at: string | null }

/** Marks occurrences as seen by their person once the answer has left. A prefetching client has not seen them. */
export function noteSeen({ actor, now, afterAnswer, isPrefetch }: Context, shown: Shown[]): void {
  const ids = shown.filter(({ user_id, seen_at }) => user_id === actor.id && seen_at === null).map(({ id }) => id)
  if (isPrefetch || ids.length === 0) return
  afterAnswer.push(({ db }) =>
    db
      .update(sentTasks)
      .set({ seenAt: now })
      .where(and(inArray(sentTasks.id, ids), isNull(sentTasks.seenAt))),
  )
}

/** Throws `proof_required` where a task asks for a note or a photo and there is none. */
export function requireProof(
  proof: TaskProof | null,
  given: { note: string | null | undefined; photos: number },
): void {
  if (isProven(proof, given.note, given.photos)) return
  const text = proof === 'any' ? 'proof_any_required' : proof === 'photo' ? 'proof_photo_required' : undefined
  throw new Problem('proof_required', { ...(text && { text }) })
}

/**
 * Keeps uploaded photos as the proof of an occurrence and returns them as they are shown. Throws `invalid` for a
 * missing file and `file_type_refused` for one that is no picture.
 */
async function keepProofPhotos(
  ctx: Context,
  sent: { companyId: number; id: number },
  uuids: string[],
): Promise<ProofPhoto[]> {
  const kept = await claimFiles(ctx, [...new Set(uuids)], proofFileKind)
  if (kept.some(({ width }) => width === null)) throw new Problem('file_type_refused')
  if (kept.length > 0)
    await ctx.db
      .insert(sentTaskPhotos)
      .values(kept.map(file => ({ companyId: sent.companyId, sentTaskId: sent.id, fileId: file.id })))
  return kept.map(({ uuid, path, name }) => ({ uuid, path, name }))
}

type CompletedElsewhere = { companyId: number; taskId: number; by: number | null; at: Date }

/** Completes the open occurrences of a task whose work was recorded elsewhere. */
export async function completeOpenOf(ctx: Context, { companyId, taskId, by, at }: CompletedElsewhere): Promise<void> {
  const ofTask = and(eq(sentTasks.companyId, companyId), eq(sentTasks.taskId, taskId), isOpenSentTask)
  const rows = await ctx.db.select({ id: sentTasks.id }).from(sentTasks).where(ofTask).orderBy(asc(sentTasks.id))
  for (const { id } of rows) {
    const sent = await lockSentTask(ctx.db, id)
    // An earlier one of this loop may have ended it.
    if (sent && !hasEnded(sent)) await endSentTask(ctx, sent, 'task.completed', { completedAt: at, completedBy: by })
  }
}

type Completed = { taskSentId: number | null; userId: number | null; formId: number; completedAt: Date | null }

/**
 * Completes the occurrence that a form was filled in for. A skipped or withdrawn one stays as it is, so that work
 * from offline is kept and not refused.
 */
export async function completeTaskWith(
  ctx: Context,
  { taskSentId, userId, formId, completedAt }: Completed,
): Promise<void> {
  if (taskSentId === null || userId === null || completedAt === null) return
  const sent = await lockSentTask(ctx.db, taskSentId)
  if (!sent || sent.completedAt || sent.skippedAt) return
  const at = believedEnd(ctx, sent, completedAt)
  if (sent.missedAt && !(sent.lateUntil && at <= sent.lateUntil)) return
  if (sent.userId !== userId || sent.formId !== formId) return
  await endSentTask(ctx, sent, 'task.completed', { completedAt: at, completedBy: userId })
}

export const proofFileKind = 'task_proof'
