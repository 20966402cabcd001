/** PDFs that are made in the background and stored for a while for the person who asked. */
import { z } from 'zod'
import { contract, file, page } from '../lib/contract.ts'
import { ById, Day, Id, Time } from '../lib/fields.ts'
import { locales } from '../lib/language.ts'
import { Paging } from '../lib/paging.ts'
import { askedKinds, bookFormats, bookKinds, documentStates, leftReasons, maxMovements } from './rules.ts'

export const PrintedDocument = z
  .object({
    id: Id,
    kind: z.enum(askedKinds),
    /** Id of the submission, report, guide, form or case; null for a work sheet. */
    record_id: Id.nullable(),
    /** Version that it shows, where there are versions. */
    version: z.int().nullable(),
    locale: z.enum(locales),
    state: z.enum(documentStates),
    /** Steps done, of `total`. */
    done: z.int(),
    total: z.int(),
    filename: z.string(),
    size: z.int().nullable(),
    /** SHA-256 of the file, hex. */
    sha256: z.string().nullable(),
    /** True when it is in the company's chain and its QR code leads to the verify page. */
    is_sealed: z.boolean(),
    created_at: Time,
    finished_at: Time.nullable(),
    /** End of the time in which it can be downloaded. */
    expires_at: Time,
  })
  .meta({ id: 'PrintedDocument' })
export type PrintedDocument = z.infer<typeof PrintedDocument>

export const documents = contract({
  list: {
    summary: 'List the own PDFs',
    description: 'The latest first, as long as their files are stored.',
    method: 'GET',
    path: '/document',
    access: 'signed-in',
    isCompanyScoped: true,
    input: Paging.pick({ page: true, per_page: true }).extend({ kind: z.enum(askedKinds).optional() }),
    returns: page(PrintedDocument),
  },
  begin: {
    summary: 'Create a PDF in the background',
    description:
      'Answers with an equal PDF that is still stored. The PDF of a `case` is downloaded once and not stored.',
    problems: ['too_many_requests', 'not_found', 'forbidden', 'characters_missing'],
    method: 'POST',
    path: '/document',
    access: 'signed-in',
    isCompanyScoped: true,
    input: z.object({
      kind: z.enum(askedKinds),
      /** The company of a sheet or of locations, the form of labels. */
      record_id: Id,
      /** For a report: the site that it counts, without which it counts all. */
      site_id: Id.optional(),
      /** For a form: print the draft. */
      draft: z.boolean().optional(),
      /** For a work sheet. */
      date: Day.optional(),
      user_id: Id.optional(),
      /** For labels. */
      public_link_id: Id.optional(),
      /** For labels and locations. */
      ids: z.array(Id).max(100).optional(),
      /**
       * Refuses with `characters_missing` where some characters cannot be printed, for somebody to be told before it is
       * made.
       */
      refuse_missing_characters: z.boolean().optional(),
    }),
    returns: PrintedDocument,
    status: 201,
  },
  get: {
    summary: 'Read the progress of a PDF',
    method: 'GET',
    path: '/document/:id',
    access: 'signed-in',
    isCompanyScoped: true,
    input: ById,
    returns: PrintedDocument,
  },
  fetch: {
    summary: 'Download a PDF',
    method: 'GET',
    path: '/document/:id/file',
    access: 'signed-in',
    isCompanyScoped: true,
    input: ById,
    returns: file('application/pdf'),
  },
})

/** Books for an inspector, and the same data as ICAR's Animal Data Exchange for other programs. */
export const books = contract({
  read: {
    summary: 'Read a book of the animals',
    description:
      '`herd`: the animals that were here; `treatment`: medicines and vaccines. `location_id`: of that ' +
      'location and its parts. 413 beyond 3,000 lines as PDF or 50,000 as a table.',
    problems: ['too_large', 'not_found'],
    method: 'GET',
    path: '/animal/book',
    access: ['read', 'Animal'],
    input: z.object({
      book: z.enum(bookKinds),
      format: z.enum(bookFormats).default('pdf'),
      from: Day,
      until: Day,
      location_id: Id.optional(),
    }),
    returns: file('application/pdf'),
  },
  exchange: {
    summary: 'Read animals and their events as ICAR ADE',
    description:
      'JSON: `animals` are icarAnimalCoreResource, `events` the event resources of ICAR’s Animal Data Exchange ' +
      'from `from` to `until`; of whole groups as group events.',
    method: 'GET',
    path: '/animal/ade',
    access: ['read', 'Animal'],
    input: z.object({ from: Day, until: Day }),
    returns: file('application/octet-stream'),
  },
  takeMovements: {
    summary: 'Take in arrivals and departures as ICAR ADE',
    description:
      '`events`: icarMovementArrivalEventResource, icarMovementDepartureEventResource or those of groups, found by ' +
      'the animal’s identifier or the group’s name. `consignment` may say `sentCount` and `receivedCount`. One that ' +
      'is there already is not recorded again; `left` names by its place what was left out.',
    method: 'POST',
    path: '/animal/ade',
    access: ['create', 'AnimalEvent'],
    input: z.object({
      events: z
        .array(z.record(z.string().max(100), z.unknown()))
        .min(1)
        .max(maxMovements),
    }),
    returns: z.object({
      recorded: z.int(),
      known: z.int(),
      left: z.array(z.object({ at: z.int(), because: z.enum(leftReasons) })),
    }),
  },
})
