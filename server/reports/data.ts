import { scheduler } from 'node:timers/promises'
import { and, eq, gt, inArray, isNull, type SQL, sql } from 'drizzle-orm'
import type { Camel } from '#shared/lib/casing.ts'
import { invalidField } from '#shared/lib/problem.ts'
import type { Slice } from '#shared/reports/contract.ts'
import type { GroupWelfare, ReportData } from '#shared/reports/data.ts'
import { plusDays } from '#shared/reports/period.ts'
import { registry } from '#shared/subjects/registry.ts'
import { accessGroup, staysIn } from '../animals/eventQueries.ts'
import { zoneOfCompany } from '../companies/queries.ts'
import { findings } from '../findings/table.ts'
import { formVersions } from '../forms/table.ts'
import type { Context } from '../lib/context.ts'
import { dayAt } from '../lib/localDays.ts'
import { shownSite } from '../locations/queries.ts'
import { subjectStatuses } from '../subjects/table.ts'
import { listMatching } from '../submissions/listQueries.ts'
import { submissionSubjects, submissions } from '../submissions/table.ts'
import { answersOf } from './counting/answers.ts'
import { comparisonOf, registersOf } from './counting/comparison.ts'
import { distributionOf, heatMapOf } from './counting/distribution.ts'
import { photosOf } from './counting/photos.ts'
import { prevalenceOf } from './counting/prevalence.ts'
import { askedQuestions } from './counting/questions.ts'
import { type Asked, between, midnight, type Reader, type Selection, selectionOf } from './counting/selection.ts'
import { wasAtSite } from './counting/sites.ts'
import { closedAt, completionOf, findingsOf } from './counting/tasks.ts'
import { countsOf, formsOf, presentCounts, totalsBefore, trendOf, versionsOf } from './counting/totals.ts'
import type { ReportRow } from './queries.ts'

type CountedForm = Awaited<ReturnType<typeof formsOf>>[number]
const presentForm = ({ draft, ...form }: CountedForm) => ({ ...form, default_language: draft.default_language })

/** All that a report shows its reader, counted now. */
export async function reportData(reader: Reader, report: ReportRow): Promise<ReportData> {
  const selection = await selectionOf(reader, report)
  const shows = new Set(report.parts)
  const counts = await countsOf(selection)
  const versions = await versionsOf(selection, counts.versions)
  const asked = askedQuestions(versions)
  const wantsAnswers = shows.has('distribution') || shows.has('heat_map')
  const readsTasks = reader.ability.can('read', 'Task')
  const [before, forms, site, comparison, answered, prevalence, findings, completion, registers, photos] =
    await Promise.all([
      totalsBefore(selection),
      formsOf(selection, counts),
      shownSite(reader),
      shows.has('comparison') ? comparisonOf(selection, asked) : null,
      wantsAnswers ? answersOf(selection, asked) : null,
      shows.has('prevalence') ? prevalenceOf(selection, versions) : null,
      shows.has('findings') ? findingsOf(selection, asked, versions) : null,
      shows.has('completion') && readsTasks ? completionOf(selection) : null,
      shows.has('registers') ? registersOf(selection) : null,
      shows.has('photos') ? photosOf(selection) : null,
    ])
  // Of thousands of questions each of these is a tenth of a second of the thread that answers everybody: others come in
  // between.
  await scheduler.yield()
  const heat_map = answered && shows.has('heat_map') ? heatMapOf(selection, asked, answered) : null
  await scheduler.yield()
  const distribution = answered && shows.has('distribution') ? distributionOf(asked, answered) : null
  await scheduler.yield()
  return {
    report_id: report.id,
    name: report.name,
    ...selection.days,
    ...{ time_zone: selection.zone, first_day: selection.firstDay },
    made_at: reader.now.toISOString(),
    is_everything: selection.isEverything,
    forms: forms.map(presentForm),
    totals: presentCounts(counts.totals),
    trend: shows.has('trend') ? trendOf(selection, counts) : null,
    ...{ site, before, comparison, prevalence, findings, completion, registers, photos, heat_map, distribution },
    is_anonymous: counts.totals.anonymous > 0,
  }
}

// How a group of animals has fared: what reports count, of the submissions that tell of the group.

/** The scores and the prevalence of a group's last months, as far as the reader may read them. */
export async function groupWelfare(ctx: Context, groupId: number, months: number): Promise<GroupWelfare> {
  const { companyId } = (await accessGroup(ctx, groupId)).row
  const timeZone = await zoneOfCompany(ctx.db, companyId)
  const counted: Asked = {
    ...{ companyId, formIds: [], filters: {}, groupBy: null, groupQuestionId: null },
    period: { kind: 'relative', unit: 'month', count: months },
  }
  const stays = staysIn({ companyId, day: dayAt(ctx.now, timeZone), timeZone }, groupId)
  const selection = await selectionOf(
    ctx,
    counted,
    tellsOf({ companyId, groupId, timeZone, stays, since: new Date(ctx.now.getTime() - months * maxMonthMs) }),
  )
  const counts = await countsOf(selection)
  const [versions, forms] = await Promise.all([versionsOf(selection, counts.versions), formsOf(selection, counts)])
  return {
    ...{ from: selection.days.from, to: selection.days.to, is_everything: selection.isEverything },
    totals: presentCounts(counts.totals),
    trend: trendOf(selection, counts),
    forms: forms.map(presentForm),
    prevalence: await prevalenceOf(selection, versions),
  }
}

