/**
 * Registers that tasks and submissions can be about. Their rows have a status beside the calls of every register
 * (`lib/register.ts`): the latest finding of a form, or of a person without one.
 */
import { z } from 'zod'
import { page } from '../lib/contract.ts'
import { ById, Id, LocalizedText, Time } from '../lib/fields.ts'
import { Paging, sortBy } from '../lib/paging.ts'
import { namesOf, RegisterFields, registerEndpoints } from '../lib/register.ts'
import { subjectStatuses } from './subjectStatuses.ts'
import { CurrentStatus, SubjectRef } from './subjects.ts'
import { uncheckedSince } from './unchecked.ts'

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
    list: { ...calls.list, input: calls.list.input.extend(narrowing) },
    statuses: {
      summary: `List every finding about ${one}, the latest first`,
      method: 'GET',
      path: `${path}/:id/status`,
      access: ['read', subject],
      input: Paging.pick({ page: true, per_page: true }).extend({ id: Id }),
      returns: page(StatusFinding),
      copied: 'dated',
    },
    setStatus: {
      summary: `Say the state of ${one} without a form`,
      description: 'For those who may change the row. It counts until something is found later.',
      method: 'POST',
      path: `${path}/:id/status`,
      access: ['update', subject],
      input: ById.extend({ state: State, reason: z.string().trim().min(1).max(1_000) }),
      returns: Item,
    },
  } as const
}

const Told = z.object({ company_id: Id, subjects: z.array(SubjectRef) })

/** Sent to everybody who may read registers; the current state is fetched by readers of the row. */
export const subjectEvents = {
  'subjects.status_changed': Told,
  /** Changed events or withdrawal periods of animals and groups. */
  'subjects.history_changed': Told,
}
