/**
 * The link under which people without an account fill in a form: one per form. Its address is worked out and stored nowhere; it stays
 * the same while the link lives, and once taken back it is dead for ever, so that the next link has another.
 */
import { z } from 'zod'
import { contract } from '../../lib/contract.ts'
import { ById, Id, Revision, Time } from '../../lib/fields.ts'
import { AnswerValue } from '../answers.ts'
import { ElementId } from '../elementFields.ts'

/** What whoever opens the link is asked for first. In Western digits, on every keyboard the same. */
export const PublicPin = z.string().regex(/^\d{4,12}$/)

/**
 * Answers that the link gives, by question, and that visitors cannot change: the place where its QR code hangs. Not of questions for files
 * or in repeats, and not of what is calculated. Of rows of registers the id decides; the name is looked up.
 */
export const Prefill = z.record(ElementId, AnswerValue).meta({ id: 'Prefill' })
export type Prefill = z.infer<typeof Prefill>

/** More people than a notice on a door ever reaches. */
const mostResponses = 1_000_000

export const PublicLink = z
  .object({
    /** Whole, to be copied or drawn as a QR code. */
    address: z.string(),
    /** From then on nobody fills in the form by it; null is for good. */
    expires_at: Time.nullable(),
    has_pin: z.boolean(),
    /** How often the form can be filled in by this address; null is without end. */
    cap: z.int().nullable(),
    /** How often it was. */
    responses: z.int(),
    prefill: Prefill,
    /**
     * Of the published version, the questions and repeats that visitors are not asked: they could only be answered with a look into a
     * register, and the link does not give the answer.
     */
    left_out: z.array(z.string()),
    revision: Revision,
    created_at: Time,
    updated_at: Time,
  })
  .meta({ id: 'PublicLink' })
export type PublicLink = z.infer<typeof PublicLink>

export const publicLinks = contract({
  set: {
    summary: 'Open or change the public link of a form',
    description:
      'Makes the link, or changes its settings and keeps its address. A field that is not sent stays as it is; null takes it away. 409 `form_not_published` for a form that never was. 422 names, at `prefill.<question>`, what does not fit, and what visitors must answer and could not (`not_for_visitors`).',
    problems: ['form_not_published'],
    method: 'POST',
    path: '/form/:id/public-link',
    access: ['update', 'Form'],
    input: z.object({
      id: Id,
      expires_at: Time.nullable().optional(),
      pin: PublicPin.nullable().optional(),
      cap: z.int().min(1).max(mostResponses).nullable().optional(),
      prefill: Prefill.optional(),
      /** Of the link. A stale one is 409 `stale_revision` with the link as it is now. */
      revision: Revision.optional(),
    }),
    returns: PublicLink,
  },
  remove: {
    summary: 'Take the public link of a form back',
    description: 'Takes the link back: its address answers from now on like one that never was. Repeats harmlessly.',
    method: 'DELETE',
    path: '/form/:id/public-link',
    access: ['update', 'Form'],
    input: ById,
    returns: z.null(),
  },
})
