/** Lists submissions: rights and filters become a condition, one page is read and presented. */
import {
  and,
  eq,
  getTableColumns,
  gt,
  gte,
  inArray,
  isNotNull,
  isNull,
  lt,
  notExists,
  or,
  type SQL,
  sql,
} from 'drizzle-orm'
import type { AnyPgColumn } from 'drizzle-orm/pg-core'
import type { z } from 'zod'
import type { Answers, AnswerValue } from '#shared/forms/answers/answers.ts'
import { type Camel, camelCase } from '#shared/lib/casing.ts'
import { distinct } from '#shared/lib/distinct.ts'
import { registers, type SubjectFilter } from '#shared/subjects/registry.ts'
import type { Submission, submissionFilters } from '#shared/submissions/contract.ts'
import { ofPeopleNamed } from '../accounts/queries.ts'
import { users } from '../accounts/table.ts'
import { zoneOfCompany } from '../companies/queries.ts'
import { findings } from '../findings/table.ts'
import { forms, formVersions } from '../forms/table.ts'
import type { Context } from '../lib/context.ts'
import { inAnyLanguage } from '../lib/db/localized.ts'
import type { Database } from '../lib/db/pools.ts'
import { inPreparedIds, preparedOn } from '../lib/db/prepared.ts'
import { answerCondition, inIds, referenceCondition, type StagedCondition } from '../lib/db/searchIds.ts'
import { endOfDay, startOfDay } from '../lib/localDays.ts'
import { accessible, memoisedCondition } from '../lib/registers/accessible.ts'
import {
  among,
  archivedOrNot,
  matching,
  orderBy,
  pageOf,
  selectPage,
  slice,
  totalOf,
} from '../lib/registers/listing.ts'
import { subjectsOf } from '../subjects/queries.ts'
import { submissionSubjects, submissions } from './table.ts'

export type ListedSubmission = Awaited<ReturnType<typeof selectListed>>[number]

/** Columns without the long ones, which a list does not show. */
const { answers, words, score, receipt, askedFor, askedWords, askedBy, formerAnswers, ...columns } =
  getTableColumns(submissions)
const { publicLinkId, contact, copyTo, languageId, askedKeys, places, createdAt, ...listedColumns } = columns
export const submissionColumns = columns

export const names = {
  formName: forms.name,
  version: formVersions.number,
  userName: sql<string | null>`coalesce(${submissions.writtenBy}, ${users.name})`,
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
  return listMatching(ctx.db, await listConditions(ctx, filters), { page, perPage, sort, answersOf })
}

/** Lists a page of submissions that meet `all`, the rights of the reader. */
export async function listMatching(
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
  const totals = () => totalOf(db, submissions, all, some)
  return pageOf({ page, perPage }, { rows, totals, present: presentSubmission })
}

/** The filters of the contract, with those of every list. */
export type SubmissionFilters = Camel<z.output<z.ZodObject<typeof submissionFilters>>> & {
  archived: boolean
  search?: string | undefined
  /** These alone: what somebody picked. */
  submissionIds?: number[] | undefined
}

/** The reader of a list. */
export type FilterContext = Pick<Context, 'db' | 'ability' | 'actor' | 'among'>

/** `some` is a cheaper condition that matches a part of `all`; totals are counted by it first. */
export type ListConditions = { all?: SQL | undefined; some?: SQL | undefined }

/** Builds the condition of a list, among the submissions that the actor may read. */
export const filterCondition = async (ctx: FilterContext, filters: SubmissionFilters): Promise<SQL | undefined> =>
  (await listConditions(ctx, filters)).all

/** Builds the conditions of a list; `some` only for words or choices that very many answers contain. */
export async function listConditions(ctx: FilterContext, filters: SubmissionFilters): Promise<ListConditions> {
  const {
    archived,
    search,
    from,
    to,
    toReview,
    critical,
    flagged,
    questionId,
    answer,
    updatedAfter,
    submissionIds,
    ...exact
  } = filters
  const isUnfiltered =
    !ctx.among && !isNarrowed(filters) && !search && questionId === undefined && filters.companyId === undefined
  if (isUnfiltered) {
    const build = () => readable(ctx, archived, ctx.actor.companyId)
    return { all: memoisedCondition(ctx.ability, `submissions, archived ${archived}`, build) }
  }
  const companyId = filters.companyId ?? ctx.actor.companyId
  const chosen = questionId && answer !== undefined ? await withChoice(ctx, questionId, answer) : undefined
  const searched = await withWords(ctx, search)
  const others = and(
    readable(ctx, archived, companyId),
    toReview ? waitingFor(ctx) : undefined,
    matching(submissions, exact),
    // The same as its state, by which the index of the lists' first order knows where these begin.
    exact.status && (exact.status === 'draft' ? isNull : isNotNull)(submissions.completedAt),
    ...registers.map(({ column, filter }) =>
      withSubject(
        ctx.db,
        submissionSubjects[column],
        filters[camelCase(filter) as keyof Camel<Record<SubjectFilter, unknown>>],
      ),
    ),
    critical === undefined ? undefined : (critical ? gt : eq)(submissions.criticalFailed, 0),
    flagged === undefined ? undefined : withFinding(ctx.db, flagged),
    submissionIds && inIds(submissions.id, submissionIds),
    among(ctx, submissions.id),
    updatedAfter ? gt(submissions.updatedAt, new Date(updatedAfter)) : undefined,
    from || to ? completedBetween(await zoneOfCompany(ctx.db, companyId), from, to) : undefined,
  )
  const all = and(others, chosen?.all, searched?.all)
  // What else narrows the list is found sooner than that.
  const isEasier = !isNarrowed(filters) && (chosen?.some || searched?.some)
  return { all, some: isEasier ? and(others, chosen?.some ?? chosen?.all, searched?.some ?? searched?.all) : undefined }
}

