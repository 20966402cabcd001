/** Exports of submissions: streamed at once, or made in the background and stored for a while. */
import { z } from 'zod'
import { contract, file, page } from '../lib/contract.ts'
import { ById, Id, Search, Time } from '../lib/fields.ts'
import { exportFormats } from '../lib/fileKinds.ts'
import { Paging } from '../lib/paging.ts'
import { submissionFilters } from '../submissions/contract.ts'
import { exportStates, exportValues, madeFormats, maxPicked } from './rules.ts'

const Wanted = { ...submissionFilters, search: Search.optional(), archived: z.boolean().default(false) }

/** Content of an export: the list's filters, or picked rows. */
export const ExportFilters = z
  .strictObject({
    ...Wanted,
    submission_ids: z.array(Id).min(1).max(maxPicked).optional(),
    /** A bundle of this report instead of submissions. */
    report_id: Id.optional(),
    /** Only submissions about this location and those below it, as with `Site-Id`. */
    site_id: Id.optional(),
  })
  .meta({ id: 'ExportFilters' })
export type ExportFilters = z.infer<typeof ExportFilters>

export const SubmissionExport = z
  .object({
    id: Id,
    format: z.enum(madeFormats),
    values: z.enum(exportValues),
    with_files: z.boolean(),
    state: z.enum(exportStates),
    /** Rows done, of `total`; both grow from 0 while it works. */
    done: z.int(),
    total: z.int(),
    filename: z.string().nullable(),
    size: z.int().nullable(),
    created_at: Time,
    finished_at: Time.nullable(),
    /** End of the time in which it can be downloaded. */
    expires_at: Time.nullable(),
  })
  .meta({ id: 'SubmissionExport' })
export type SubmissionExport = z.infer<typeof SubmissionExport>

export const exports = contract({
  stream: {
    summary: 'Export submissions',
    description:
      'The latest begun first. A workbook has a sheet for each form and repeat, CSV one table: submissions, or ' +
      'the rows of `repeat`. `updated_after`: the time of the last fetch. Files: `POST ' +
      '/form/submission/export/job`.',
    problems: ['too_large', 'not_found'],
    method: 'GET',
    path: '/form/submission/export',
    access: ['read', 'Submission'],
    bySite: true,
    input: z.object({
      ...Wanted,
      format: z.enum(exportFormats).default('csv'),
      values: z.enum(exportValues).default('labels'),
      repeat: z.string().max(200).optional(),
    }),
    returns: file('application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'),
  },
  list: {
    summary: 'List the own exports',
    description: 'The latest first, as long as their files are stored.',
    method: 'GET',
    path: '/form/submission/export/job',
    access: ['read', 'Submission'],
    input: Paging.pick({ page: true, per_page: true }),
    returns: page(SubmissionExport),
  },
  begin: {
    summary: 'Create an export in the background',
    description:
      'For large exports and files: a ZIP with tables and a folder for each submission. A `bundle` is a ZIP of ' +
      'at most 500 submissions that proves itself without this server.',
    problems: ['too_many_requests', 'not_found', 'characters_missing'],
    method: 'POST',
    path: '/form/submission/export/job',
    access: ['read', 'Submission'],
    afterPlanEnd: 'open',
    input: z.object({
      format: z.enum(madeFormats),
      values: z.enum(exportValues).default('labels'),
      with_files: z.boolean().default(false),
      filters: ExportFilters,
      /**
       * For a bundle: refuses with `characters_missing` where its PDFs could not print some characters, before it is
       * made.
       */
      refuse_missing_characters: z.boolean().optional(),
    }),
    returns: SubmissionExport,
    status: 201,
  },
  get: {
    summary: 'Read the progress of an export',
    method: 'GET',
    path: '/form/submission/export/job/:id',
    access: ['read', 'Submission'],
    input: ById,
    returns: SubmissionExport,
  },
  fetch: {
    summary: 'Download an export',
    method: 'GET',
    path: '/form/submission/export/job/:id/file',
    access: ['read', 'Submission'],
    input: ById,
    returns: file('application/octet-stream'),
  },
  cancel: {
    summary: 'Cancel an export',
    description: 'Ends one that is under way; of one that is ready the file is removed.',
    method: 'DELETE',
    path: '/form/submission/export/job/:id',
    access: ['read', 'Submission'],
    afterPlanEnd: 'open',
    input: ById,
    returns: z.null(),
  },
})
