import { and, eq, gt, gte, inArray, isNotNull, isNull, lt, notExists, or, type SQL, sql } from 'drizzle-orm'
import type { AnyPgColumn } from 'drizzle-orm/pg-core'
import type { z } from 'zod'
import { type Camel, camelCase } from '#shared/lib/casing.ts'
import { registers, type SubjectFilter } from '#shared/subjects/registry.ts'
import type { submissionFilters } from '#shared/submissions/filters.ts'
import { ofPeopleNamed } from '../accounts/queries.ts'
import { zoneOfCompany } from '../companies/queries.ts'
import { findings } from '../findings/table.ts'
import { forms } from '../forms/table.ts'
import type { Context } from '../lib/context.ts'
import { inAnyLanguage } from '../lib/db/localized.ts'
import type { Database } from '../lib/db/pools.ts'
import { among, answering, type Met, pointingAtNamed } from '../lib/db/searchIds.ts'
import { endOfDay, startOfDay } from '../lib/localDays.ts'
import { accessible, memoisedCondition } from '../lib/registers/accessible.ts'
import { archivedOrNot, matching } from '../lib/registers/listing.ts'
import { submissionSubjects, submissions } from './table.ts'

/** As the contract has them (`shared/submissions/filters.ts`), with what every list takes. */
export type SubmissionFilters = Camel<z.output<z.ZodObject<typeof submissionFilters>>> & {
  archived: boolean
  search?: string | undefined
  /** These alone: what somebody picked. */
  submissionIds?: number[] | undefined
}

/** The reader of a list. */
export type FilterContext = Pick<Context, 'db' | 'ability' | 'actor'>

/** `some` of `all` may be found sooner. */
export type ListConditions = { all?: SQL | undefined; some?: SQL | undefined }

/** Builds the condition of a list, among the submissions that the actor may read. */
export const filterCondition = async (ctx: FilterContext, filters: SubmissionFilters): Promise<SQL | undefined> =>
  (await listConditions(ctx, filters)).all

/** The same with what its total is counted by first, where it is looked for in answers that very many have. */
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
    ...columns
  } = filters
  const isWhole = !isNarrowed(filters) && !search && questionId === undefined && filters.companyId === undefined
  if (isWhole) {
    const build = () => unnarrowed(ctx, archived, ctx.actor.companyId)
    return { all: memoisedCondition(ctx.ability, `submissions, archived ${archived}`, build) }
  }
  const companyId = filters.companyId ?? ctx.actor.companyId
  const chosen = questionId && answer !== undefined ? await answered(ctx, questionId, answer) : undefined
  const searched = await found(ctx, search)
  const others = and(
    unnarrowed(ctx, archived, companyId),
    toReview ? waitingFor(ctx) : undefined,
    matching(submissions, columns),
    // The same as its state, by which the index of the lists' first order knows where these begin.
    columns.status && (columns.status === 'draft' ? isNull : isNotNull)(submissions.completedAt),
    ...registers.map(({ column, filter }) =>
      about(
        ctx.db,
        submissionSubjects[column],
        filters[camelCase(filter) as keyof Camel<Record<SubjectFilter, unknown>>],
      ),
    ),
    critical === undefined ? undefined : (critical ? gt : eq)(submissions.criticalFailed, 0),
    flagged === undefined ? undefined : withFinding(ctx.db, flagged),
    submissionIds && among(submissions.id, submissionIds),
    updatedAfter ? gt(submissions.updatedAt, new Date(updatedAfter)) : undefined,
    from || to ? completedBetween(await zoneOfCompany(ctx.db, companyId), from, to) : undefined,
  )
  const all = and(others, chosen?.all, searched?.all)
  // What else narrows the list is found sooner than that.
  const isEasier = !isNarrowed(filters) && (chosen?.some || searched?.some)
  return { all, some: isEasier ? and(others, chosen?.some ?? chosen?.all, searched?.some ?? searched?.all) : undefined }
}

/** All submissions that somebody may read, or the archived ones among them. */
const unnarrowed = ({ ability }: FilterContext, archived: boolean, companyId: number | null): SQL | undefined =>
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

/** What waits for a review that this person may give. */
const waitingFor = ({ ability }: FilterContext): SQL | undefined =>
  and(eq(submissions.reviewState, 'received'), accessible(ability, 'review', 'Submission', submissions))

function about(db: Database, column: AnyPgColumn, id: number | undefined): SQL | undefined {
  if (id === undefined) return undefined
  return inArray(
    submissions.id,
    db.select({ id: submissionSubjects.submissionId }).from(submissionSubjects).where(eq(column, id)),
  )
}

/** In which something was found, or nothing. */
function withFinding(db: Database, isFlagged: boolean): SQL {
  const flagged = db.select({ id: findings.submissionId }).from(findings)
  return isFlagged ? inArray(submissions.id, flagged) : notExists(flagged.where(ofSubmission))
}

const ofSubmission = and(eq(findings.companyId, submissions.companyId), eq(findings.submissionId, submissions.id))

/** Matches a choice, alone or among several. */
async function answered({ db, actor }: FilterContext, questionId: string, answer: string): Promise<Met> {
  if (actor.companyId !== null) return answering(db, actor.companyId, submissions, { questionId, choice: answer })
  const [single, several] = [answer, [answer]].map(value => JSON.stringify({ [questionId]: { value } }))
  return { all: sql`(${submissions.answers} @> ${single}::jsonb or ${submissions.answers} @> ${several}::jsonb)` }
}

/** By the name of the form or of the person, or by the words of what was answered. */
async function found({ db, actor }: FilterContext, search: string | undefined): Promise<Partial<Met> | undefined> {
  if (!search) return undefined
  const [ofForms, ofPeople, ofAnswers] = await Promise.all([
    pointingAtNamed(db, 'form', search, submissions.formId, {
      table: forms,
      id: forms.id,
      text: sql`fold(${inAnyLanguage(forms.name)})`,
    }),
    ofPeopleNamed(db, submissions.userId, search),
    actor.companyId === null ? undefined : answering(db, actor.companyId, submissions, { words: search }),
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