/** All submissions that somebody may read, or the archived ones among them. */
const readable = ({ ability }: FilterContext, archived: boolean, companyId: number | null): SQL | undefined =>
  and(
    // Said beside the rules, which name it once for each of them: so the company's indexes serve every sort.
    companyId === null ? undefined : eq(submissions.companyId, companyId),
    accessible(ability, 'read', 'Submission', submissions),
    archivedOrNot(submissions, archived),
    // What became a version of what it follows is no submission of its own.
    archived ? sql`${submissions.followsAs} is distinct from 'reopening'` : undefined,
  )

/** Whether anything but words and answers narrows the list. */
const isNarrowed = ({ archived, search, questionId, answer, companyId, ...others }: SubmissionFilters): boolean =>
  Object.values(others).some(value => value !== undefined)

/** Submissions that wait for a review which this person may give. */
const waitingFor = ({ ability }: FilterContext): SQL | undefined =>
  and(eq(submissions.reviewState, 'received'), accessible(ability, 'review', 'Submission', submissions))

function withSubject(db: Database, column: AnyPgColumn, id: number | undefined): SQL | undefined {
  if (id === undefined) return undefined
  return inArray(
    submissions.id,
    db.select({ id: submissionSubjects.submissionId }).from(submissionSubjects).where(eq(column, id)),
  )
}

/** Submissions with findings, or without. */
function withFinding(db: Database, isFlagged: boolean): SQL {
  const flagged = db.select({ id: findings.submissionId }).from(findings)
  return isFlagged ? inArray(submissions.id, flagged) : notExists(flagged.where(ofSubmission))
}

const ofSubmission = and(eq(findings.companyId, submissions.companyId), eq(findings.submissionId, submissions.id))

/** Matches a choice, alone or among several. */
async function withChoice({ db, actor }: FilterContext, questionId: string, answer: string): Promise<StagedCondition> {
  if (actor.companyId !== null) return answerCondition(db, actor.companyId, submissions, { questionId, choice: answer })
  const [single, several] = [answer, [answer]].map(value => JSON.stringify({ [questionId]: { value } }))
  return { all: sql`(${submissions.answers} @> ${single}::jsonb or ${submissions.answers} @> ${several}::jsonb)` }
}

/** By the name of the form or of the person, or by the words of what was answered. */
async function withWords(
  { db, actor }: FilterContext,
  search: string | undefined,
): Promise<Partial<StagedCondition> | undefined> {
  if (!search) return undefined
  const [ofForms, ofPeople, ofAnswers] = await Promise.all([
    referenceCondition(db, 'form', search, submissions.formId, {
      table: forms,
      id: forms.id,
      text: sql`fold(${inAnyLanguage(forms.name)})`,
    }),
    ofPeopleNamed(db, submissions.userId, search),
    actor.companyId === null ? undefined : answerCondition(db, actor.companyId, submissions, { words: search }),
  ])
  return { all: or(ofForms, ofPeople, ofAnswers?.all), some: ofAnswers?.some && or(ofForms, ofPeople, ofAnswers.some) }
}

/** From the first moment of one day to the last of another, by the clock of the zone. */
function completedBetween(zone: string, from: string | undefined, to: string | undefined): SQL | undefined {
  return and(
    from ? gte(submissions.completedAt, startOfDay(from, zone)) : undefined,
    to ? lt(submissions.completedAt, endOfDay(to, zone)) : undefined,
  )
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
      valuesOfAnswers(
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

/** What some submissions answer to some questions, by their ids, without notes. */
async function valuesOfAnswers(db: Database, ids: number[], questions: string[]): Promise<Map<number, Answers>> {
  const asked = sql.join(
    questions.map(question => sql`${question}::text, ${submissions.answers} -> ${question}::text -> 'value'`),
    sql`, `,
  )
  const rows = await db
    .select({ id: submissions.id, values: sql<Record<string, AnswerValue | null>>`jsonb_build_object(${asked})` })
    .from(submissions)
    .where(inIds(submissions.id, ids))
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
    .where(inPreparedIds(formVersions.id))
    .prepare(name)

/** The names of people by their ids. */
export async function peopleOf(db: Database, ids: number[]) {
  const rows = await preparedOn(db, 'names of people', preparePeople).execute({ ids })
  return new Map(rows.map(({ id, name }) => [id, name]))
}

const preparePeople = (db: Database, name: string) =>
  db.select({ id: users.id, name: users.name }).from(users).where(inPreparedIds(users.id)).prepare(name)

export async function withSubjects<Row extends { id: number }>(db: Database, rows: Row[]) {
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
