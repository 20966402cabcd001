/**
 * Imports of registers: a file is read, its columns are matched, it is tried, and then carried out in the background.
 */
import { z } from 'zod'
import { importStates, lineOutcomes, maxImportedColumns } from '../exports/rules.ts'
import { contract, file, page } from '../lib/contract.ts'
import { ById, Flag, greatestWhole, Id, Time } from '../lib/fields.ts'
import { encodings } from '../lib/fileKinds.ts'
import { locales } from '../lib/language.ts'
import { ListExport, Paging } from '../lib/paging.ts'
import { subjectTypes } from '../subjects/registry.ts'

/** By the name of the field the column of the file, counted from 0. */
const Matching = z
  .record(
    z.string().max(100),
    z
      .int()
      .min(0)
      .max(maxImportedColumns - 1),
  )
  .meta({ id: 'ColumnMatching' })
const Count = z.int().min(0)

export const RegisterImport = z
  .object({
    id: Id,
    type: z.enum(subjectTypes),
    filename: z.string(),
    /** In which letters a file of text was read; null for a workbook. */
    encoding: z.enum(encodings).nullable(),
    /** The language in which numbers, days and choices are read first. */
    language: z.enum(locales),
    state: z.enum(importStates),
    /** Headings of the file, each with the first value below it. */
    columns: z.array(z.object({ title: z.string(), sample: z.string() })),
    /** Fields that columns can be matched with, in the caller's language. */
    fields: z.array(
      z.object({
        name: z.string(),
        label: z.string(),
        is_required: z.boolean(),
        choices: z.array(z.string()).nullable(),
      }),
    ),
    /** The fields that can tell which row a line means. */
    keys: z.array(z.string()),
    matching: Matching,
    key: z.string(),
    /** True while the counts are those of a trial. */
    is_trial: z.boolean(),
    /** Number of finished lines of `total`. */
    done: Count,
    total: Count,
    created: Count,
    updated: Count,
    unchanged: Count,
    faulty: Count,
    /** Rows that an undo left as they are. */
    stayed: Count,
    created_at: Time,
    finished_at: Time.nullable(),
    /** Null where there is nothing to undo. */
    undo_until: Time.nullable(),
  })
  .meta({ id: 'RegisterImport' })
export type RegisterImport = z.infer<typeof RegisterImport>

/** Value of a cell for the field that its column is matched with; null for an invalid one. */
const Understood = z.object({ field: z.string(), cell: z.string(), value: z.string().nullable() })
/**
 * `number` counts as a spreadsheet does: the headings are the first. `values` are as the reader's language shows them.
 */
const ImportLine = z
  .object({
    number: z.int(),
    outcome: z.enum(lineOutcomes).nullable(),
    cells: z.array(z.string()),
    values: z.array(Understood),
    errors: z.array(z.object({ field: z.string(), message: z.string(), column: z.int().nullable(), cell: z.string() })),
  })
  .meta({ id: 'ImportLine' })
export type ImportLine = z.infer<typeof ImportLine>

