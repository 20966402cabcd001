import { z } from 'zod'
import { contract, file, page } from '../lib/contract.ts'
import { ById, Day, Id, LocalizedText, Time } from '../lib/fields.ts'
import { findingStages } from '../lib/findingStages.ts'
import { Incremental, Paging, sortBy } from '../lib/paging.ts'
import { namesOf, RegisterFields, registerEndpoints } from '../lib/register.ts'
import { subjectStatuses, subjectTypes, uncheckedSince } from './registry.ts'

/** A row of a register that a task or a submission is about. */
export const SubjectRef = z
  .object({ type: z.enum(subjectTypes).meta({ id: 'SubjectType' }), id: Id })
  .meta({ id: 'SubjectRef' })
export type SubjectRef = z.infer<typeof SubjectRef>

/** Status of a row, and when its finding was made. */
export const CurrentStatus = z.object({ state: z.enum(subjectStatuses), since: Time }).meta({ id: 'CurrentStatus' })
export type CurrentStatus = z.infer<typeof CurrentStatus>

/**
 * `status` is the current one, null while nothing was found. `withheld_until` is the end of a withdrawal period, which
 * may be over.
 */
export const NamedSubject = SubjectRef.extend({
  name: z.string(),
  status: CurrentStatus.nullish(),
  withheld_until: Day.nullish(),
}).meta({ id: 'NamedSubject' })
export type NamedSubject = z.infer<typeof NamedSubject>

// Registers that tasks and submissions can be about. Their rows have a status beside the calls of every register
// (`lib/register.ts`): the latest finding of a form, or of a person without one.

const State = z.enum(subjectStatuses).meta({ id: 'SubjectState' })

/** Not checked for this long; `ever` means never. */
const Unchecked = z.enum(uncheckedSince).meta({ id: 'UncheckedSince' })

/** Fields of every row of such a register; null while nothing was found. */
export const SubjectFields = RegisterFields.extend({
  status: CurrentStatus.nullable(),
  /** Last completion of a form about it. */
  last_checked_at: Time.nullable(),
})

/** One finding in the history of a row. */
export const StatusFinding = z
  .object({
    id: Id,
    state: State,
    /** Time of the finding: for a form, when the person pressed Complete, even if it was sent later. */
    found_at: Time,
    /** Form that set it; null where a person set it without one. */
    form_name: LocalizedText.nullable(),
    /** Null also for readers without the right to it. */
    submission_id: Id.nullable(),
    /** Question whose answer shows it. */
    finding: LocalizedText.nullable(),
    /** Reason as free text. Notes of a submission are for its readers only. */
    reason: z.string().nullable(),
    /** How far the findings of its submission are; null where there are none. */
    stage: z.enum(findingStages).nullable(),
    /** Null for a public link. */
    user_name: z.string().nullable(),
    /** True when its submission is archived and no longer counts. */
    is_withdrawn: z.boolean(),
  })
  .meta({ id: 'StatusFinding' })
export type StatusFinding = z.infer<typeof StatusFinding>

/** Calls of such a register; `filters` are as in `registerEndpoints`. */
export function subjectEndpoints<
  const Path extends string,
  Item extends z.ZodRawShape,
  Draft extends z.ZodRawShape,
  const Filter extends keyof Draft & string = never,
>(path: Path, subject: string, Item: z.ZodObject<Item>, Draft: z.ZodObject<Draft>, filters: Filter[] = []) {
  const calls = registerEndpoints(path, subject, Item, Draft, filters)
  const [one] = namesOf(subject)
  const narrowing = {
    status: State.optional(),
    unchecked: Unchecked.optional(),
    /** `-status` begins with the worst. */
    sort: sortBy('name', 'created_at', 'updated_at', 'status'),
  }
  return {
    ...calls,
    list: { ...calls.list, input: calls.list.input.extend(narrowing), bySite: true },
    statuses: {
      summary: `List every finding about ${one}, the latest first`,
      method: 'GET',
      path: `${path}/:id/status`,
      access: ['read', subject],
      input: Paging.pick({ page: true, per_page: true }).extend({ ...Incremental.shape, id: Id }),
      returns: page(StatusFinding),
      copied: 'dated',
    },
    setStatus: {
      summary: `Set the status of ${one} without a form`,
      description: 'For people who may change the row, until a later finding.',
      method: 'POST',
      path: `${path}/:id/status`,
      access: ['update', subject],
      input: ById.extend({ state: State, reason: z.string().trim().min(1).max(1_000) }),
      returns: Item,
    },
  } as const
}

const StatusChanged = z.object({ company_id: Id, subjects: z.array(SubjectRef) })

/**
 * Sent to everybody who may read registers; the current state is fetched by readers of the row. Who works in a part of
 * the company hears it without the rows.
 */
export const subjectEvents = {
  'subjects.status_changed': StatusChanged,
  /** Changed events or withdrawal periods of animals and groups. */
  'subjects.history_changed': StatusChanged,
}

// All names of a register at once, for devices that find rows without a network.

/** Bound of names on a device; others are found by asking the server. */
export const maxNames = 50_000

export const registerNames = contract({
  stream: {
    summary: 'Read the names of a register',
    description:
      'The rows that the caller may read, by name, at most 50,000: `[id, name, identifier, group, location, ' +
      "withdrawal until, other identifiers]`. An answer's `since`, given back, brings what changed " +
      '(`is_whole` is false), an id alone for what is gone. `left_out` counts others.',
    problems: ['forbidden'],
    method: 'GET',
    path: '/register/names',
    access: 'signed-in',
    input: z.object({ type: z.enum(subjectTypes), since: z.string().max(100).optional() }),
    returns: file('application/vnd.tend.names+json'),
  },
})

/**
 * A row: id, name, second name, group, location, end of a withdrawal period, other identifiers. An id alone means that
 * the row is gone.
 */
export type NamedRow = [
  id: number,
  name?: string,
  identifier?: string | null,
  groupId?: number | null,
  placeId?: number | null,
  heldUntil?: string | null,
  otherIdentifiers?: string[] | null,
]

export type RegisterNames = { since: string; is_whole: boolean; left_out: number; rows: NamedRow[] }
