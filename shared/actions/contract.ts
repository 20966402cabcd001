/**
 * Links of mails that do something: /action/user/:token. Reading one changes nothing, because mail programs follow
 * links; the action takes a POST. 404 for a wrong one, 410 `link_used` or `link_expired` with `data.kind`.
 */
import { z } from 'zod'
import { Token } from '../accounts/fields.ts'
import { mailTopics } from '../accounts/rules.ts'
import { contract } from '../lib/contract.ts'
import { Flag, Time } from '../lib/fields.ts'
import { priorities } from '../lib/taskFields.ts'

/** The one task that an external helper's link shows. */
const HelpTask = z.object({
  title: z.string(),
  description: z.string().nullable(),
  priority: z.enum(priorities),
  due_at: Time,
  /** By the company's clock. */
  time_zone: z.string(),
  /** Subject by name. */
  subjects: z.array(z.string()),
  /** Message of the person who asked. */
  message: z.string().nullable(),
  state: z.enum(['open', 'done', 'over']),
  can_complete: z.boolean(),
  expires_at: Time,
  /** Notes and photos that the holder left. */
  notes: z.array(z.object({ text: z.string().nullable(), file_name: z.string().nullable(), created_at: Time })),
})
export type HelpTask = z.infer<typeof HelpTask>

export const ActionDescription = z
  .object({
    /** confirm_email, change_email, let_in, join_company, unsubscribe, help_with_task; other features add theirs. */
    kind: z.string(),
    /** True when it works only once. */
    is_single: z.boolean(),
    /** Name of its owner. */
    name: z.string(),
    email: z.string().nullable().optional(),
    company_id: z.int().optional(),
    company_name: z.string().nullable().optional(),
    role_id: z.int().optional(),
    role_name: z.string().nullable().optional(),
    invited_by: z.string().optional(),
    /** True when it can be declined. */
    can_decline: z.boolean().optional(),
    topic: z.enum(mailTopics).optional(),
    task: HelpTask.optional(),
  })
  .meta({ id: 'ActionDescription' })
export type ActionDescription = z.infer<typeof ActionDescription>

export const actions = contract({
  describe: {
    summary: 'Read what the link of a mail does',
    problems: ['link_used', 'link_expired', 'link_revoked', 'link_replaced'],
    method: 'GET',
    path: '/action/:token',
    access: 'anyone',
    wall: 'platform',
    input: z.object({ token: Token }),
    returns: ActionDescription,
  },
  perform: {
    summary: 'Follow the link of a mail',
    description:
      'With `decline`, says no to what can be declined; 422 for anything else. The link of a task takes ' +
      '`comment`, a photo or document as `file` of a multipart body, and `complete`.',
    problems: [
      'link_used',
      'link_expired',
      'link_revoked',
      'link_replaced',
      'email_taken',
      'plan_limit_reached',
      'plan_expired',
      'submission_required',
      'proof_required',
    ],
    multipart: 'attachments',
    takesForms: true,
    method: 'POST',
    path: '/action/:token',
    access: 'anyone',
    wall: 'platform',
    input: z.object({
      token: Token,
      decline: Flag.optional(),
      comment: z.string().trim().max(2000).optional(),
      complete: Flag.optional(),
    }),
    returns: ActionDescription,
  },
})
