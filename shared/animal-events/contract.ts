/** Events of animals and groups, recorded and planned, in one dated history. An animal's group is derived from it. */
import { z } from 'zod'
import { Sex, Species } from '../animals/contract.ts'
import { lifeStatuses } from '../animals/rules.ts'
import { contract, page } from '../lib/contract.ts'
import { ById, Day, EditedFields, Id, LongText, Revision } from '../lib/fields.ts'
import { Incremental, Paging } from '../lib/paging.ts'
import { EventDetails } from './details.ts'
import { eventStates, eventTypes, medicated, withheldProducts, withholdCauses } from './rules.ts'

const AnimalEventDraft = z.object({
  details: EventDetails,
  /** Day of the event. */
  day: Day,
  state: z.enum(eventStates).default('done'),
  /** Location of the event; for a move, its destination. */
  location_id: Id.nullish(),
  /** Group that the animal joins. */
  joined_group_id: Id.nullish(),
  /** Number of animals of a group that are concerned. */
  head_count: z.int().min(0).max(1_000_000).nullish(),
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
    /** Author of the record; null for events from before there was a history. */
    user_id: Id.nullable(),
    user_name: z.string().nullable(),
  })
  .meta({ id: 'AnimalEvent' })
export type AnimalEvent = z.infer<typeof AnimalEvent>

/** A withdrawal period: no sale from its first day until the end of its last. */
export const Withhold = z
  .object({
    id: Id,
    animal_id: Id.nullable(),
    animal_group_id: Id.nullable(),
    cause: z.enum(withholdCauses),
    product: z.enum(withheldProducts),
    since: Day,
    until: Day,
    note: z.string().nullable(),
    /** The treatment that caused it. */
    animal_event_id: Id.nullable(),
  })
  .meta({ id: 'Withhold' })
export type Withhold = z.infer<typeof Withhold>

/** With the animal or group that it concerns. */
export const NamedWithhold = Withhold.extend({ name: z.string() }).meta({ id: 'NamedWithhold' })
export type NamedWithhold = z.infer<typeof NamedWithhold>

/** Bound of withdrawal periods in a calendar; the ones that end first are included. */
export const maxEnding = 1_000

const WithholdDraft = Withhold.pick({ cause: true, product: true, until: true }).extend({
  /** Defaults to today. */
  since: Day.optional(),
  note: LongText.nullish(),
})
/** The situation on a day; today by default. */
const OnDay = ById.extend({ on: Day.optional() })

/** Result of the history for a day. */
export const StateOnDay = z
  .object({
    on: Day,
    life_status: z.enum(lifeStatuses),
    animal_group_id: Id.nullable(),
    animal_group_name: z.string().nullable(),
    location_id: Id.nullable(),
    location_name: z.string().nullable(),
    head_count: z.int(),
    /** Null where the count does not say it. */
    by_sex: z.partialRecord(Sex, z.int()).nullable(),
  })
  .meta({ id: 'AnimalStanding' })
export type StateOnDay = z.infer<typeof StateOnDay>

/** One of a group's animals on a day. */
export const GroupMember = z
  .object({ id: Id, name: z.string(), identifier: z.string().nullable(), head_count: z.int() })
  .meta({ id: 'GroupMember' })
export type GroupMember = z.infer<typeof GroupMember>

/** A medicine as it was used last for a species, to be proposed for the next record. */
export const UsedMedicine = z
  .object({
    type: z.enum(medicated),
    species: Species.nullable(),
    medicine: z.string(),
    dose: z.string().nullable(),
    diagnosis: z.string().nullable(),
    veterinarian: z.string().nullable(),
    days: z.int().nullable(),
    /** Full days after the last day of treatment. */
    withdrawals: z.array(z.object({ product: z.enum(withheldProducts), days: z.int() })),
  })
  .meta({ id: 'UsedMedicine' })
export type UsedMedicine = z.infer<typeof UsedMedicine>

const Listing = Paging.pick({ page: true, per_page: true, archived: true }).extend({
  ...Incremental.shape,
  id: Id,
  state: z.enum(eventStates).optional(),
  type: z.enum(eventTypes).optional(),
})

