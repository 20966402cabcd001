/**
 * Everything that a company has shared by links: reports, guides and submissions for people without an account, and
 * beside them links of forms, addresses of calendars and mails to helpers. A link is derived and stored nowhere; a
 * revoked one never works again.
 */
import { z } from 'zod'
import { PublicPin } from '../forms/public/publicLink.ts'
import { contract, page } from '../lib/contract.ts'
import { ById, Day, Id, Time } from '../lib/fields.ts'
import { Paging } from '../lib/paging.ts'
import { readableKinds, shareKinds } from './rules.ts'

/** An active link to something to read. */
export const Share = z
  .object({
    id: Id,
    /** The whole address, to be copied. */
    address: z.string(),
    expires_at: Time,
    has_pin: z.boolean(),
    /** Number of visits, and the day of the last one, by the company's clock. */
    opened: z.int(),
    opened_on: Day.nullable(),
    /** Shows what its author may see; it ends when they leave or are frozen. */
    created_by: Id,
    created_by_name: z.string().nullable(),
    created_at: Time,
  })
  .meta({ id: 'Share' })
export type Share = z.infer<typeof Share>

/** A record of the company that a link opens. */
export const SharedThing = z
  .object({
    id: Id,
    kind: z.enum(shareKinds),
    /** The report, guide, submission or form, the owner of the calendar, or the occurrence of a task. */
    subject_id: Id,
    /** Name of the subject: per language for a form, guide or submission, as typed for others. */
    name: z.union([z.string(), z.record(z.string(), z.string())]),
    /** Recipient, or the link's name where a form has several. */
    label: z.string().nullable(),
    has_pin: z.boolean(),
    opened: z.int().nullable(),
    opened_on: Day.nullable(),
    expires_at: Time.nullable(),
    created_by_name: z.string().nullable(),
    created_at: Time,
  })
  .meta({ id: 'SharedThing' })
export type SharedThing = z.infer<typeof SharedThing>

/** Bounds of active links per subject, and of their days. */
export const maxShares = 20
export const maxShareDays = 366

/** Target of a link. */
const Shared = z.object({ kind: z.enum(readableKinds), subject_id: Id })

export const shares = contract({
  list: {
    summary: 'List shared links',
    description: 'All active links of the company, the newest first.',
    method: 'GET',
    path: '/share',
    access: ['read', 'Share'],
    input: Paging.pick({ page: true, per_page: true }).extend({ kind: z.enum(shareKinds).optional() }),
    returns: page(SharedThing),
  },
  remove: {
    summary: 'Revoke a link',
    description: 'For managers, and for people who may share its target.',
    method: 'DELETE',
    path: '/share/:kind/:id',
    access: ['create', 'Share'],
    afterPlanEnd: 'open',
    input: ById.extend({ kind: z.enum(shareKinds) }),
    returns: z.null(),
  },
  of: {
    summary: 'List the links to a record',
    description: 'Active links to a report, a guide or a submission that the caller may share.',
    method: 'GET',
    path: '/share/of',
    access: ['create', 'Share'],
    input: Shared,
    problems: ['not_while_acting', 'not_found'],
    returns: z.array(Share),
  },
  create: {
    summary: 'Share a record by a link',
    description: 'Holders of the link (and its PIN) read the present state as the caller sees it, also as PDF.',
    problems: ['not_while_acting', 'not_found'],
    method: 'POST',
    path: '/share',
    access: ['create', 'Share'],
    status: 201,
    input: Shared.extend({ expires_at: Time, pin: PublicPin.nullish() }),
    returns: Share,
  },
})
