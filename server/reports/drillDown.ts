import { and, eq, gt, inArray, isNull, type SQL, sql } from 'drizzle-orm'
import type { Camel } from '#shared/lib/casing.ts'
import { invalidField } from '#shared/lib/problem.ts'
import type { Slice } from '#shared/reports/contract.ts'
import { plusDays } from '#shared/reports/period.ts'
import { registry } from '#shared/subjects/registry.ts'
import { findings } from '../findings/table.ts'
import type { Context } from '../lib/context.ts'
import { listMeeting } from '../submissions/queries.ts'
import { submissionSubjects, submissions } from '../submissions/table.ts'
import { between, midnight, type Selection, selectionOf } from './counting/selection.ts'
import { closedAt } from './counting/tasks.ts'
import type { ReportRow } from './queries.ts'

type Query = Camel<Slice> & { page: number; perPage: number }

/** One page of the submissions that a number of a report counts, by the same condition as the number. */
export async function submissionsBehind(ctx: Context, report: ReportRow, { page, perPage, ...slice }: Query) {
  const selection = await selectionOf(ctx, report)
  const where = and(selection.where, ...narrowed(selection, slice))
  return listMeeting(ctx.db, { all: where }, { page, perPage })
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
  return sql`exists (select from jsonb_each(${submissions.answers}) where split_part(key, '@', 1) = ${question} and ${fits})`
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
