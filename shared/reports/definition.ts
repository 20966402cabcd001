/** Definition of a report: submissions, days, comparison, and the parts that are shown. */
import { z } from 'zod'
import { ElementId } from '../forms/elementFields.ts'
import { scoreBands } from '../forms/scoring/score.ts'
import { Day, Id } from '../lib/fields.ts'
import { idsFilterOf, subjectTypes } from '../subjects/registry.ts'
import { periodUnits, reportGroupings, reportParts } from './rules.ts'

/** Days, weeks, months or years up to today, today included; or from one day to another, both included. */
export const ReportPeriod = z
  .discriminatedUnion('kind', [
    z.object({ kind: z.literal('relative'), unit: z.enum(periodUnits), count: z.int().min(1).max(366) }),
    z.object({ kind: z.literal('fixed'), from: Day, to: Day }),
  ])
  .meta({ id: 'ReportPeriod' })
export type ReportPeriod = z.infer<typeof ReportPeriod>

const Ids = z.array(Id).max(50).optional()
const ofSubjects = Object.fromEntries(subjectTypes.map(type => [idsFilterOf(type), Ids])) as Record<
  ReturnType<typeof idsFilterOf>,
  typeof Ids
>

/** Submissions that meet all filters; of several values of one filter, any. */
export const ReportFilters = z
  .strictObject({
    user_ids: Ids,
    ...ofSubjects,
    bands: z.array(z.enum(scoreBands)).max(3).optional(),
    /** Only with a failed critical answer. */
    critical: z.boolean().optional(),
  })
  .meta({ id: 'ReportFilters' })
export type ReportFilters = z.infer<typeof ReportFilters>

/** Everything that decides what a report counts, without its name. */
export const definitionFields = {
  /** Empty: all forms. */
  form_ids: z.array(Id).max(20),
  filters: ReportFilters,
  group_by: z.enum(reportGroupings).nullable(),
  /** Question whose answers are compared, where `group_by` is `question`. */
  group_question_id: ElementId.nullable(),
  period: ReportPeriod,
  parts: z.array(z.enum(reportParts)).min(1).max(reportParts.length),
}
