/**
 * External helpers: people outside the company, such as a vet, who are asked by mail to do one task. They have no
 * account; the link of their mail (/action/user/:token) shows that task alone.
 */
import { z } from 'zod'
import { contract } from '../lib/contract.ts'
import { ById, Email, Id, Time } from '../lib/fields.ts'
import { locales } from '../lib/language.ts'

/** A note or photo of a helper. */
export const HelperNote = z.object({
  id: Id,
  text: z.string().nullable(),
  file: z
    .object({ path: z.string(), preview_path: z.string().nullable(), name: z.string(), content_type: z.string() })
    .nullable(),
  created_at: Time,
})

export const Helper = z
  .object({
    id: Id,
    sent_task_id: Id,
    email: z.string(),
    message: z.string().nullable(),
    invited_by: Id,
    created_at: Time,
    expires_at: Time,
    revoked_at: Time.nullable(),
    delivered_at: Time.nullable(),
    /** Reason for which the mail server refused the mail. */
    delivery_error: z.string().nullable(),
    done_at: Time.nullable(),
    notes: z.array(HelperNote),
  })
  .meta({ id: 'Helper' })
export type Helper = z.infer<typeof Helper>

/** Bounds of helpers per task, and of notes and photos per helper. */
export const maxHelpers = 20
export const maxNotes = 50

export const helpers = contract({
  list: {
    summary: 'List the external helpers of a task',
    description: 'For one occurrence, with their comments.',
    method: 'GET',
    path: '/task/sent/:id/helper',
    access: ['read', 'SentTask'],
    input: ById,
    returns: z.array(Helper),
  },
  create: {
    summary: 'Ask an external helper to do a task',
    description:
      'Mails a link that shows this task alone, until two weeks after it is due. Asking the same address ' +
      'again makes its earlier link void.',
    problems: ['email_not_confirmed', 'task_already_done', 'task_already_skipped', 'task_missed', 'too_many_requests'],
    method: 'POST',
    path: '/task/sent/:id/helper',
    access: ['update', 'Task'],
    status: 201,
    input: ById.extend({
      email: Email,
      message: z.string().trim().max(2000).optional(),
      /** Language of the mail and of its page. */
      language: z.enum(locales).optional(),
    }),
    returns: Helper,
  },
  remove: {
    summary: 'Revoke the link of a helper',
    method: 'DELETE',
    path: '/task/sent/:id/helper/:helper_id',
    access: ['update', 'Task'],
    afterPlanEnd: 'open',
    input: ById.extend({ helper_id: Id }),
    returns: z.null(),
  },
})
