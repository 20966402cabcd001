/**
 * Filling in a form by its public link, without an account. Nothing is stored about the device or the visitor, except
 * `contact`.
 */
import { z } from 'zod'
import { Logo } from '../companies/contract.ts'
import { Answers } from '../forms/answers/answers.ts'
import { FormPicture } from '../forms/contract.ts'
import { Definition } from '../forms/definition.ts'
import { scoreBands } from '../forms/scoring/score.ts'
import { TableContent } from '../forms/tables/formTable.ts'
import { contract } from '../lib/contract.ts'
import { Id, LocalizedText, OffsetTime, Time, Uuid, VersionNumber } from '../lib/fields.ts'
import { locales } from '../lib/language.ts'
import { SubmissionFile } from '../submissions/contract.ts'
import { PayloadVersion } from '../submissions/deviceRecords.ts'

/** Everything that is shown without the PIN. */
export const PublicPinAsked = z
  .object({ company_name: z.string(), company_logo: Logo.nullable() })
  .meta({ id: 'PublicPinAsked' })
export type PublicPinAsked = z.infer<typeof PublicPinAsked>

/** Proof of work before sending, so that sending many is expensive (`puzzle.ts`). */
export const PublicFormWork = z
  .object({
    challenge: z.string(),
    rounds: z.int(),
    bits: z.int(),
    expires_at: Time,
  })
  .meta({ id: 'PublicFormWork' })

/** The `data` of `work_required`. */
export const PublicWorkAsked = z.object({ work: PublicFormWork }).meta({ id: 'PublicWorkAsked' })
export type PublicWorkAsked = z.infer<typeof PublicWorkAsked>

export const PublicForm = z
  .object({
    form_id: Id,
    company_name: z.string(),
    company_logo: Logo.nullable(),
    name: LocalizedText,
    description: LocalizedText,
    version: z.int(),
    /**
     * The form for visitors (`publicDefinition.ts`): without internal consequences, with unanswerable questions never
     * visible, and the link's answers read-only.
     */
    definition: Definition,
    /** Pictures of the definition; each `path` below /storage/ needs no cookie while the link works. */
    pictures: z.array(FormPicture),
    /** Rows of its tables. */
    tables: z.array(TableContent.extend({ uuid: Uuid })),
    /** Answers that the link sets; other values for them are ignored. */
    prefill: Answers,
    /** Null where none is asked for. */
    work: PublicFormWork.nullable(),
  })
  .meta({ id: 'PublicForm' })
export type PublicForm = z.infer<typeof PublicForm>

/** A file that waits for its submission; nobody can read it before. */
export const PublicFile = SubmissionFile.omit({ id: true, path: true }).meta({ id: 'PublicFile' })
export type PublicFile = z.infer<typeof PublicFile>

/** Confirmation of a complete submission. */
export const PublicSubmission = z
  .object({
    uuid: Uuid,
    completed_at: Time,
    /** Null unless the form shows its score beforehand (`settings.score_preview`). */
    score: z
      .object({ percent: z.number().nullable(), band: z.enum(scoreBands).nullable(), critical_failed: z.int() })
      .nullable(),
    /** Tells whether the requested copy will be mailed; null without a request. */
    copy_sent: z.boolean().nullable(),
  })
  .meta({ id: 'PublicSubmission' })
export type PublicSubmission = z.infer<typeof PublicSubmission>

const ByToken = z.object({ id: Id, token: z.string().max(200) })

/**
 * A wrong, foreign or revoked token is 404; a valid one whose form cannot be filled in gives the reason: 403
 * `public_form_closed`, 410 `public_form_archived`, 410 `public_company_closed`, 403 `plan_expired`, 410
 * `public_link_expired`, 403 `public_link_full`.
 *
 * With a PIN each call carries the header `Form-Pin`: 403 `pin_required`, whose `data` is a `PublicPinAsked`, or 422
 * `wrong_pin`; 429 after 30 calls a minute from one network (files count separately), and after ten wrong PINs.
 */
export const publicForms = contract({
  get: {
    summary: 'Read a form by its public link',
    problems: [
      'plan_expired',
      'public_form_closed',
      'public_form_archived',
      'public_company_closed',
      'public_link_expired',
      'public_link_full',
      'pin_required',
      'wrong_pin',
      'too_many_requests',
    ],
    method: 'GET',
    path: '/form/:id/public/:token',
    access: 'anyone',
    wall: 'link',
    input: ByToken,
    returns: PublicForm,
  },
  submit: {
    summary: 'Send a submission by a public link',
    description:
      'The same `uuid` again gets the same answer, also when the link has ended or is full; other content ' +
      'under it is 409 `submission_uuid_taken`. `version` is the published one where it is not sent. 428 ' +
      '`work_required` where `work` is missing, wrong or too old; its `data` is a `PublicWorkAsked`: solve ' +
      'it and send again.',
    problems: [
      'plan_expired',
      'public_form_closed',
      'public_form_archived',
      'public_company_closed',
      'public_link_expired',
      'public_link_full',
      'pin_required',
      'wrong_pin',
      'too_many_requests',
      'payload_too_new',
      'submission_uuid_taken',
      'form_is_channel',
      'work_required',
      'looks_automatic',
    ],
    method: 'POST',
    path: '/form/:id/public/:token',
    access: 'anyone',
    wall: 'link',
    input: ByToken.extend({
      uuid: Uuid,
      version: VersionNumber.optional(),
      answers: Answers,
      /** Language in which the visitor read the form. */
      locale: z.enum(locales),
      /** Contact as the visitor typed it. */
      contact: z.string().trim().max(500).optional(),
      /** The solved puzzle of `PublicForm.work`, for this `uuid`. */
      work: z
        .object({
          challenge: z.string().max(200),
          solution: z
            .array(
              z
                .int()
                .min(0)
                .max(2 ** 32 - 1),
            )
            .max(64),
        })
        .optional(),
      /** Honeypot: people do not see this field, and a value is refused with `looks_automatic`. */
      website: z.string().max(2_000).optional(),
      /** Address for a copy by mail. It is kept until the copy is sent. */
      copy_to: z.string().trim().max(254).optional(),
      started_at: Time.optional(),
      /** Time at which the visitor pressed Send, by their device's clock and with its zone. */
      device_time: OffsetTime.optional(),
      payload_version: PayloadVersion,
    }),
    returns: PublicSubmission,
    status: 201,
  },
  attach: {
    summary: 'Send a file by a public link',
    description:
      'One file of a question, before its submission is sent: `submission_uuid` is the `uuid` that it will ' +
      "have, `uuid` the file's own. The same again changes nothing. Files that are never submitted are " +
      'erased after a day.',
    problems: [
      'plan_expired',
      'public_form_closed',
      'public_form_archived',
      'public_company_closed',
      'public_link_expired',
      'public_link_full',
      'pin_required',
      'wrong_pin',
      'too_many_requests',
      'submission_uuid_taken',
      'form_is_channel',
      'plan_limit_reached',
    ],
    method: 'POST',
    path: '/form/:id/public/:token/attachment',
    access: 'anyone',
    wall: 'link',
    input: ByToken.extend({
      submission_uuid: Uuid,
      uuid: Uuid,
      question_id: z.string().max(300),
      version: VersionNumber.optional(),
    }),
    returns: PublicFile,
    status: 201,
    multipart: 'attachment',
  },
})