/** Before the period no answers are looked into. */
const maxMonthMs = 31 * 24 * 3600_000

/** The questions that name the group whose animals a roster lists. */
const rosterQuestions = '$.sections[*].questions.** ? (@.type == "repeat" && @.rows.from == "animals").rows.group'

type Group = { companyId: number; groupId: number; timeZone: string; stays: SQL; since: Date }

/**
 * Submissions about the group, those whose roster is of it because an answer says so, about an animal that stood in it
 * on that day, and those that found something of such an animal.
 */
const tellsOf = ({ companyId, groupId, timeZone, stays, since }: Group): SQL => sql`${submissions.id} in (
  with stays as (${stays}),
  told as (
    select s.submission_id, stays.day, stays.to_day from ${submissionSubjects} s
      join stays on stays.animal_id = s.animal_id where s.company_id = ${companyId}
    union all
    select f.submission_id, stays.day, stays.to_day from ${subjectStatuses} f
      join stays on stays.animal_id = f.animal_id
      where f.company_id = ${companyId} and f.submission_id is not null and f.withdrawn_at is null)
  select s.submission_id from ${submissionSubjects} s
    where s.company_id = ${companyId} and s.animal_group_id = ${groupId}
  union all
  select named.id from ${formVersions} v
    cross join lateral jsonb_path_query(v.definition, ${rosterQuestions}::jsonpath) question
    join ${submissions} named on named.company_id = v.company_id and named.form_id = v.form_id
      and named.form_version_id = v.id
      and named.completed_at >= ${since.toISOString()}::timestamptz
    where v.company_id = ${companyId}
      and named.answers -> (question #>> '{}') -> 'value' @> ${JSON.stringify([{ id: groupId }])}::jsonb
  union all
  select told.submission_id from told join ${submissions} of on of.company_id = ${companyId}
    and of.id = told.submission_id
    where (of.completed_at at time zone ${timeZone})::date between told.day and coalesce(told.to_day, 'infinity'))`

type Query = Camel<Slice> & { page: number; perPage: number }

/** One page of the submissions that a number of a report counts, by the same condition as the number. */
export async function submissionsBehind(ctx: Context, report: ReportRow, { page, perPage, ...slice }: Query) {
  const selection = await selectionOf(ctx, report)
  const where = and(selection.where, ...narrowed(selection, slice))
  return listMatching(ctx.db, { all: where }, { page, perPage })
}

function narrowed(selection: Selection, slice: Camel<Slice>): (SQL | undefined)[] {
  const { from, to, band, critical, question } = slice
  const { days, zone } = selection
  return [
    from || to ? between(midnight(from ?? days.from, zone), midnight(plusDays(to ?? days.to, 1), zone)) : undefined,
    band === 'none' ? isNull(submissions.band) : band && eq(submissions.band, band),
    critical === undefined
      ? undefined
      : critical
        ? gt(submissions.criticalFailed, 0)
        : eq(submissions.criticalFailed, 0),
    slice.group === undefined ? undefined : inGroup(selection, slice.group),
    question === undefined ? undefined : answered(question, slice),
    slice.findings && withFindings(selection, slice.findings, question),
  ]
}

function inGroup({ report, reader: { db } }: Selection, group: string): SQL | undefined {
  const { groupBy, companyId, groupQuestionId } = report
  if (groupBy === null) throw invalidField('group', 'not_an_option')
  if (groupBy === 'question') {
    const value = sql`${submissions.answers} -> ${groupQuestionId}::text -> 'value'`
    return group
      ? sql`(${value} = to_jsonb(${group}::text) or ${value} @> jsonb_build_array(${group}::text))`
      : sql`${value} is null`
  }
  const id = /^[1-9]\d{0,8}$/.test(group) ? Number(group) : 0
  if (groupBy === 'person') return group ? eq(submissions.userId, id) : isNull(submissions.userId)
  if (groupBy === 'form') return eq(submissions.formId, id)
  if (groupBy === 'site') return wasAtSite(companyId, group && String(id))
  const column = submissionSubjects[registry[groupBy].column]
  const about = db
    .select({ id: submissionSubjects.submissionId })
    .from(submissionSubjects)
    .where(and(eq(submissionSubjects.companyId, companyId), group ? eq(column, id) : sql`${column} is not null`))
  return group ? inArray(submissions.id, about) : sql`${submissions.id} not in ${about}`
}

/** Answers of rows stand under the question's id and the row's. */
function answered(question: string, { answer, failed }: Camel<Slice>): SQL {
  if (failed) return sql`${submissions.score} -> 'failed' @> ${JSON.stringify([{ question_id: question }])}::jsonb`
  const fits =
    answer === undefined
      ? sql`value ? 'value'`
      : sql`(value -> 'value' = to_jsonb(${answer}::text) or value -> 'value' @> jsonb_build_array(${answer}::text))`
  return sql`exists (select from jsonb_each(${submissions.answers}) where split_part(key, '@', 1) = ${question}
    and ${fits})`
}

function withFindings({ reader: { db }, report }: Selection, which: 'any' | 'open' | 'closed', question?: string): SQL {
  return inArray(
    submissions.id,
    db
      .select({ id: findings.submissionId })
      .from(findings)
      .where(
        and(
          eq(findings.companyId, report.companyId),
          question === undefined ? undefined : sql`split_part(${findings.questionId}, '@', 1) = ${question}`,
          which === 'any' ? undefined : which === 'open' ? sql`${closedAt} is null` : sql`${closedAt} is not null`,
        ),
      ),
  )
}
