/**
 * The links under which people without an account fill in a form: as many as it has doors, each with its name and limits. An address is
 * worked out and stored nowhere; it stays the same while its link lives, and once taken back it is dead for ever.
 *
 * A link may have labels: an address for each row of a register, printed as QR codes for barns, vehicles or pens. What stands on a label
 * answers one question of the form, and is signed with the address: whoever changes it has an address that leads nowhere.
 */
import { z } from 'zod'
import { contract, file, page } from '../../lib/contract.ts'
import { ById, Day, Id, Revision, Time } from '../../lib/fields.ts'
import { foldedCode } from '../../lib/folding.ts'
import { Paging } from '../../lib/paging.ts'
import { mostLabels } from '../../lib/printedLabels.ts'
import { AnswerValue } from '../answers/answers.ts'
import { ElementId } from '../elementFields.ts'

/** The code that the link asks for first, in the digits of any keyboard. */
export const PublicPin = z
  .string()
  .max(60)
  .overwrite(foldedCode)
  .regex(/^\d{4,12}$/)

/**
 * Answers that the link gives, by question, and that visitors cannot change: the place where its QR code hangs. Not of questions for files
 * or in repeats, and not of what is calculated. Of rows of registers the id decides; the name is looked up.
 */
export const Prefill = z.record(ElementId, AnswerValue).meta({ id: 'Prefill' })
export type Prefill = z.infer<typeof Prefill>

/** More people than a notice on a door ever reaches. */
const mostResponses = 1_000_000
/** Living ones of a form; whoever needs an address for each of many places has labels. */
export const mostLinks = 100

export const PublicLink = z
  .object({
    id: Id,
    /** What the company calls it; visitors do not see it. Empty where nobody gave it a name. */
    name: z.string(),
    /** Whole, to be copied or drawn as a QR code. */
    address: z.string(),
    /** From then on nobody fills in the form by it; null is for good. */
    expires_at: Time.nullable(),
    /** The last whole day before that, by the company's clock. */
    last_day: Day.nullable(),
    has_pin: z.boolean(),
    /** How often the form can be filled in by this address; null is without end. */
    cap: z.int().nullable(),
    /** How often it was. */
    responses: z.int(),
    prefill: Prefill,
    /** The question that the labels of the link answer, each with its own row; null where it has none. */
    label_question: ElementId.nullable(),
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

export const LinkLabel = z
  .object({
    /** Of the row that it stands for. */
    id: Id,
    name: z.string(),
    address: z.string(),
  })
  .meta({ id: 'LinkLabel' })
export type LinkLabel = z.infer<typeof LinkLabel>

const Settings = z.object({
  name: z.string().trim().max(100).optional(),
  expires_at: Time.nullable().optional(),
  /** In place of `expires_at`: it is good until this day ends by the company's clock. */
  last_day: Day.nullable().optional(),
  pin: PublicPin.nullable().optional(),
  cap: z.int().min(1).max(mostResponses).nullable().optional(),
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
    input: ById.extend(Paging.pick({ page: true, per_page: true }).shape),
    returns: page(PublicLink),
  },
  create: {
    summary: 'Make a public link of a form',
    description: `Makes a link with an address of its own; a form has up to ${mostLinks}. 409 \`form_not_published\` for a form that never was. 422 names, at \`prefill.<question>\`, what does not fit, and what visitors must answer and could not (\`not_for_visitors\`). \`label_question\` is a question for a row of a register, and stays what it is.`,
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
    description:
      'Changes its settings and keeps its address. A field that is not sent stays as it is; null takes it away.',
    problems: ['form_not_published'],
    method: 'PUT',
    path: '/form/:id/public-link/:public_link_id',
    access: ['update', 'Form'],
    input: Settings.extend({
      ...ByLink.shape,
      /** Of the link. A stale one is 409 `stale_revision` with the link as it is now. */
      revision: Revision.optional(),
    }),
    returns: PublicLink,
  },
  remove: {
    summary: 'Take a public link of a form back',
    description:
      'Its address and its labels answer from now on like ones that never were. Repeats harmlessly; 404 for one that never was.',
    method: 'DELETE',
    path: '/form/:id/public-link/:public_link_id',
    access: ['update', 'Form'],
    input: ByLink,
    returns: z.null(),
  },
  removeAll: {
    summary: 'Take all public links of a form back',
    description: 'As if each were taken back by itself. Repeats harmlessly.',
    method: 'DELETE',
    path: '/form/:id/public-link',
    access: ['update', 'Form'],
    input: ById,
    returns: z.null(),
  },
  labels: {
    summary: 'List the labels of a public link',
    description:
      'One for each row that is not archived of the register that its `label_question` asks for, by name; none without that.',
    method: 'GET',
    path: '/form/:id/public-link/:public_link_id/label',
    access: ['update', 'Form'],
    input: ByLink.extend(Paging.omit({ archived: true }).shape),
    returns: page(LinkLabel),
  },
  labelSheet: {
    summary: 'Print labels of a public link',
    description: `QR codes to cut out, twelve on an A4 page, each with the name of its row: of these rows, up to ${mostLabels}, separated by commas.`,
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
