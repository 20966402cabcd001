import { and, desc, eq, getTableColumns, isNotNull, type SQL, sql } from 'drizzle-orm'
import type { Answers, AnswerValue } from '#shared/forms/answers/answers.ts'
import { distinct } from '#shared/lib/distinct.ts'
import type { Submission } from '#shared/submissions/contract.ts'
import { users } from '../accounts/table.ts'
import { forms, formVersions } from '../forms/table.ts'
import { loadTables } from '../forms/tables/queries.ts'
import type { Context } from '../lib/context.ts'
import type { Database } from '../lib/db/pools.ts'
import { amongIds, preparedOn } from '../lib/db/prepared.ts'
import { among } from '../lib/db/searchIds.ts'
import { locksFor, permitted } from '../lib/registers/accessible.ts'
import { orderBy, pageOf, selectPage, slice, totalOf } from '../lib/registers/listing.ts'
import { subjectsOf } from '../subjects/queries.ts'
import { filterCondition, type ListConditions, listConditions, type SubmissionFilters } from './filters.ts'
import { submissionSubjects, submissions } from './table.ts'

export type ListedSubmission = Awaited<ReturnType<typeof selectListed>>[number]
export type FoundSubmission = NonNullable<Awaited<ReturnType<typeof findSubmission>>>

const { answers, words, score, receipt, askedFor, askedWords, askedBy, formerAnswers, ...columns } =
  getTableColumns(submissions)
/** A list is read without what it does not show. */
const { publicLinkId, contact, copyTo, languageId, askedKeys, createdAt, ...listedColumns } = columns
const names = {
  formName: forms.name,
  version: formVersions.number,
  userName: sql<string | null>`coalesce(${submissions.writtenBy}, ${users.name})`,
}
const version = { definition: formVersions.definition, publishedAt: formVersions.publishedAt }
const ofForm = eq(forms.id, submissions.formId)
const ofVersion = eq(formVersions.id, submissions.formVersionId)
/** Admins of the platform and visitors of public links have no name for a company. */
const ofUser = eq(users.id, submissions.userId)
const followUp = { askedFor, askedWords, askedBy, formerAnswers }

/**
 * Returns the submission if the actor may do this, locked unless it is only read. Throws `not_found` or `forbidden`.
 */
export async function accessSubmission(
  ctx: Pick<Context, 'db' | 'ability' | 'writes'>,
  id: number,
  action: string,
): Promise<FoundSubmission> {
  return permitted(
    ctx,
    action,
    'Submission',
    await findSubmission(ctx.db, eq(submissions.id, id), locksFor(ctx, action)),
  )
}

/** The one submission that meets the condition, whole: with its answers and the definition that they answer. */
export async function findSubmission(db: Database, where: SQL | undefined, lock = false) {
  const query = db
    .select({ ...columns, ...followUp, ...names, ...version, answers, score, receipt })
    .from(submissions)
    .innerJoin(forms, ofForm)
    .innerJoin(formVersions, ofVersion)
    .leftJoin(users, ofUser)
    .where(where)
  const [found] = await withSubjects(db, await (lock ? query.for('no key update', { of: submissions }) : query))
  if (found) await loadTables(db, found.companyId, [found.definition])
  return found
}

type Slice = { limit: number; offset: number; sort?: string | undefined }
type Query = SubmissionFilters & {
  page: number
  perPage: number
  sort?: string | undefined
  /** Question ids whose answers are listed, separated by commas. */
  answersOf?: string | undefined
}

/**
 * One page of the submissions that the actor may read: the unfinished first, since descending order puts nulls first.
 */
export async function listSubmissions(ctx: Context, { page, perPage, sort, answersOf, ...filters }: Query) {
  return listMeeting(ctx.db, await listConditions(ctx, filters), { page, perPage, sort, answersOf })
}

/** Lists a page of submissions that meet `all`, the rights of the reader. */
export async function listMeeting(
  db: Database,
  { all, some }: ListConditions,
  { page, perPage, sort, answersOf }: Pick<Query, 'page' | 'perPage' | 'sort' | 'answersOf'>,
) {
  const rows = selectListed(
    db,
    all,
    orderBy(submissions, sort, '-completed_at'),
    { ...slice({ page, perPage }), sort },
    answersOf?.split(','),
  )
  const totals = totalOf(db, submissions, all, some)
  return pageOf({ page, perPage }, { rows, totals, present: presentSubmission })
}

/** Reads the latest rated submissions that the actor may read, and whether any is complete. */
export async function latestRated(ctx: Context, most: number) {
  const completed = await filterCondition(ctx, { archived: false, status: 'complete' })
  const isRated = and(completed, isNotNull(submissions.band), isNotNull(submissions.scorePercent))
  const [rated, [any]] = await Promise.all([
    selectListed(ctx.db, isRated, orderBy(submissions, '-completed_at', ''), { limit: most, offset: 0 }),
    ctx.db.select({ id: submissions.id }).from(submissions).where(completed).limit(1),
  ])
  return { has_completed: any !== undefined, rated: rated.map(presentSubmission) }
}

/** Counts complete submissions by week, those in the band `act`, and their mean score. */
export async function submissionsByWeek(ctx: Context, { from, to }: { from: string; to: string }, timeZone: string) {
  const where = await filterCondition(ctx, { archived: false, status: 'complete', from, to })
  const week = sql<number>`((${submissions.completedAt} at time zone ${timeZone})::date - ${from}::date) / 7`
  return ctx.db
    .select({
      week,
      submissions: sql<number>`count(*)::int`,
      act: sql<number>`count(*) filter (where ${submissions.band} = 'act')::int`,
      average: sql<number | null>`round(avg(${submissions.scorePercent}::numeric), 1)::float8`,
    })
    .from(submissions)
    .where(where)
    .groupBy(sql`1`)
}

