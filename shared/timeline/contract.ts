import { z } from 'zod'
import { AnimalEvent } from '../animal-events/contract.ts'
import { eventStates, eventTypes } from '../animal-events/rules.ts'
import { contract } from '../lib/contract.ts'
import { ById, Id, LocalizedText, Time } from '../lib/fields.ts'
import { subjectStatuses } from '../subjects/registry.ts'

/** Kinds of entries in a timeline. */
const timelineKinds = ['event', 'submission', 'finding', 'task', 'message', 'status'] as const

/** What a timeline can be narrowed to. */
const timelineParts = ['records', 'checks', 'tasks', 'messages'] as const
export type TimelinePart = (typeof timelineParts)[number]

const TimelineEntry = z
  .object({
    kind: z.enum(timelineKinds),
    /** Id of what is shown. */
    id: Id,
    at: Time,
    /** Only for an event. */
    event_type: z.enum(eventTypes).nullable(),
    event_state: z.enum(eventStates).nullable(),
    event: AnimalEvent.nullable(),
    /** The status that a submission or a person gave it. */
    state: z.enum(subjectStatuses).nullable(),
    /** Name of the form, or the question. */
    texts: LocalizedText.nullable(),
    /** Free text: a note, the title of a task, a message. */
    words: z.string().nullable(),
    user_name: z.string().nullable(),
    /** Target: a submission or a conversation. */
    target_id: Id.nullable(),
  })
  .meta({ id: 'TimelineEntry' })
export type TimelineEntry = z.infer<typeof TimelineEntry>

const Asked = ById.extend({
  before: z
    .string()
    .regex(/^\d{4}-\d\d-\d\dT[\d:.]+Z (event|submission|finding|task|message|status) \d{1,9}$/)
    .optional(),
  show: z.enum(timelineParts).optional(),
  limit: z.int().min(1).max(100).default(25),
})
const Answered = z.object({ entries: z.array(TimelineEntry), next: z.string().nullable() }).meta({ id: 'Timeline' })

/** Everything that happened to an animal or a group, across features: what the reader may see, the latest first. */
export const timeline = contract({
  ofAnimal: {
    summary: 'Read the timeline of an animal',
    description: 'The latest first. `next` is the `before` of the page after it.',
    method: 'GET',
    path: '/animal/:id/timeline',
    access: ['read', 'Animal'],
    input: Asked,
    returns: Answered,
    copied: 'dated',
  },
  ofGroup: {
    summary: 'Read the timeline of a group',
    description: 'As that of an animal.',
    method: 'GET',
    path: '/animal/group/:id/timeline',
    access: ['read', 'AnimalGroup'],
    input: Asked,
    returns: Answered,
    copied: 'dated',
  },
})
