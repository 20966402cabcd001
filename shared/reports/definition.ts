/** What a report counts: which submissions, of which days, held against what, and which parts of it are shown. */
import { z } from 'zod'
import { ElementId } from '../forms/elementFields.ts'
import { scoreBands } from '../forms/scoring/score.ts'
import { Day, Id } from '../lib/fields.ts'
import { idsFilterOf, subjectTypes } from '../subjects/registry.ts'
import { periodUnits, reportGroupings, reportParts } from './options.ts'

/** So many days, weeks, months or years up to today, today included; or from one day to another, both included. */
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

/** Only submissions that meet all of them; of several values of one, any. */
export const ReportFilters = z
  .strictObject({
    user_ids: Ids,
    ...ofSubjects,
    bands: z.array(z.enum(scoreBands)).max(3).optional(),
    /** Only those with a failed critical answer. */
    critical: z.boolean().optional(),
  })
  .meta({ id: 'ReportFilters' })
export type ReportFilters = z.infer<typeof ReportFilters>

/** All that decides what a report counts, apart from its name. */
export const definitionFields = {
  /** None: all forms. */
  form_ids: z.array(Id).max(20),
  filters: ReportFilters,
  group_by: z.enum(reportGroupings).nullable(),
  /** The question by whose answers is compared; only where `group_by` is `question`. */
  group_question_id: ElementId.nullable(),
  period: ReportPeriod,
  parts: z.array(z.enum(reportParts)).min(1).max(reportParts.length),
}