export const imports = contract({
  create: {
    summary: 'Start an import',
    description:
      'Reads a file (CSV or .xlsx, headings first, at most 50,000 lines; of animals also JSON by ICAR ADE, of ' +
      'which the living are read) and proposes its columns.',
    problems: ['forbidden', 'plan_expired'],
    method: 'POST',
    path: '/register/import',
    access: 'signed-in',
    input: z.object({ type: z.enum(subjectTypes), encoding: z.enum(encodings).optional() }),
    returns: RegisterImport,
    status: 201,
    multipart: 'raw',
  },
  get: {
    summary: 'Read the progress of an import',
    method: 'GET',
    path: '/register/import/:id',
    access: 'signed-in',
    input: ById,
    returns: RegisterImport,
  },
  run: {
    summary: 'Run an import, or try it',
    description:
      "With `is_trial` only each line's outcome is kept. Otherwise a line whose `key` names a row changes it, " +
      'and any other adds one; empty cells change nothing. Numbers, days and choices are read as `language` ' +
      'writes them.',
    problems: ['forbidden', 'plan_expired', 'import_not_open'],
    method: 'POST',
    path: '/register/import/:id/run',
    access: 'signed-in',
    input: ById.extend({
      matching: Matching,
      key: z.string().max(100),
      language: z.enum(locales).optional(),
      is_trial: z.boolean(),
    }),
    returns: RegisterImport,
  },
  lines: {
    summary: 'List the lines of an import',
    method: 'GET',
    path: '/register/import/:id/line',
    access: 'signed-in',
    input: Paging.pick({ page: true, per_page: true }).extend({ id: Id, outcome: z.enum(lineOutcomes).optional() }),
    returns: page(ImportLine),
  },
  faults: {
    summary: 'Download the faulty lines of an import',
    description: 'CSV: the lines with their errors. Once corrected, the file can be imported again.',
    method: 'GET',
    path: '/register/import/:id/fault',
    access: 'signed-in',
    input: ById,
    returns: file('text/csv'),
  },
  correct: {
    summary: 'Correct cells of an import',
    description: 'Of the line `number`, or of all lines that have `from` in that column. Run it again afterwards.',
    problems: ['import_not_open'],
    method: 'PUT',
    path: '/register/import/:id/line',
    access: 'signed-in',
    input: ById.extend({
      column: z
        .int()
        .min(0)
        .max(maxImportedColumns - 1),
      number: z.int().min(1).max(greatestWhole).optional(),
      from: z.string().max(2_000).optional(),
      value: z.string().max(2_000),
    }),
    returns: RegisterImport,
  },
  undo: {
    summary: 'Undo an import within a day',
    description: 'Added rows are archived, changed ones get their former values back. Rows changed since stay.',
    problems: ['import_not_open'],
    method: 'POST',
    path: '/register/import/:id/undo',
    access: 'signed-in',
    input: ById,
    returns: RegisterImport,
  },
  cancel: {
    summary: 'Cancel an import',
    description: 'Imported rows stay.',
    method: 'DELETE',
    path: '/register/import/:id',
    access: 'signed-in',
    input: ById,
    returns: z.null(),
  },
})

/** The same for one register: a file is read and carried out in one call, with its columns as they are proposed. */
const importInto = (path: string, subject: 'Animal' | 'AnimalGroup', what: string) =>
  ({
    summary: `Import ${what}`,
    description: 'As `/register/import` and its `run`, with the proposed columns; `dry_run` is a trial.',
    problems: ['forbidden', 'plan_expired'],
    method: 'POST',
    path: `${path}/import`,
    access: ['create', subject],
    input: z.object({ dry_run: Flag.default(false), encoding: z.enum(encodings).optional() }),
    returns: RegisterImport,
    status: 201,
    multipart: 'raw',
  }) as const

export const animalImports = contract({
  animals: importInto('/animal', 'Animal', 'animals'),
  groups: importInto('/animal/group', 'AnimalGroup', 'groups of animals'),
})

const exporting = {
  description: 'Oldest first. `filters`: the query of the list, such as `species=cattle&status=stop`.',
  problems: ['forbidden', 'malformed'],
  method: 'GET',
  returns: file('application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'),
} as const

/** Exports of registers, as their lists show them: what comes out can be brought in again. */
export const registerExports = contract({
  stream: {
    ...exporting,
    summary: 'Export a register',
    path: '/register/export',
    access: 'signed-in',
    bySite: true,
    input: ListExport.extend({ type: z.enum(subjectTypes) }),
  },
  animals: {
    ...exporting,
    summary: 'Export animals',
    description: 'As `/register/export`.',
    path: '/animal/export',
    access: ['read', 'Animal'],
    bySite: true,
    input: ListExport,
  },
  groups: {
    ...exporting,
    summary: 'Export groups of animals',
    description: 'As `/register/export`.',
    path: '/animal/group/export',
    access: ['read', 'AnimalGroup'],
    bySite: true,
    input: ListExport,
  },
})
