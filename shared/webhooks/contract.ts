/**
 * Webhooks of a company: what happens is sent to an address of another system, as an API key may read it, signed as
 * Standard Webhooks says.
 */
import { z } from 'zod'
import { contract, page } from '../lib/contract.ts'
import { ById, Id, Name, Time, Uuid } from '../lib/fields.ts'
import { Paging, sortBy } from '../lib/paging.ts'
import {
  deliveredTypes,
  deliveryFailures,
  deliveryStates,
  isWebhookAddress,
  maxAddress,
  pauseReasons,
  webhookEvents,
  webhookRepeats,
} from './rules.ts'

const WebhookDraft = z.object({
  name: Name,
  url: z
    .string()
    .trim()
    .max(maxAddress)
    .refine(isWebhookAddress, { params: { code: 'not_a_webhook_address' } }),
  /** The API key whose rights decide: it may read all of the data that is sent. */
  key_id: Id,
  events: z
    .array(z.enum(webhookEvents).meta({ id: 'WebhookEvent' }))
    .min(1)
    .max(webhookEvents.length),
})

export const Webhook = WebhookDraft.extend({
  id: Id,
  company_id: Id,
  url: z.string(),
  key_name: z.string(),
  created_at: Time,
  /** Until then each payload is signed with the secret before the last renewal too. */
  previous_until: Time.nullable(),
  paused_at: Time.nullable(),
  paused_because: z.enum(pauseReasons).nullable(),
  /** Since then nothing was accepted. */
  failing_since: Time.nullable(),
}).meta({ id: 'Webhook' })
export type Webhook = z.infer<typeof Webhook>

const WithSecret = Webhook.extend({ secret: z.string() }).meta({ id: 'NewWebhook' })

export const WebhookDelivery = z
  .object({
    id: Id,
    webhook_id: Id,
    /** As the header `webhook-id` says it, the same with each try. */
    message_id: Uuid,
    type: z.enum(deliveredTypes),
    created_at: Time,
    state: z.enum(deliveryStates),
    tries: z.int(),
    /** Time of the next try. */
    due_at: Time.nullable(),
    /** Time, status and failure of the last try. */
    sent_at: Time.nullable(),
    status: z.int().nullable(),
    failure: z.enum(deliveryFailures).nullable(),
  })
  .meta({ id: 'WebhookDelivery' })
export type WebhookDelivery = z.infer<typeof WebhookDelivery>

export const WebhookDeliveryDetail = WebhookDelivery.extend({
  /** What was sent; null before the first try. */
  body: z.string().nullable(),
  /** The beginning of the answer. */
  answer: z.string().nullable(),
}).meta({ id: 'WebhookDeliveryDetail' })

export const webhooks = contract({
  list: {
    summary: 'List webhooks',
    method: 'GET',
    path: '/webhook',
    access: ['read', 'ApiKey'],
    input: Paging.omit({ archived: true }).extend({ sort: sortBy('name', 'created_at') }),
    returns: page(Webhook),
  },
  create: {
    summary: 'Make a webhook',
    description: 'Shows `secret` once. Needs a recent password.',
    problems: ['reauthentication_required', 'not_while_acting'],
    method: 'POST',
    path: '/webhook',
    access: ['create', 'ApiKey'],
    input: WebhookDraft,
    returns: WithSecret,
    status: 201,
  },
  update: {
    summary: 'Change a webhook',
    description: 'Needs a recent password.',
    problems: ['reauthentication_required', 'not_while_acting'],
    method: 'PUT',
    path: '/webhook/:id',
    access: ['update', 'ApiKey'],
    input: WebhookDraft.partial().extend({ id: Id }),
    returns: Webhook,
  },
  renew: {
    summary: 'Give a webhook a new secret',
    description: 'Payloads have a signature of the one before too for `overlap_hours`. Needs a recent password.',
    problems: ['reauthentication_required', 'not_while_acting'],
    method: 'POST',
    path: '/webhook/:id/renew',
    access: ['update', 'ApiKey'],
    input: ById.extend({ overlap_hours: z.int().min(0).max(168) }),
    returns: WithSecret,
  },
  pause: {
    summary: 'Pause a webhook',
    description: 'Events are kept for three days until it is resumed.',
    method: 'POST',
    path: '/webhook/:id/pause',
    access: ['update', 'ApiKey'],
    input: ById,
    returns: Webhook,
  },
  resume: {
    summary: 'Resume a webhook',
    description: 'What waits is sent. One whose key has ended needs another key first.',
    method: 'POST',
    path: '/webhook/:id/resume',
    access: ['update', 'ApiKey'],
    input: ById,
    returns: Webhook,
  },
  test: {
    summary: 'Send a test to a webhook',
    description: 'Once, also where it is paused: the delivery says what was answered.',
    method: 'POST',
    path: '/webhook/:id/test',
    access: ['update', 'ApiKey'],
    counted: webhookRepeats,
    input: ById,
    returns: WebhookDelivery,
  },
  replayFailed: {
    summary: 'Send failed deliveries of a webhook again',
    description: 'Those of events since a moment, at most 10,000, the oldest first, with their `message_id`.',
    method: 'POST',
    path: '/webhook/:id/replay',
    access: ['update', 'ApiKey'],
    counted: webhookRepeats,
    input: ById.extend({ since: Time }),
    returns: z.object({ count: z.int() }),
  },
  remove: {
    summary: 'Delete a webhook',
    description: 'With its log. Nothing more is sent.',
    method: 'DELETE',
    path: '/webhook/:id',
    access: ['delete', 'ApiKey'],
    input: ById,
    returns: z.null(),
  },
  deliveries: {
    summary: 'List the deliveries of a webhook',
    description: 'Of the last 30 days, the latest first.',
    method: 'GET',
    path: '/webhook/:id/delivery',
    access: ['read', 'ApiKey'],
    input: Paging.pick({ page: true, per_page: true }).extend({ id: Id, state: z.enum(deliveryStates).optional() }),
    returns: page(WebhookDelivery),
  },
  delivery: {
    summary: 'Read a delivery of a webhook',
    description: 'With what was sent, and the beginning of what was answered.',
    method: 'GET',
    path: '/webhook/delivery/:id',
    access: ['read', 'ApiKey'],
    input: ById,
    returns: WebhookDeliveryDetail,
  },
  replay: {
    summary: 'Send a delivery again',
    description: 'With the same `message_id`.',
    method: 'POST',
    path: '/webhook/delivery/:id/replay',
    access: ['update', 'ApiKey'],
    counted: webhookRepeats,
    input: ById,
    returns: WebhookDelivery,
  },
})
