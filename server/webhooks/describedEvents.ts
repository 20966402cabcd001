/** The events of webhooks for the API's description: when each comes, its body, and an example made from its shape. */
import { z } from 'zod'
import { eventSummaries, payloadOf, readingCalls, TestPayload } from '#shared/webhooks/payload.ts'
import { testEvent, type WebhookEvent, webhookEvents } from '#shared/webhooks/rules.ts'
import type { SentEvents } from '../lib/openapi/describe.ts'

type Schema = {
  $ref?: string
  $defs?: Record<string, Schema>
  anyOf?: Schema[]
  const?: unknown
  enum?: unknown[]
  type?: string | string[]
  format?: string
  minItems?: number
  items?: Schema
  required?: string[]
  properties?: Record<string, Schema>
}

const formats: Record<string, string> = {
  'date-time': '2026-01-05T08:30:00.000Z',
  date: '2026-01-05',
  uuid: '3f0c1f7e-58a1-4b0e-9d6f-1f1d2f3a4b5c',
}

/** A value that fits: null where it may be, empty lists, the first of a choice. */
function fittingValue(schema: Schema, defs: Record<string, Schema>): unknown {
  if (schema.$ref) return fittingValue(defs[schema.$ref.split('/').at(-1) ?? ''] ?? {}, defs)
  if ([schema.type].flat().includes('null')) return null
  if (schema.anyOf)
    return schema.anyOf.some(({ type }) => type === 'null') ? null : fittingValue(schema.anyOf[0] ?? {}, defs)
  if ('const' in schema) return schema.const
  if (schema.enum) return schema.enum[0]
  if (schema.type === 'array') return schema.minItems ? [fittingValue(schema.items ?? {}, defs)] : []
  if (schema.type === 'integer' || schema.type === 'number') return 1
  if (schema.type === 'boolean') return false
  if (schema.type === 'string') return formats[schema.format ?? ''] ?? 'text'
  const fields = (schema.required ?? []).map(name => [name, fittingValue(schema.properties?.[name] ?? {}, defs)])
  return Object.fromEntries(fields)
}

const penCheck = {
  ...{ form_id: 4, form_name: { en: 'Pen check' }, user_id: 9, user_name: 'Ann' },
  definition: {
    ...{ schema: 1, default_language: 'en' },
    sections: [
      {
        ...{ id: 'pen', title: { en: 'The pen' } },
        questions: [{ id: 'lame', type: 'yes_no', label: { en: 'Is one lame?' } }],
      },
    ],
  },
  answers: { lame: { value: 'yes' } },
}
const lame = { form_name: { en: 'Pen check' }, question_id: 'lame', question: { en: 'Is one lame?' } }
const count = { user_id: 9, user_name: 'Ann', title: 'Count the ewes' }

/** What makes the examples speak. */
const said: Record<WebhookEvent, object> = {
  'submission.completed': { ...penCheck, status: 'complete', completed_at: formats['date-time'] },
  'submission.reviewed': { ...penCheck, status: 'complete', review_state: 'approved' },
  'submission.corrected': { ...penCheck, status: 'complete', answers: { lame: { value: 'no' } } },
  'finding.opened': lame,
  'finding.closed': { ...lame, stage: 'closed', closed_at: formats['date-time'], closed_how: 'task' },
  'task.created': {
    ...{ title: 'Count the ewes', timezone: 'Europe/Budapest', starts_at: '2026-01-05T08:30', due_after: 'P1D' },
  },
  'task.done': { ...count, is_completed: true, completed_at: formats['date-time'], completed_by: 9 },
  'task.overdue': count,
  'animal.event': { animal_id: 12, details: { type: 'observation' }, note: 'Eats well' },
}

function exampleOf(type: WebhookEvent) {
  const schema = z.toJSONSchema(readingCalls[type].returns, { io: 'output', unrepresentable: 'any' }) as Schema
  const data = { ...(fittingValue(schema, schema.$defs ?? {}) as object), id: 7, ...said[type] }
  const url = `https://tend.example/api${readingCalls[type].path.replace(':id', '7')}`
  return { timestamp: formats['date-time'], company_id: 1, url, type, data }
}

/** What the description says of each event. */
export function describedEvents(): SentEvents {
  const events = webhookEvents.map(type => [
    type,
    { summary: eventSummaries[type], payload: payloadOf(type), example: exampleOf(type) },
  ])
  const example = { timestamp: formats['date-time'], company_id: 1, url: null, type: testEvent, data: null }
  return {
    ...Object.fromEntries(events),
    [testEvent]: { summary: eventSummaries[testEvent], payload: TestPayload, example },
  }
}
