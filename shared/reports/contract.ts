/** Definition of a report: submissions, days, comparison, and the parts that are shown. */
import { z } from 'zod'
import { ElementId } from '../forms/elementFields.ts'
import { scoreBands } from '../forms/scoring/score.ts'
import { contract, file, page } from '../lib/contract.ts'
import { ById, Day, Flag, Id, LongText, Name, NamedRow, Revision, Time } from '../lib/fields.ts'
import { exportFormats } from '../lib/fileKinds.ts'
import { Incremental, Paging, sortBy } from '../lib/paging.ts'
import { idsFilterOf, subjectTypes } from '../subjects/registry.ts'
import { Submission } from '../submissions/contract.ts'
import { GroupWelfare, ReportData } from './data.ts'
import { periodUnits, reportGroupings, reportParts, rhythms } from './rules.ts'

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
  /** `site`: where the subjects were at that time, by the nearest location of this type above. */
  group_by: z.enum(reportGroupings).nullable(),
  /** Question whose answers are compared, where `group_by` is `question`. */
  group_question_id: ElementId.nullable(),
  period: ReportPeriod,
  parts: z.array(z.enum(reportParts)).min(1).max(reportParts.length),
}

/** Submissions behind one figure of a report. */
export const Slice = z.object({
  /** Days, both included, within the report's period. */
  from: Day.optional(),
  to: Day.optional(),
  /** `none` for submissions without a rating. */
  band: z.enum([...scoreBands, 'none']).optional(),
  /** Key of `comparison.groups`: the id of a row or person, or the answer; empty for the rest. */
  group: z.string().max(300).optional(),
  /** Only with an answer to this question; with `answer` only that one, with `failed` only failed ones. */
  question: ElementId.optional(),
  answer: z.string().max(300).optional(),
  failed: Flag.optional(),
  /** Only with a failed critical answer. */
  critical: Flag.optional(),
  /** Only submissions that caused a task; `open`: one that is not completed. */
  findings: z.enum(['any', 'open', 'closed']).optional(),
})
export type Slice = z.infer<typeof Slice>

const fields = {
  name: Name,
  description: LongText.nullable(),
  ...definitionFields,
  /** Open to all employees, who see the submissions and tasks that they may read. */
  for_everybody: z.boolean(),
}

export const Report = z
  .object({
    id: Id,
    company_id: Id,
    ...fields,
    /** The only form of `form_ids`; null for several, and for all. */
    form_id: Id.nullable(),
    created_by: Id,
    created_by_name: z.string().nullable(),
    revision: Revision,
    created_at: Time,
    updated_at: Time,
    archived_at: Time.nullable(),
  })
  .meta({ id: 'Report' })
export type Report = z.infer<typeof Report>

const Draft = z.object(fields).partial().extend({
  name: Name,
  /** One form, in addition to `form_ids`; null for all. */
  form_id: Id.nullish(),
})
export type ReportDraft = z.input<typeof Draft>

/** Events: a report that the reader may open has changed, or its share links have. */
export const reportEvents = {
  'report.changed': z.object({ id: Id, company_id: Id }),
  'share.changed': z.object({ company_id: Id }),
}

