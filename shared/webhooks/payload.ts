/** What a webhook sends of each event: the row as its call answers it to the key. */
import { z } from 'zod'
import { animalEvents } from '../animal-events/contract.ts'
import { findings } from '../findings/contract.ts'
import { Id, Time } from '../lib/fields.ts'
import { submissions } from '../submissions/contract.ts'
import { tasks } from '../tasks/contract.ts'
import { testEvent, type WebhookEvent } from './rules.ts'

/** The call that reads the row of an event. */
export const readingCalls = {
  'submission.completed': submissions.get,
  'submission.reviewed': submissions.get,
  'submission.corrected': submissions.get,
  'finding.opened': findings.get,
  'finding.closed': findings.get,
  'task.created': tasks.get,
  'task.done': tasks.getSent,
  'task.overdue': tasks.getSent,
  'animal.event': animalEvents.get,
} as const satisfies Record<WebhookEvent, object>

/** When an event comes, for the API's description. */
export const eventSummaries: Record<WebhookEvent | typeof testEvent, string> = {
  'submission.completed': 'A form was filled in, or a re-check done.',
  'submission.reviewed': 'A submission was reviewed.',
  'submission.corrected': 'A submission was corrected.',
  'finding.opened': 'A finding was opened, or opened again.',
  'finding.closed': 'A finding was closed, by its task, a re-check, a reason or a correction.',
  'task.created': 'A task was created, also by a failed answer.',
  'task.done': 'Somebody did a task: the data is their occurrence.',
  'task.overdue': 'A task was due an hour ago and is open: the data is the occurrence of one person.',
  'animal.event': 'An event of an animal or group was recorded, changed, voided or restored.',
  [testEvent]: 'Somebody tries the webhook.',
}

const Envelope = z.object({
  /** When it happened. */
  timestamp: Time,
  company_id: Id,
  /** The call that answers the data. */
  url: z.url().nullable(),
})

/** The shape of an event's payload. `data` is null where it would be larger than 256 kB. */
export const payloadOf = (type: WebhookEvent) =>
  Envelope.extend({ type: z.literal(type), data: readingCalls[type].returns.nullable() })

export const TestPayload = Envelope.extend({ type: z.literal(testEvent), data: z.null() })
