/**
 * Links by which people without an account fill in a form, each with its name and limits; an address is derived, never
 * stored, and never works again once revoked. A label is an address for one row of a register, printed as a QR code and
 * signed, which answers one question of the form.
 */
import { z } from 'zod'
import { contract, file, page } from '../../lib/contract.ts'
import { ById, Day, Id, Revision, Time } from '../../lib/fields.ts'
import { foldCode } from '../../lib/folding.ts'
import { maxLabels } from '../../lib/limits.ts'
import { Incremental, Paging } from '../../lib/paging.ts'
import { AnswerValue } from '../answers/answers.ts'
import { ElementId } from '../elementFields.ts'

/** The code that the link asks for first, in the digits of any keyboard. */
export const PublicPin = z
  .string()
  .max(60)
  .overwrite(foldCode)
  .regex(/^\d{4,12}$/)

/**
 * Answers by question that the link gives and visitors cannot change, such as the location of its QR code. Not for
 * files, repeats and calculations. For rows of registers the id decides; the name is looked up.
 */
export const Prefill = z.record(ElementId, AnswerValue).meta({ id: 'Prefill' })
export type Prefill = z.infer<typeof Prefill>

/** Bound of uses, above what a notice on a door ever reaches. */
const maxResponses = 1_000_000
/** Bound of active links of a form; labels serve many places. */
export const maxLinks = 100

export const PublicLink = z
  .object({
    id: Id,
    /** Name for the company; visitors do not see it. May be empty. */
    name: z.string(),
    /** The whole address, to be copied or drawn as a QR code. */
    address: z.string(),
    /** End of its validity; null for none. */
    expires_at: Time.nullable(),
    /** Last whole day before that, by the company's clock. */
    last_day: Day.nullable(),
    has_pin: z.boolean(),
    /** Bound of submissions by this address; null for none. */
    cap: z.int().nullable(),
    /** Number of submissions. */
    responses: z.int(),
    prefill: Prefill,
    /** Question that the labels of the link answer, each with its own row; null without labels. */
    label_question: ElementId.nullable(),
    /**
     * Questions and repeats of the published version that visitors are not asked, because they need a register and the
     * link does not answer them.
     */
    left_out: z.array(z.string()),
    revision: Revision,
    created_at: Time,
    updated_at: Time,
  })
  .meta({ id: 'PublicLink' })
export type PublicLink = z.infer<typeof PublicLink>

export const LinkLabel = z
  .object({
    /** Name of its row. */
    id: Id,
    name: z.string(),
    address: z.string(),
  })
  .meta({ id: 'LinkLabel' })
export type LinkLabel = z.infer<typeof LinkLabel>

const Settings = z.object({
  name: z.string().trim().max(100).optional(),
  expires_at: Time.nullable().optional(),
  /** Instead of `expires_at`: valid until the end of this day by the company's clock. */
  last_day: Day.nullable().optional(),
  pin: PublicPin.nullable().optional(),
  cap: z.int().min(1).max(maxResponses).nullable().optional(),
  prefill: Prefill.optional(),
})

const ByLink = ById.extend({ public_link_id: Id })

export const publicLinks = contract({
  list: {
    summary: 'List the public links of a form',
    description: 'The living ones, in the order in which they were made.',
    method: 'GET',
    path: '/form/:id/public-link',
    access: ['update', 'Form'],
    input: ById.extend({ ...Paging.pick({ page: true, per_page: true }).shape, ...Incremental.shape }),
    returns: page(PublicLink),
  },
  create: {
    summary: 'Make a public link of a form',
    description:
      `Makes a link; a form has up to ${maxLinks}. 409 \`form_not_published\`. 422 names, at ` +
      '`prefill.<question>`, what does not fit, and what visitors could not answer (`not_for_visitors`). ' +
      '`label_question` is a question for a row of a register.',
    problems: ['form_not_published'],
    method: 'POST',
    path: '/form/:id/public-link',
    access: ['update', 'Form'],
    input: Settings.extend({ id: Id, label_question: ElementId.nullable().optional() }),
    returns: PublicLink,
    status: 201,
  },
  update: {
    summary: 'Change a public link of a form',
    description: 'Keeps its address. A field that is not sent stays as it is; null takes it away.',
    problems: ['form_not_published'],
    method: 'PUT',
    path: '/form/:id/public-link/:public_link_id',
    access: ['update', 'Form'],
    input: Settings.extend({
      ...ByLink.shape,
      /** Revision of the link. A stale one is 409 `stale_revision` with the current link. */
      revision: Revision.optional(),
    }),
    returns: PublicLink,
  },
  remove: {
    summary: 'Take a public link of a form back',
    description: 'Its address and its labels answer from now on like ones that never were.',
    method: 'DELETE',
    path: '/form/:id/public-link/:public_link_id',
    access: ['update', 'Form'],
    input: ByLink,
    returns: z.null(),
  },
  removeAll: {
    summary: 'Take all public links of a form back',
    description: 'As if each were taken back by itself.',
    method: 'DELETE',
    path: '/form/:id/public-link',
    access: ['update', 'Form'],
    input: ById,
    returns: z.null(),
  },
  labels: {
    summary: 'List the labels of a public link',
    description:
      'One for each row that is not archived of the register that its `label_question` asks for, by name; ' +
      'none without that.',
    method: 'GET',
    path: '/form/:id/public-link/:public_link_id/label',
    access: ['update', 'Form'],
    input: ByLink.extend(Paging.omit({ archived: true }).shape),
    returns: page(LinkLabel),
  },
  labelSheet: {
    summary: 'Print labels of a public link',
    description:
      'QR codes to cut out, twelve on an A4 page, each with the name of its row: of these rows, up to ' +
      `${maxLabels}, separated by commas.`,
    method: 'GET',
    path: '/form/:id/public-link/:public_link_id/label-sheet',
    access: ['update', 'Form'],
    input: ByLink.extend({
      ids: z
        .string()
        .regex(/^[1-9]\d{0,9}(,[1-9]\d{0,9})*$/)
        .max(1_100),
    }),
    returns: file('application/pdf'),
  },
})

/** Sent when the public link of a form was created, changed, revoked or used: the form is read again. */
const FormLinkChanged = z.object({ form_id: Id }).meta({ id: 'FormLinkChanged' })

/** For the managers of the company, and for people who have the form open in the editor. */
export const linkEvents = { 'form.link_changed': FormLinkChanged }