/** Calls that animals and groups share. */
const ofOne = (path: string, subject: 'Animal' | 'AnimalGroup', one: string) =>
  ({
    list: {
      summary: `List the events of ${one}`,
      description: 'The latest day first, with planned events.',
      method: 'GET',
      path: `${path}/:id/event`,
      access: ['read', subject],
      input: Listing,
      returns: page(AnimalEvent),
      copied: 'dated',
    },
    create: {
      summary: `Record or plan an event of ${one}`,
      description: 'A departure for slaughter is refused while a withdrawal period for meat lasts.',
      method: 'POST',
      path: `${path}/:id/event`,
      status: 201,
      access: ['create', 'AnimalEvent'],
      input: AnimalEventDraft.extend({ id: Id }),
      returns: AnimalEvent,
    },
    standing: {
      summary: `Read group, location and head count of ${one} on a day`,
      description: 'By the present history, also for past days.',
      method: 'GET',
      path: `${path}/:id/standing`,
      access: ['read', subject],
      input: OnDay,
      returns: StateOnDay,
      copied: 'dated',
    },
    withholds: {
      summary: `List the withdrawal periods of ${one} on a day`,
      method: 'GET',
      path: `${path}/:id/withhold`,
      access: ['read', subject],
      input: OnDay,
      returns: z.array(Withhold),
      copied: 'dated',
    },
    withhold: {
      summary: `Add a withdrawal period of ${one}`,
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
  get: {
    summary: 'Read an event',
    method: 'GET',
    path: '/animal/event/:id',
    access: ['read', 'AnimalEvent'],
    input: ById,
    returns: AnimalEvent,
  },
  update: {
    summary: 'Change an event',
    description: 'Its type stays the same. The withdrawal periods that it started change with it.',
    method: 'PUT',
    path: '/animal/event/:id',
    problems: ['stale_revision'],
    access: ['update', 'AnimalEvent'],
    input: AnimalEventDraft.partial().extend({ id: Id, revision: Revision.optional() }),
    returns: AnimalEvent,
  },
  remove: {
    summary: 'Void an event',
    description: 'A void event and its withdrawal periods no longer count. It can be restored.',
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
  ending: {
    summary: 'List the withdrawal periods that end between two days',
    description: 'Of all animals and groups, at most 1,000, those that end first.',
    method: 'GET',
    path: '/animal/withhold',
    access: ['read', 'Animal'],
    bySite: true,
    input: z.object({
      start_date: Day,
      end_date: Day,
      animal_id: Id.optional(),
      animal_group_id: Id.optional(),
    }),
    returns: z.array(NamedWithhold),
    copied: 'dated',
  },
  medicines: {
    summary: 'List the medicines used last',
    description: 'Each once for a species, as it was used last; at most 50.',
    method: 'GET',
    path: '/animal/medicine',
    access: ['create', 'AnimalEvent'],
    input: z.object({}),
    returns: z.array(UsedMedicine),
    copied: 'dated',
  },
  endWithhold: {
    summary: 'End a withdrawal period early',
    description: 'For a period that was added by hand. The period of a treatment changes with the treatment.',
    method: 'DELETE',
    path: '/animal/withhold/:id',
    access: ['delete', 'AnimalEvent'],
    input: ById,
    returns: z.null(),
  },
})

/** The same calls for whole groups, and moving a group in one call. */
export const groupEvents = contract({
  ...ofOne('/animal/group', 'AnimalGroup', 'a group of animals'),
  members: {
    summary: 'List the animals of a group on a day',
    method: 'GET',
    path: '/animal/group/:id/member',
    access: ['read', 'AnimalGroup'],
    input: OnDay.extend(Paging.pick({ page: true, per_page: true }).shape),
    returns: page(GroupMember),
    copied: 'dated',
  },
  counts: {
    summary: 'Count a group on days of its past',
    description: 'On today and twelve days before, each a week or a month apart; the earliest first.',
    method: 'GET',
    path: '/animal/group/:id/count',
    access: ['read', 'AnimalGroup'],
    input: ById.extend({ apart: z.enum(['week', 'month']).default('week') }),
    returns: z.array(StateOnDay.pick({ on: true, head_count: true })),
    copied: 'dated',
  },
  move: {
    summary: 'Move a group to another location',
    method: 'POST',
    path: '/animal/group/:id/move',
    status: 201,
    access: ['create', 'AnimalEvent'],
    input: ById.extend({ location_id: Id, day: Day, note: LongText.nullish() }),
    returns: AnimalEvent,
  },
})
