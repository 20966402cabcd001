/** PDFs that are made in the background and kept for a while, each for whoever asked for it. */
import { z } from 'zod'
import { contract, file, page } from '../lib/contract.ts'
import { ById, Id, Time } from '../lib/fields.ts'
import { locales } from '../lib/language.ts'
import { Paging } from '../lib/paging.ts'
import { askedKinds, documentKinds, documentStates } from './options.ts'

export const PrintedDocument = z
  .object({
    id: Id,
    kind: z.enum(documentKinds),
    /** Of which submission, report, guide or form; null for a day's work sheet. */
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
    input: Paging.pick({ page: true, per_page: true }).extend({ kind: z.enum(documentKinds).optional() }),
    returns: page(PrintedDocument),
  },
  begin: {
    summary: 'Make a PDF in the background',
    description: 'Where the same was made before and is still kept, that one is the answer.',
    problems: ['too_many_requests', 'not_found'],
    method: 'POST',
    path: '/document',
    access: 'signed-in',
    input: z.object({ kind: z.enum(askedKinds), record_id: Id }),
    returns: PrintedDocument,
    status: 201,
  },
  get: {
    summary: 'Read how far a PDF is',
    method: 'GET',
    path: '/document/:id',
    access: 'signed-in',
    input: ById,
    returns: PrintedDocument,
  },
  fetch: {
    summary: 'Download a PDF',
    method: 'GET',
    path: '/document/:id/file',
    access: 'signed-in',
    input: ById,
    returns: file('application/pdf'),
  },
})
