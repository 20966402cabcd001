/**
 * What happened to animals and what is planned for them: one dated history. An event is of one animal or of a whole group. In which group
 * an animal stands follows from it.
 */
import { z } from 'zod'
import { contract, page } from '../lib/contract.ts'
import { ById, Day, EditedFields, Id, LongText, Revision } from '../lib/fields.ts'
import { Paging } from '../lib/paging.ts'
import { EventDetails } from './details.ts'
import { eventStates, eventTypes, withheldProducts, withholdCauses } from './eventWords.ts'

const AnimalEventDraft = z.object({
  details: EventDetails,
  /** On which it happened or is planned. */
  day: Day,
  state: z.enum(eventStates).default('done'),
  /** Where it happened; where to, for a move. */
  location_id: Id.nullish(),
  /** Which group is joined. */
  joined_group_id: Id.nullish(),
  /** Of how many animals of a group. */
  head_count: z.int().min(1).max(1_000_000).nullish(),
  note: LongText.nullish(),
})

export const AnimalEvent = AnimalEventDraft.required()
  .extend(EditedFields.shape)
  .extend({
    company_id: Id,
    animal_id: Id.nullable(),
    animal_group_id: Id.nullable(),
    location_name: z.string().nullable(),
    joined_group_name: z.string().nullable(),
    /** Who recorded it; nobody for what was so before there was a history. */
    user_id: Id.nullable(),
    user_name: z.string().nullable(),
  })
  .meta({ id: 'AnimalEvent' })
export type AnimalEvent = z.infer<typeof AnimalEvent>

/** What must not be sold for a while. It holds until the end of its day. */
export const Withhold = z
  .object({
    id: Id,
    animal_id: Id.nullable(),
    animal_group_id: Id.nullable(),
    cause: z.enum(withholdCauses),
    product: z.enum(withheldProducts),
    until: Day,
    note: z.string().nullable(),
    /** The treatment that it comes of. */
    animal_event_id: Id.nullable(),
  })
  .meta({ id: 'Withhold' })
export type Withhold = z.infer<typeof Withhold>

const WithholdDraft = Withhold.pick({ cause: true, product: true, until: true }).extend({ note: LongText.nullish() })
const Listing = Paging.pick({ page: true, per_page: true, archived: true }).extend({
  id: Id,
  state: z.enum(eventStates).optional(),
  type: z.enum(eventTypes).optional(),
})

/** The same calls for an animal and for a group. */
const ofOne = (path: string, subject: 'Animal' | 'AnimalGroup', one: string) =>
  ({
    list: {
      summary: `List what happened to ${one}`,
      description: 'The latest day first; what is planned is among it.',
      method: 'GET',
      path: `${path}/:id/event`,
      access: ['read', subject],
      input: Listing,
      returns: page(AnimalEvent),
      copied: 'dated',
    },
    create: {
      summary: `Record or plan an event of ${one}`,
      description:
        'A treatment opens its withholds. A departure for slaughter is refused while a withhold of meat holds on that day.',
      method: 'POST',
      path: `${path}/:id/event`,
      status: 201,
      access: ['create', 'AnimalEvent'],
      input: AnimalEventDraft.extend({ id: Id }),
      returns: AnimalEvent,
    },
    withholds: {
      summary: `List the withholds of ${one} that hold today`,
      method: 'GET',
      path: `${path}/:id/withhold`,
      access: ['read', subject],
      input: ById,
      returns: z.array(Withhold),
      copied: 'dated',
    },
    withhold: {
      summary: `Withhold a product of ${one}`,
      method: 'POST',
      path: `${path}/:id/withhold`,
      status: 201,
      access: ['create', 'AnimalEvent'],
      input: WithholdDraft.extend({ id: Id }),
      returns: Withhold,
    },
  }) as const

export const animalEvents = contract({
  ...ofOne('/animal', 'Animal', 'an animal'),
  update: {
    summary: 'Change an event',
    description: 'Its kind stays. What it opened follows it.',
    method: 'PUT',
    path: '/animal/event/:id',
    problems: ['stale_revision'],
    access: ['update', 'AnimalEvent'],
    input: AnimalEventDraft.partial().extend({ id: Id, revision: Revision.optional() }),
    returns: AnimalEvent,
  },
  remove: {
    summary: 'Strike an event out',
    description: 'It counts no more, its withholds neither, and can be restored.',
    method: 'DELETE',
    path: '/animal/event/:id',
    access: ['delete', 'AnimalEvent'],
    input: ById,
    returns: z.null(),
  },
  restore: {
    summary: 'Restore an event',
    method: 'POST',
    path: '/animal/event/:id/restore',
    access: ['delete', 'AnimalEvent'],
    input: ById,
    returns: AnimalEvent,
  },
  endWithhold: {
    summary: 'End a withhold before its day',
    description: 'For one that was set by hand. That of a treatment ends with the change of the treatment.',
    method: 'DELETE',
    path: '/animal/withhold/:id',
    access: ['delete', 'AnimalEvent'],
    input: ById,
    returns: z.null(),
  },
})

/** The same of whole groups, and moving one in one act. */
export const groupEvents = contract({
  ...ofOne('/animal/group', 'AnimalGroup', 'a group of animals'),
  move: {
    summary: 'Move a whole group to another place',
    method: 'POST',
    path: '/animal/group/:id/move',
    status: 201,
    access: ['create', 'AnimalEvent'],
    input: ById.extend({ location_id: Id, day: Day, note: LongText.nullish() }),
    returns: AnimalEvent,
  },
})
