import { z } from 'zod'
import { exportFormats } from '../exports/options.ts'
import { contract, file, page } from '../lib/contract.ts'
import { ById, Flag, Id, LongText, Name, Revision, Time } from '../lib/fields.ts'
import { Paging, sortBy } from '../lib/paging.ts'
import { Submission } from '../submissions/contract.ts'
import { GroupWelfare, ReportData } from './data.ts'
import { definitionFields } from './definition.ts'
import { Slice } from './slice.ts'

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
      sort: sortBy('name', 'updated_at', 'created_at'),
      created_by: Id.optional(),
      for_everybody: Flag.optional(),
    }),
    returns: page(Report),
  },
  create: {
    summary: 'Add a report',
    description:
      'Without more than a name it is about all forms and the last twelve weeks, with all parts. 422 names forms, people and rows that the company does not have.',
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
    summary: 'Read how a group of animals has fared',
    description:
      'Scores and prevalence over time, counted as reports count: of submissions about the group, about animals that stood in it on that day, and of rosters with such.',
    method: 'GET',
    path: '/animal/group/:id/welfare',
    access: ['read', 'AnimalGroup'],
    input: ById.extend({ months: z.int().min(1).max(120).default(12) }),
    returns: GroupWelfare,
  },
  data: {
    summary: 'Read what a report counts',
    description:
      'Worked out now, from the complete submissions, the tasks and the registers that the caller may read. A submission counts on the day on which it was done, by the clock of the company. Parts that the report does not show are null.',
    problems: ['too_large'],
    method: 'GET',
    path: '/report/:id/data',
    access: ['read', 'Report'],
    input: ById,
    returns: ReportData,
  },
  submissions: {
    summary: 'List the submissions behind a number of a report',
    description:
      'Those that the report counts, narrowed to a part of its period, a band, a group, or an answer. The newest first.',
    method: 'GET',
    path: '/report/:id/submissions',
    access: ['read', 'Report'],
    input: ById.extend(Paging.pick({ page: true, per_page: true }).shape).extend(Slice.shape),
    returns: page(Submission),
  },
  pdf: {
    summary: 'Download a report as PDF',
    description: "In the reader's language and as it stands now.",
    method: 'GET',
    path: '/report/:id/pdf',
    access: ['read', 'Report'],
    input: ById,
    returns: file('application/pdf'),
  },
  export: {
    summary: 'Export a report as a spreadsheet',
    description:
      'A line for each submission, with the answers where the report is about one form; as a workbook also what the report shows. The newest 20,000. What could be a formula stays text.',
    problems: ['too_large'],
    method: 'GET',
    path: '/report/:id/export',
    access: ['read', 'Report'],
    input: ById.extend({ format: z.enum(exportFormats).default('xlsx') }),
    returns: file('application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'),
  },
})
