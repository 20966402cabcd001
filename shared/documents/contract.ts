/** PDFs that are made in the background and kept for a while, each for whoever asked for it. */
import { z } from 'zod'
import { contract, file, page } from '../lib/contract.ts'
import { ById, Day, Id, Time } from '../lib/fields.ts'
import { locales } from '../lib/language.ts'
import { Paging } from '../lib/paging.ts'
import { askedKinds, documentStates } from './options.ts'

export const PrintedDocument = z
  .object({
    id: Id,
    kind: z.enum(askedKinds),
    /** Of which submission, report, guide, form or case; null for a day's work sheet. */
    record_id: Id.nullable(),
    /** Of what has versions: which one it shows. */
    version: z.int().nullable(),
    locale: z.enum(locales),
    state: z.enum(documentStates),
    /** Of `total` steps so many are done. */
    done: z.int(),
    total: z.int(),
    filename: z.string(),
    size: z.int().nullable(),
    /** The SHA-256 of the file, hex. */
    sha256: z.string().nullable(),
    /** It stands in the company's chain, and its QR code leads to the page that says whether it is as it was. */
    is_sealed: z.boolean(),
    created_at: Time,
    finished_at: Time.nullable(),
    /** Until then it can be fetched. */
    expires_at: Time,
  })
  .meta({ id: 'PrintedDocument' })
export type PrintedDocument = z.infer<typeof PrintedDocument>

export const documents = contract({
  list: {
    summary: 'List the own PDFs',
    description: 'The latest first. They are forgotten with their files.',
    method: 'GET',
    path: '/document',
    access: 'signed-in',
    isCompanys: true,
    input: Paging.pick({ page: true, per_page: true }).extend({ kind: z.enum(askedKinds).optional() }),
    returns: page(PrintedDocument),
  },
  begin: {
    summary: 'Make a PDF in the background',
    description:
      'Where the same was made before and is still kept, that one is the answer. Of a `case` it is handed over once, and nothing of it stays.',
    problems: ['too_many_requests', 'not_found', 'forbidden'],
    method: 'POST',
    path: '/document',
    access: 'signed-in',
    isCompanys: true,
    input: z.object({
      kind: z.enum(askedKinds),
      /** Of a sheet and of places the company, of labels the form. */
      record_id: Id,
      /** Of a form: the draft. */
      draft: z.boolean().optional(),
      /** Of a sheet. */
      date: Day.optional(),
      user_id: Id.optional(),
      /** Of labels. */
      public_link_id: Id.optional(),
      /** Of labels and places. */
      ids: z.array(Id).max(100).optional(),
    }),
    returns: PrintedDocument,
    status: 201,
  },
  get: {
    summary: 'Read how far a PDF is',
    method: 'GET',
    path: '/document/:id',
    access: 'signed-in',
    isCompanys: true,
    input: ById,
    returns: PrintedDocument,
  },
  fetch: {
    summary: 'Download a PDF',
    method: 'GET',
    path: '/document/:id/file',
    access: 'signed-in',
    isCompanys: true,
    input: ById,
    returns: file('application/pdf'),
  },
})
