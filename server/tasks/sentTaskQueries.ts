/**
 * One person's row of a task: found, locked and allowed, with everything that is shown beside it. Lists of these
 * are in sentTaskListQueries.ts.
 */
import { and, asc, desc, eq, getTableColumns, inArray, isNotNull, isNull, or, type SQL, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { compareIn } from '#shared/lib/alphabet.ts'
import { wire } from '#shared/lib/casing.ts'
import { distinct } from '#shared/lib/distinct.ts'
import { Problem } from '#shared/lib/problem.ts'
import type { SentTask } from '#shared/tasks/task.ts'
import { users } from '../accounts/table.ts'
import { files } from '../files/table.ts'
import { forms } from '../forms/table.ts'
import { guides } from '../guides/table.ts'
import { type Context, locksFor, permitted } from '../lib/context.ts'
import type { Database } from '../lib/db/pools.ts'
import { inPreparedIds, preparedOn } from '../lib/db/prepared.ts'
import { subjectsOf } from '../subjects/queries.ts'
import { type SubjectColumnName, subjectColumnNames } from '../subjects/registers.ts'
import { originsOf, otherPhotosOf, submissionsOf } from './ports.ts'
import { ofForm, ofGuide } from './queries.ts'
import { effectChecks, isOpen as isOpenRow, sentTaskPhotos, sentTasks, taskSubjects, tasks } from './table.ts'

export type FoundSentTask = Awaited<ReturnType<typeof findSentTasks>>[number]

/** The row alone, with what its task says. */
type SelectedSentTask = Awaited<ReturnType<typeof selectSentTasks>>[number]

/**
 * Returns the occurrence if the actor may do this. Where the call writes, it is locked with its colleagues' rows, else
 * `colleagues` is empty. Throws `not_found` or `forbidden` before any detail is read.
 */
export async function accessSentTask(ctx: Context, id: number, action: string): Promise<LockedSentTask> {
  const check = (sent: SelectedSentTask | undefined) => permitted(ctx, action, 'SentTask', sent)
  if (locksFor(ctx, action)) return requireFound(await lockSentTask(ctx.db, id, { where: notWithdrawn, check }))
  const rows = await selectSentTasks(ctx.db).where(and(eq(sentTasks.id, id), notWithdrawn))
  check(rows[0])
  const [sent] = await withDetails(ctx.db, rows)
  return requireFound(sent && { ...sent, colleagues: [] })
}

const requireFound = (sent: LockedSentTask | undefined): LockedSentTask => {
  if (!sent) throw new Problem('not_found')
  return sent
}

/** A locked occurrence, with the rows of its other people where one of them is enough. */
export type LockedSentTask = FoundSentTask & { colleagues: FoundSentTask[] }

/**
 * Locks an occurrence until the transaction ends, with the rows of all its people where one is enough, in one order,
 * so that one of many at once wins. `check` may refuse before the details are read.
 */
export async function lockSentTask(
  db: Database,
  id: number,
  { where, check }: { where?: SQL | undefined; check?: (sent: SelectedSentTask | undefined) => void } = {},
): Promise<LockedSentTask | undefined> {
  const ofOccurrence = sql`${sentTasks.id} = any(array(
    select each.id from sent_tasks mine join tasks task on task.id = mine.task_id
    join sent_tasks each on each.company_id = mine.company_id and each.task_id = mine.task_id
      and each.starts_at = mine.starts_at
    where mine.id = ${id} and (each.id = mine.id or task.done_by = 'any_one')))`
  const rows = await selectSentTasks(db)
    .where(and(seriesIsLocked(id), ofOccurrence, where))
    .orderBy(asc(sentTasks.id))
    .for('no key update', { of: sentTasks })
  check?.(rows.find(row => row.id === id))
  // What somebody ended while this waited for the lock was read as it was before, but for the locked rows themselves.
  const isFresh = !rows.some(hasEnded)
  const ids = rows.map(row => row.id)
  const found = isFresh
    ? await withDetails(db, rows, { hasProof: false, isComplete: true })
    : await findSentTasks(db, inArray(sentTasks.id, ids))
  const sent = found.find(row => row.id === id)
  return sent && { ...sent, colleagues: found.filter(row => row.id !== id) }
}

/**
 * Locks the task of a series that is scheduled from completion, before its occurrences, as changes of a series do, so
 * that the two never wait for each other. It is a condition that is always true, to share the statement.
 */
const seriesIsLocked = (id: number) => sql`(select count(*) from (
  select from tasks series join sent_tasks mine on mine.company_id = series.company_id and mine.task_id = series.id
  where mine.id = ${id} and series.counted_from = 'completion' for no key update of series) locked) >= 0`

/** The people who completed occurrences. */
export const doers = alias(users, 'doers')

/** Whether the task is about something: otherwise its subjects are not read. */
const hasSubjects = sql<boolean>`exists (select from task_subjects about
  where about.company_id = ${sentTasks.companyId} and about.task_id = ${sentTasks.taskId})`
/** Whether somebody is asked if this helped, or is asked here: otherwise neither is read. */
const hasChecks = sql<boolean>`(exists (select from effect_checks looked
  where looked.company_id = ${sentTasks.companyId}
    and looked.sent_task_id = coalesce(${sentTasks.completedVia}, ${sentTasks.id}))
  or exists (select from effect_checks looking where looking.company_id = ${sentTasks.companyId}
    and looking.task_id = ${sentTasks.taskId}))`

/** Selects occurrences with the names and the fields of their task, without details. */
export const selectSentTasks = (db: Database) =>
  db
    .select({
      ...getTableColumns(sentTasks),
      userName: users.name,
      title: tasks.title,
      titles: tasks.titles,
      description: tasks.description,
      priority: tasks.priority,
      kind: tasks.kind,
      proof: tasks.proof,
      recurrence: tasks.recurrence,
      doneBy: tasks.doneBy,
      countedFrom: tasks.countedFrom,
      rootCause: tasks.rootCause,
      rootCauseWords: tasks.rootCauseWords,
      control: tasks.control,
      verifyAfterDays: tasks.verifyAfterDays,
      revision: tasks.revision,
      completedByName: doers.name,
      formId: tasks.formId,
      formName: forms.name,
      guideId: tasks.guideId,
      guideTitle: guides.title,
      hasSubjects,
      hasChecks,
    })
    .from(sentTasks)
    .innerJoin(tasks, eq(tasks.id, sentTasks.taskId))
    .innerJoin(users, eq(users.id, sentTasks.userId))
    .leftJoin(doers, eq(doers.id, sentTasks.completedBy))
    .leftJoin(forms, ofForm)
    .leftJoin(guides, ofGuide)

/** Matches rows that are not withdrawn: open rows of archived tasks are. */
export const notWithdrawn = or(
  isNull(tasks.archivedAt),
  isNotNull(sentTasks.completedAt),
  isNotNull(sentTasks.skippedAt),
  isNotNull(sentTasks.missedAt),
)

export const isOpenSentTask = isOpenRow(sentTasks)

/** Whether a row is completed, skipped or missed. */
export const hasEnded = (
  sent: Pick<typeof sentTasks.$inferSelect, 'completedAt' | 'skippedAt' | 'missedAt'>,
): boolean => (sent.completedAt ?? sent.skippedAt ?? sent.missedAt) !== null

/** Reads occurrences with all details, withdrawn ones included. */
export async function findSentTasks(db: Database, where: SQL | undefined, known?: SentTaskDetails) {
  return withDetails(db, await selectSentTasks(db).where(where).orderBy(asc(sentTasks.id)), known)
}

/** Reads occurrences by id, for rows that were just inserted. */
export async function findGeneratedSentTasks(db: Database, ids: number[], known: SentTaskDetails) {
  return withDetails(db, await preparedOn(db, 'occurrences by id', prepareSentTasks).execute({ ids }), known)
}

const prepareSentTasks = (db: Database, name: string) =>
  selectSentTasks(db).where(inPreparedIds(sentTasks.id)).orderBy(asc(sentTasks.id)).prepare(name)

/** Reads the occurrences of a task that was just created. */
export async function findSentTasksOfNew(db: Database, taskId: number, known: SentTaskDetails) {
  return withDetails(db, await preparedOn(db, 'occurrences of a new task', prepareOfNew).execute({ taskId }), known)
}

const prepareOfNew = (db: Database, name: string) =>
  selectSentTasks(db)
    .where(eq(sentTasks.taskId, sql.placeholder('taskId')))
    .orderBy(asc(sentTasks.id))
    .prepare(name)

/** Locks occurrences until the transaction ends. */
export async function lockSentTasks(db: Database, where: SQL | undefined): Promise<FoundSentTask[]> {
  return withDetails(db, await selectSentTasks(db).where(where).for('no key update', { of: sentTasks }))
}

type Ended = Record<'completedAt' | 'skippedAt' | 'missedAt', Date | null> &
  Record<'completedByName' | 'completedOutside', string | null> & { completedVia: number | null }

/** Presents one person's occurrence, for answers and events alike. */
export const presentSentTask = <Sent extends Ended>(sent: Sent) => ({
  ...wire(sent),
  is_completed: sent.completedAt !== null,
  is_skipped: sent.skippedAt !== null,
  is_missed: sent.missedAt !== null,
  is_done_by_other: sent.completedVia !== null || sent.completedOutside !== null,
  completed_by_name: sent.completedByName ?? sent.completedOutside,
})

/** What the caller knows of occurrences, so that it is not read. */
export type SentTaskDetails = {
  /** False: nobody has begun to fill in their form. */
  hasSubmission?: boolean
  /** False: nobody has shown that they are done. */
  hasProof?: boolean
  /** False: no failed answer opened their task. */
  hasOrigin?: boolean
  /** The rows of all who share them are among them. */
  isComplete?: boolean
}

/** Returns the row that holds the proof: that of the colleague who completed it for all. */
const proofRowOf = ({ id, completedVia }: { id: number; completedVia: number | null }) => completedVia ?? id

type Selected = Occurrence & {
  userId: number
  userName: string
  doneBy: string
  kind: string
  completedVia: number | null
  hasSubjects: boolean
  hasChecks: boolean
}

/** Adds the details that occurrences show: subjects, origin, submission, proof, colleagues and checks. */
export async function withDetails<Sent extends Selected>(
  db: Database,
  found: Sent[],
  { hasSubmission = true, hasProof = true, hasOrigin = true, isComplete = false }: SentTaskDetails = {},
) {
  const single = found.filter(sent => subjectColumnNames.some(column => sent[column] !== null)).map(({ id }) => id)
  const tasksOf = (rows: Sent[]) => [...new Set(rows.map(({ taskId }) => taskId))]
  const checked = found.filter(sent => sent.hasChecks)
  const [others, ofTasks, ofSent, origins, submissions, proofPhotos, verifications, verified] = await Promise.all([
    othersOf(db, found, isComplete),
    subjectsOf(db, taskSubjects, taskSubjects.taskId, tasksOf(found.filter(sent => sent.hasSubjects))),
    subjectsOf(db, sentTasks, sentTasks.id, single),
    originsOf.queryOne(db, hasOrigin ? tasksOf(found) : []),
    submissionsOf.queryOne(db, hasSubmission ? found.map(({ id }) => id) : []),
    proofPhotosOf(db, hasProof ? [...new Set(found.flatMap(sent => [proofRowOf(sent), sent.id]))] : []),
    verificationsOf(db, checked.map(proofRowOf)),
    verifiedBy(db, tasksOf(checked)),
  ])
  const opened = hasOrigin ? found.filter(({ kind, taskId }) => kind === 'corrective' && !origins.has(taskId)) : []
  const otherPhotos = await (opened.length > 0 ? otherPhotosOf.queryOne(db, tasksOf(opened)) : new Map<number, never>())
  return found.map(sent => ({
    ...sent,
    originSubmissionId: origins.get(sent.taskId)?.submissionId ?? null,
    originQuestionId: origins.get(sent.taskId)?.questionId ?? null,
    originPhotos: origins.get(sent.taskId)?.photos ?? otherPhotos.get(sent.taskId) ?? [],
    originStage: origins.get(sent.taskId)?.stage ?? null,
    originEnd: origins.get(sent.taskId)?.closedHow ?? null,
    submissionId: submissions.get(sent.id) ?? null,
    // One whose colleague was first may have shown the work too.
    proofPhotos: [...new Set([proofRowOf(sent), sent.id])].flatMap(id => proofPhotos.get(id) ?? []),
    others: others.get(sent.id) ?? [],
    verification: verifications.get(proofRowOf(sent)) ?? null,
    verifies: verified.get(sent.taskId) ?? null,
    subjects: ofSent.get(sent.id) ?? ofTasks.get(sent.taskId) ?? [],
  }))
}

type Occurrence = { id: number; companyId: number; taskId: number; startsAt: Date } & Record<
  SubjectColumnName,
  number | null
>

const aboutWhat = Object.fromEntries(subjectColumnNames.map(name => [name, sentTasks[name]])) as Pick<
  typeof sentTasks,
  SubjectColumnName
>

/** Colleagues that are listed by name. */
const maxOthers = 50

/** Identifies an occurrence, which has a row for each of its people. */
const occurrenceKey = (sent: Occurrence): string =>
  [sent.taskId, sent.startsAt.getTime(), ...subjectColumnNames.map(name => sent[name])].join(' ')

/** Returns the colleagues of each occurrence; read unless all of them are in `found`. */
async function othersOf(
  db: Database,
  found: (Occurrence & { doneBy: string; userId: number; userName: string })[],
  isComplete: boolean,
): Promise<Map<number, SentTask['others']>> {
  const shared = found.filter(({ doneBy }) => doneBy === 'any_one')
  const rows = isComplete ? shared.toSorted(byName) : await sharedRows(db, shared)
  const byOccurrence = Map.groupBy(rows, occurrenceKey)
  return new Map(
    shared.map(sent => [
      sent.id,
      (byOccurrence.get(occurrenceKey(sent)) ?? [])
        .filter(({ id }) => id !== sent.id)
        .slice(0, maxOthers)
        .map(({ userId: user_id, userName: name }) => ({ user_id, name })),
    ]),
  )
}

/** As the database orders names. */
const compareNames = compareIn('en')
const byName = (one: { id: number; userName: string }, other: { id: number; userName: string }): number =>
  compareNames(one.userName, other.userName) || one.id - other.id

async function sharedRows(db: Database, shared: Occurrence[]) {
  const [first] = shared
  if (!first) return []
  return db
    .select({
      ...{ id: sentTasks.id, companyId: sentTasks.companyId, taskId: sentTasks.taskId, startsAt: sentTasks.startsAt },
      ...aboutWhat,
      ...{ userId: sentTasks.userId, userName: users.name },
    })
    .from(sentTasks)
    .innerJoin(users, eq(users.id, sentTasks.userId))
    .where(
      and(
        ...[
          eq(sentTasks.companyId, first.companyId),
          inArray(sentTasks.taskId, distinct(shared.map(({ taskId }) => taskId))),
        ],
        inArray(sentTasks.startsAt, distinct(shared.map(({ startsAt }) => startsAt))),
      ),
    )
    .orderBy(asc(users.name), asc(sentTasks.id))
}

export type ProofPhoto = { uuid: string; path: string; name: string }

/** Reads the photos of each occurrence in the order of their arrival. */
export async function proofPhotosOf(db: Database, sentTaskIds: number[]): Promise<Map<number, ProofPhoto[]>> {
  if (sentTaskIds.length === 0) return new Map()
  const { sentTaskId, companyId, fileId, id } = sentTaskPhotos
  const rows = await db
    .select({ sentTaskId, uuid: files.uuid, path: files.path, name: files.name })
    .from(sentTaskPhotos)
    .innerJoin(files, and(eq(files.companyId, companyId), eq(files.id, fileId)))
    .where(inArray(sentTaskId, sentTaskIds))
    .orderBy(asc(id))
  const found = new Map<number, ProofPhoto[]>()
  for (const { sentTaskId: of, ...photo } of rows) found.set(of, [...(found.get(of) ?? []), photo])
  return found
}

/** Matches the row of the person who completed it, not those that ended with it. */
const ownEnd = and(isNotNull(sentTasks.completedAt), isNull(sentTasks.completedVia))

/** Reads the latest check of each occurrence. */
async function verificationsOf(
  db: Database,
  sentTaskIds: number[],
): Promise<Map<number, NonNullable<SentTask['verification']>>> {
  if (sentTaskIds.length === 0) return new Map()
  const rows = await db
    .select({
      ...{ sentTaskId: effectChecks.sentTaskId, taskId: effectChecks.taskId, effect: effectChecks.effect },
      ...{ startsAt: sentTasks.startsAt, note: sentTasks.note, completedAt: sentTasks.completedAt, name: doers.name },
    })
    .from(effectChecks)
    .innerJoin(tasks, and(eq(tasks.companyId, effectChecks.companyId), eq(tasks.id, effectChecks.taskId)))
    .innerJoin(sentTasks, and(eq(sentTasks.companyId, tasks.companyId), eq(sentTasks.taskId, tasks.id)))
    .leftJoin(doers, eq(doers.id, sentTasks.completedBy))
    .where(
      and(
        inArray(effectChecks.sentTaskId, sentTaskIds),
        or(isNotNull(effectChecks.effect), isNull(tasks.archivedAt)),
        or(isNull(effectChecks.effect), ownEnd),
      ),
    )
    .orderBy(desc(effectChecks.id))
  const found = new Map<number, NonNullable<SentTask['verification']>>()
  for (const { sentTaskId, effect, startsAt, note, completedAt, name } of rows)
    if (!found.has(sentTaskId))
      found.set(sentTaskId, {
        state: effect ?? 'waiting',
        from: startsAt.toISOString(),
        ...(effect
          ? { at: completedAt?.toISOString() ?? null, by_name: name, note }
          : { at: null, by_name: null, note: null }),
      })
  return found
}

type Verified = NonNullable<SentTask['verifies']> & {
  completedBy: number | null
  recordedBy: number | null
  effect: 'worked' | 'failed' | null
}

/** Reads what check tasks are about, by task. */
async function verifiedBy(db: Database, taskIds: number[]): Promise<Map<number, Verified>> {
  if (taskIds.length === 0) return new Map()
  const rows = await db
    .select({
      ...{ checkId: effectChecks.taskId, effect: effectChecks.effect, sentId: sentTasks.id, taskId: sentTasks.taskId },
      recordedBy: sentTasks.recordedBy,
      ...{ completedBy: sentTasks.completedBy, completedAt: sentTasks.completedAt, note: sentTasks.note },
      ...{ outside: sentTasks.completedOutside, name: doers.name, title: tasks.title, titles: tasks.titles },
    })
    .from(effectChecks)
    .innerJoin(
      sentTasks,
      and(eq(sentTasks.companyId, effectChecks.companyId), eq(sentTasks.id, effectChecks.sentTaskId)),
    )
    .innerJoin(tasks, and(eq(tasks.companyId, sentTasks.companyId), eq(tasks.id, sentTasks.taskId)))
    .leftJoin(doers, eq(doers.id, sentTasks.completedBy))
    .where(inArray(effectChecks.taskId, taskIds))
  return new Map(
    rows.map(
      ({
        checkId,
        effect,
        sentId,
        taskId,
        completedBy,
        recordedBy,
        completedAt,
        note,
        outside,
        name,
        title,
        titles,
      }) => [
        checkId,
        {
          ...{ sent_task_id: sentId, task_id: taskId, title, titles, note, completedBy, recordedBy, effect },
          ...{ done_at: completedAt?.toISOString() ?? null, done_by_name: name ?? outside },
        },
      ],
    ),
  )
}