export const reports = contract({
  list: {
    summary: 'List reports',
    method: 'GET',
    path: '/report',
    access: ['read', 'Report'],
    input: Paging.extend({
      ...Incremental.shape,
      sort: sortBy('name', 'updated_at', 'created_at'),
      created_by: Id.optional(),
      for_everybody: Flag.optional(),
    }),
    returns: page(Report),
  },
  create: {
    summary: 'Add a report',
    description:
      'Without more than a name it is about all forms and the last twelve weeks, with all parts, and compares the ' +
      'sites of a company that has several.',
    method: 'POST',
    path: '/report',
    access: ['create', 'Report'],
    input: Draft,
    returns: Report,
    status: 201,
  },
  get: {
    summary: 'Read a report',
    method: 'GET',
    path: '/report/:id',
    access: ['read', 'Report'],
    input: ById,
    returns: Report,
  },
  update: {
    summary: 'Change a report',
    method: 'PUT',
    path: '/report/:id',
    access: ['update', 'Report'],
    input: Draft.partial().extend({ id: Id, revision: Revision.optional() }),
    returns: Report,
  },
  remove: {
    summary: 'Archive a report',
    method: 'DELETE',
    path: '/report/:id',
    access: ['delete', 'Report'],
    input: ById,
    returns: z.null(),
  },
  restore: {
    summary: 'Restore an archived report',
    method: 'POST',
    path: '/report/:id/restore',
    access: ['delete', 'Report'],
    input: ById,
    returns: Report,
  },
  welfare: {
    summary: 'Read the scores of a group of animals over time',
    description: 'Scores and prevalence over time, of the group and of animals that were in it on that day.',
    method: 'GET',
    path: '/animal/group/:id/welfare',
    access: ['read', 'AnimalGroup'],
    input: ById.extend({ months: z.int().min(1).max(120).default(12) }),
    returns: GroupWelfare,
  },
  data: {
    summary: 'Read the figures of a report',
    description:
      'From what the caller may read now. A submission counts on the day on which it was done, by the ' +
      "company's clock.",
    problems: ['too_large'],
    method: 'GET',
    path: '/report/:id/data',
    access: ['read', 'Report'],
    bySite: true,
    input: ById,
    returns: ReportData,
  },
  submissions: {
    summary: 'List the submissions behind a number of a report',
    description: 'Narrowed to a part of its period, a band, a group, or an answer. The newest first.',
    method: 'GET',
    path: '/report/:id/submissions',
    access: ['read', 'Report'],
    bySite: true,
    input: ById.extend(Paging.pick({ page: true, per_page: true }).shape).extend(Slice.shape),
    returns: page(Submission),
  },
  pdf: {
    summary: 'Download a report as PDF',
    description: "In the reader's language, with the present figures.",
    method: 'GET',
    path: '/report/:id/pdf',
    access: ['read', 'Report'],
    bySite: true,
    input: ById,
    returns: file('application/pdf'),
  },
  export: {
    summary: 'Export a report as a spreadsheet',
    description:
      'A line for each submission, with the answers where it is about one form; as a workbook also its figures.',
    problems: ['too_large'],
    method: 'GET',
    path: '/report/:id/export',
    access: ['read', 'Report'],
    bySite: true,
    input: ById.extend({ format: z.enum(exportFormats).default('xlsx') }),
    returns: file('application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'),
  },
})

// Schedule of a report that is mailed as PDF to members, each with their own rights and language.

const rhythm = {
  rhythm: z.enum(rhythms),
  /** Monday is 1; for `week` only. */
  weekday: z.int().min(1).max(7).default(1),
  /** For `month` only; a day that every month has. */
  month_day: z.int().min(1).max(28).default(1),
  /** By the company's clock. */
  hour: z.int().min(0).max(23).default(7),
}

export const ReportSchedule = z
  .object({
    ...rhythm,
    weekday: z.int(),
    month_day: z.int(),
    hour: z.int(),
    /** Members; those without the right to open the report get none. */
    recipient_ids: z.array(Id),
    next_at: Time,
    last_at: Time.nullable(),
  })
  .meta({ id: 'ReportSchedule' })
export type ReportSchedule = z.infer<typeof ReportSchedule>

const MailedReport = z
  .object({
    /** Null without recipients. */
    schedule: ReportSchedule.nullable(),
    /** People with the right to open the report and an address. */
    people: z.array(NamedRow),
  })
  .meta({ id: 'MailedReport' })
export type MailedReport = z.infer<typeof MailedReport>

export const reportSchedules = contract({
  get: {
    summary: 'Read when a report is mailed and to whom',
    method: 'GET',
    path: '/report/:id/schedule',
    access: ['update', 'Report'],
    input: ById,
    returns: MailedReport,
  },
  set: {
    summary: 'Schedule a report by email',
    description: 'As PDF, to members who may open it: each gets what they may see of it, in their language.',
    method: 'PUT',
    path: '/report/:id/schedule',
    access: ['update', 'Report'],
    problems: ['not_while_acting'],
    input: ById.extend({ ...rhythm, recipient_ids: z.array(Id).min(1).max(50) }),
    returns: MailedReport,
  },
  end: {
    summary: 'Remove the schedule of a report',
    method: 'DELETE',
    path: '/report/:id/schedule',
    access: ['update', 'Report'],
    afterPlanEnd: 'open',
    input: ById,
    returns: z.null(),
  },
})
