/**
 * The registers of what tasks and submissions can be about. Beside the calls of every register (`lib/register.ts`), their rows have a
 * state: what the latest finding said, of a form or of a person who says it without one.
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

/** Nobody has looked at it for so long; with `ever` not once. */
const Unchecked = z.enum(uncheckedSince).meta({ id: 'UncheckedSince' })

/** What every row of such a register carries beside its own fields; null while nobody has found anything. */
export const SubjectFields = RegisterFields.extend({
  status: CurrentStatus.nullable(),
  /** When somebody last completed a form about it. */
  last_checked_at: Time.nullable(),
})

/** One finding in the history of a row. */
export const StatusFinding = z
  .object({
    id: Id,
    state: State,
    /** When it was found: of a form, when the person pressed Complete, also where it was sent later. */
    found_at: Time,
    /** The form that said it; null where a person did without one. */
    form_name: LocalizedText.nullable(),
    /** Null also for whoever may not read it. */
    submission_id: Id.nullable(),
    /** The question whose answer shows it. */
    finding: LocalizedText.nullable(),
    /** Why, in the person's own words. What was noted in a submission is for those who may read that. */
    reason: z.string().nullable(),
    /** Null for what came by a public link. */
    user_name: z.string().nullable(),
    /** Its submission is archived: it no longer counts. */
    is_withdrawn: z.boolean(),
  })
  .meta({ id: 'StatusFinding' })
export type StatusFinding = z.infer<typeof StatusFinding>

/** The calls of such a register; `filters` are as in `registerEndpoints`. */
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

/** Goes to everybody who may read the registers. What is so now is fetched, by whoever may see the row. */
export const subjectEvents = {
  'subjects.status_changed': Told,
  /** What happened to animals and groups, or is withheld of them. */
  'subjects.history_changed': Told,
}
