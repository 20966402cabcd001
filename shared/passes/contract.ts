/**
 * Audit passes: what an inspector without an account sees of a company, for some days
 * (docs/decisions/0132-audit-pass.md).
 */
import { z } from 'zod'
import { ReachInput } from '../companies/contract.ts'
import { PublicPin } from '../forms/public/publicLink.ts'
import { contract, page } from '../lib/contract.ts'
import { ById, Day, Email, Id, Name, Time } from '../lib/fields.ts'
import { Paging } from '../lib/paging.ts'
import { Kind } from './passPage.ts'
import { WrittenInPass } from './passWriting.ts'
import { passActions, passKinds } from './rules.ts'

export const PassHolder = z.object({
  holder_name: Name,
  /** Office or company of the holder. */
  holder_office: z.string().trim().max(200).default(''),
  holder_email: Email.nullable().default(null),
})

export const PassKinds = z
  .array(Kind)
  .min(1)
  .max(passKinds.length)
  .refine(kinds => new Set(kinds).size === kinds.length)
  .meta({ id: 'PassKinds' })

const PassTimes = z.object({
  /** First and last day of the records. */
  first_day: Day.nullable().default(null),
  last_day: Day.nullable().default(null),
  starts_at: Time,
  ends_at: Time,
})

const PassDraft = PassHolder.extend({
  /** Null: the whole company. */
  reach: ReachInput.nullable(),
  kinds: PassKinds,
  /** False: people are "Worker 7K3Q" throughout the pass. */
  shows_names: z.boolean(),
  /** Where names are replaced: whether certificates and documents are opened, which can contain names. */
  opens_papers: z.boolean().default(false),
  ...PassTimes.shape,
})

export const Pass = PassDraft.extend({
  id: Id,
  /** The whole address, to be copied. */
  address: z.string(),
  has_pin: z.boolean(),
  /** The pass that it renews. */
  renews_id: Id.nullable(),
  revoked_at: Time.nullable(),
  opened_at: Time.nullable(),
  /** Number of entries in its log. */
  log_count: z.int(),
  created_by_name: z.string().nullable(),
  created_at: Time,
}).meta({ id: 'Pass' })
export type Pass = z.infer<typeof Pass>

export const PassLogEntry = z
  .object({
    id: Id,
    at: Time,
    action: z.enum(passActions),
    kind: Kind.nullable(),
    /** Record that was viewed, or whose photo or document was downloaded. */
    record_id: Id.nullable(),
    /** Words and filters of a search, words of a request, or `document` for a download that is no photo. */
    search: z.string(),
    /** Number of a request for evidence. */
    request_number: z.int().nullable(),
    /** Number of records that it found. */
    found: z.int().nullable(),
  })
  .meta({ id: 'PassLogEntry' })
export type PassLogEntry = z.infer<typeof PassLogEntry>

/** By which pass a record was viewed. */
export const PassViewer = z
  .object({
    pass_id: Id,
    holder_name: z.string(),
    holder_office: z.string(),
    /** How often, photos included. */
    count: z.int(),
    last_at: Time,
  })
  .meta({ id: 'PassViewer' })
export type PassViewer = z.infer<typeof PassViewer>
/** Sent to those who may read passes when the inspector wrote something, or was answered. */
export const passEvents = { 'pass.changed': z.object({ company_id: Id, id: Id }) }

export const passes = contract({
  list: {
    summary: 'List audit passes',
    description: 'The newest first; `archived` lists those that were revoked or have ended.',
    method: 'GET',
    path: '/pass',
    access: ['read', 'Pass'],
    keys: 'closed',
    input: Paging,
    returns: page(Pass),
  },
  get: {
    summary: 'Read an audit pass',
    method: 'GET',
    path: '/pass/:id',
    access: ['read', 'Pass'],
    keys: 'closed',
    input: ById,
    returns: Pass,
  },
  create: {
    summary: 'Issue an audit pass',
    description:
      'The holder of its address, and its PIN, reads records of these kinds, of this reach and period, as they were ' +
      'at `starts_at`. A pass is never changed, only revoked.',
    problems: ['not_while_acting'],
    method: 'POST',
    path: '/pass',
    access: ['create', 'Pass'],
    keys: 'closed',
    status: 201,
    input: PassDraft.extend({ pin: PublicPin.nullish() }),
    returns: Pass,
  },
  renew: {
    summary: 'Renew an audit pass',
    description:
      'A new pass of the same reach, kinds and names, which shows what is new or has changed since the earlier one.',
    problems: ['not_while_acting'],
    method: 'POST',
    path: '/pass/:id/renew',
    access: ['create', 'Pass'],
    keys: 'closed',
    status: 201,
    input: ById.extend({ ...PassHolder.shape, ...PassTimes.shape, pin: PublicPin.nullish() }),
    returns: Pass,
  },
  revoke: {
    summary: 'Revoke an audit pass',
    description: 'It opens nothing within a second. A repeated call is harmless.',
    method: 'DELETE',
    path: '/pass/:id',
    access: ['delete', 'Pass'],
    keys: 'closed',
    afterPlanEnd: 'open',
    input: ById,
    returns: z.null(),
  },
  preview: {
    summary: 'Preview an audit pass',
    description: 'An address that shows for an hour what the holder sees. Its views are not in the log.',
    problems: ['not_while_acting'],
    method: 'POST',
    path: '/pass/:id/preview',
    access: ['read', 'Pass'],
    keys: 'closed',
    input: ById,
    returns: z.object({ address: z.string() }).meta({ id: 'PassPreview' }),
  },
  log: {
    summary: 'List what was done by an audit pass',
    description: 'Every view, search and download, the newest first.',
    method: 'GET',
    path: '/pass/:id/log',
    access: ['read', 'Pass'],
    keys: 'closed',
    input: ById.extend(Paging.pick({ page: true, per_page: true }).shape),
    returns: page(PassLogEntry),
  },
  viewers: {
    summary: 'List the passes by which a record was viewed',
    description: 'The latest first, at most fifty.',
    method: 'GET',
    path: '/pass/viewer',
    access: ['read', 'Pass'],
    keys: 'closed',
    input: z.object({ kind: Kind, record_id: Id }),
    returns: z.array(PassViewer),
  },
  written: {
    summary: 'Read what the inspector wrote in an audit pass',
    description: 'Findings with what has become of them, picked records, samples, and the closing note.',
    method: 'GET',
    path: '/pass/:id/written',
    access: ['read', 'Pass'],
    keys: 'closed',
    input: ById,
    returns: WrittenInPass,
  },
})
