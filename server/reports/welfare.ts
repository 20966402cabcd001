/** How a group of animals has fared: what reports count, of the submissions that tell of the group. */
import { type SQL, sql } from 'drizzle-orm'
import type { GroupWelfare } from '#shared/reports/data.ts'
import { accessGroup, staysIn } from '../animal-events/queries.ts'
import { zoneOfCompany } from '../companies/queries.ts'
import { formVersions } from '../forms/table.ts'
import type { Context } from '../lib/context.ts'
import { dayAt } from '../lib/localDays.ts'
import { subjectStatuses } from '../subjects/table.ts'
import { submissionSubjects, submissions } from '../submissions/table.ts'
import { prevalenceOf } from './counting/prevalence.ts'
import { type Asked, selectionOf } from './counting/selection.ts'
import { countsOf, formsOf, presentCounts, trendOf, versionsOf } from './counting/totals.ts'
import { presentForm } from './data.ts'

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
    tellsOf({ companyId, groupId, timeZone, stays, since: new Date(ctx.now.getTime() - months * longestMonthMs) }),
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
const longestMonthMs = 31 * 24 * 3600_000

/** The questions that name the group whose animals a roster lists. */
const rosterQuestions = '$.sections[*].questions.** ? (@.type == "repeat" && @.rows.from == "animals").rows.group'

type Group = { companyId: number; groupId: number; timeZone: string; stays: SQL; since: Date }

/** Submissions about the group, those whose roster is of it because an answer says so, about an animal that stood in it on that day, and those that found something of such an animal. */
const tellsOf = ({ companyId, groupId, timeZone, stays, since }: Group): SQL => sql`${submissions.id} in (
  with stays as (${stays}),
  told as (
    select s.submission_id, stays.day, stays.to_day from ${submissionSubjects} s
      join stays on stays.animal_id = s.animal_id where s.company_id = ${companyId}
    union all
    select f.submission_id, stays.day, stays.to_day from ${subjectStatuses} f
      join stays on stays.animal_id = f.animal_id
      where f.company_id = ${companyId} and f.submission_id is not null and f.withdrawn_at is null)
  select s.submission_id from ${submissionSubjects} s where s.company_id = ${companyId} and s.animal_group_id = ${groupId}
  union all
  select named.id from ${formVersions} v
    cross join lateral jsonb_path_query(v.definition, ${rosterQuestions}::jsonpath) question
    join ${submissions} named on named.company_id = v.company_id and named.form_id = v.form_id and named.form_version_id = v.id
      and named.completed_at >= ${since.toISOString()}::timestamptz
    where v.company_id = ${companyId} and named.answers -> (question #>> '{}') -> 'value' @> ${JSON.stringify([{ id: groupId }])}::jsonb
  union all
  select told.submission_id from told join ${submissions} of on of.company_id = ${companyId} and of.id = told.submission_id
    where (of.completed_at at time zone ${timeZone})::date between told.day and coalesce(told.to_day, 'infinity'))`