/** The rows alone come first: names are looked up for those of the page only, however many the list has. */
export async function selectListed(
  db: Database,
  where: SQL | undefined,
  order: SQL[],
  { limit, offset, sort }: Slice,
  answersOf?: string[],
) {
  const rows = await selectPage(db, submissions, listedColumns, { where, order, limit, offset, sort })
  const [versions, people, listed, answered] = await Promise.all([
    versionsOf(db, distinct(rows.map(({ formVersionId }) => formVersionId))),
    peopleOf(db, distinct(rows.flatMap(({ userId }) => userId ?? []))),
    withSubjects(db, rows),
    answersOf &&
      answersTo(
        db,
        rows.map(({ id }) => id),
        answersOf,
      ),
  ])
  return listed.map(row => {
    const version = versions.get(row.formVersionId)
    if (!version) throw new Error(`The form of submission ${row.id} is gone.`)
    // The row is nobody else's yet.
    return Object.assign(
      row,
      version,
      { userName: row.writtenBy ?? ((row.userId && people.get(row.userId)) || null) },
      answered && { answers: answered.get(row.id) ?? {} },
    )
  })
}

/** A list shows no more of a text. */
const maxShown = 300

/** Finds complete submissions by words of their answers, form or people. */
export async function submissionsWith(ctx: Context, words: string, limit: number) {
  const where = await filterCondition(ctx, { archived: false, search: words })
  return ctx.db
    .select({ id: submissions.id, name: forms.name, detail: names.userName, at: submissions.completedAt })
    .from(submissions)
    .innerJoin(forms, and(eq(forms.companyId, submissions.companyId), ofForm))
    .leftJoin(users, eq(users.id, submissions.userId))
    .where(and(where, isNotNull(submissions.completedAt)))
    .orderBy(desc(submissions.completedAt), desc(submissions.id))
    .limit(limit)
}

/** What some submissions answer to some questions, by their ids, without notes. */
async function answersTo(db: Database, ids: number[], questions: string[]): Promise<Map<number, Answers>> {
  const asked = sql.join(
    questions.map(question => sql`${question}::text, ${submissions.answers} -> ${question}::text -> 'value'`),
    sql`, `,
  )
  const rows = await db
    .select({ id: submissions.id, values: sql<Record<string, AnswerValue | null>>`jsonb_build_object(${asked})` })
    .from(submissions)
    .where(among(submissions.id, ids))
  return new Map(
    rows.map(({ id, values }) => [
      id,
      Object.fromEntries(
        Object.entries(values).flatMap(([question, value]) =>
          value === null ? [] : [[question, { value: typeof value === 'string' ? value.slice(0, maxShown) : value }]],
        ),
      ),
    ]),
  )
}

/** Reads forms and people of a page by their ids. */
async function versionsOf(db: Database, ids: number[]) {
  const rows = await preparedOn(db, 'names of form versions', prepareVersions).execute({ ids })
  return new Map(rows.map(({ id, ...version }) => [id, version]))
}

const prepareVersions = (db: Database, name: string) =>
  db
    .select({ id: formVersions.id, formName: names.formName, version: names.version })
    .from(formVersions)
    .innerJoin(forms, eq(forms.id, formVersions.formId))
    .where(amongIds(formVersions.id))
    .prepare(name)

/** The names of people by their ids. */
export async function peopleOf(db: Database, ids: number[]) {
  const rows = await preparedOn(db, 'names of people', preparePeople).execute({ ids })
  return new Map(rows.map(({ id, name }) => [id, name]))
}

const preparePeople = (db: Database, name: string) =>
  db.select({ id: users.id, name: users.name }).from(users).where(amongIds(users.id)).prepare(name)

async function withSubjects<Row extends { id: number }>(db: Database, rows: Row[]) {
  const ids = rows.map(({ id }) => id)
  const subjects = await subjectsOf(db, submissionSubjects, submissionSubjects.submissionId, ids)
  return rows.map(row => Object.assign(row, { subjects: subjects.get(row.id) ?? [] }))
}

/** Presents a submission, for lists, answers and events alike. Written out, because lists do it for each row. */
export const presentSubmission = (row: ListedSubmission & { answers?: Answers }): Submission => ({
  id: row.id,
  company_id: row.companyId,
  uuid: row.uuid,
  form_id: row.formId,
  form_name: row.formName,
  version: row.version,
  user_id: row.userId,
  user_name: row.userName ?? '',
  imported_by: row.importedBy,
  task_sent_id: row.taskSentId,
  subjects: row.subjects,
  status: row.status,
  score_percent: row.scorePercent,
  band: row.band,
  critical_failed: row.criticalFailed,
  started_at: row.startedAt.toISOString(),
  completed_at: row.completedAt?.toISOString() ?? null,
  device_time: row.deviceTime,
  received_at: row.receivedAt?.toISOString() ?? null,
  receipt_sequence: row.receiptSequence,
  review_state: row.reviewState,
  reviewer_ids: row.reviewerIds,
  review_is_named: row.reviewIsNamed,
  follows_id: row.followsId,
  follows_as: row.followsAs,
  ...(row.answers && { answers: row.answers }),
  revision: row.revision,
  updated_at: row.updatedAt.toISOString(),
  archived_at: row.archivedAt?.toISOString() ?? null,
})
