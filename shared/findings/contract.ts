/**
 * Findings: problems that submissions found. A finding begins with a failed answer and ends with a good re-check, with
 * its task, or with a stated reason.
 */
import { z } from 'zod'
import { contract, file, page } from '../lib/contract.ts'
import { ById, Id, LocalizedText, Time } from '../lib/fields.ts'
import { findingEnds, findingStages } from '../lib/findingStages.ts'
import { Incremental, ListExport, Paging, sortBy } from '../lib/paging.ts'
import { NamedSubject } from '../subjects/contract.ts'
import { recheckStates, severities } from './rules.ts'

/** `path` is below /storage/. */
const Photo = z.object({ path: z.string(), name: z.string() })

export const Finding = z
  .object({
    id: Id,
    company_id: Id,
    severity: z.enum(severities),
    stage: z.enum(findingStages),
    submission_id: Id,
    form_id: Id,
    form_name: LocalizedText,
    /** Key of the answer or trigger; empty for the result of the whole form. */
    question_id: z.string(),
    /** Question as it was asked; null for the result of the whole form. */
    question: LocalizedText.nullable(),
    /** The failed answer in words, in each language of the form; null for triggers and whole forms. */
    answer: LocalizedText.nullable(),
    /** Note at the answer. */
    note: z.string().nullable(),
    /** The first photos of the answer. */
    photos: z.array(Photo),
    subjects: z.array(NamedSubject),
    /** Person who found it; null for a public link. */
    user_id: Id.nullable(),
    user_name: z.string().nullable(),
    found_at: Time,
    task_id: Id.nullable(),
    task_title: z.string().nullable(),
    /** Title in each language of the form; null where a person typed one. */
    task_titles: LocalizedText.nullable(),
    /** Open occurrences of that task: the first due time, and at most 20 of the `people_count` people. */
    open_task: z
      .object({
        due_at: Time,
        people: z.array(z.object({ sent_task_id: Id, user_id: Id, user_name: z.string() })),
        people_count: z.int(),
        /** When somebody was last reminded. */
        reminded_at: Time.nullable(),
      })
      .nullable(),
    /** Last completion of that task: by whom, when, and its proof. */
    done: z
      .object({
        by: z.string().nullable(),
        at: Time,
        note: z.string().nullable(),
        photos: z.array(Photo),
      })
      .nullable(),
    /** The re-check; null where none is asked for. */
    recheck: z
      .object({ submission_id: Id, state: z.enum(recheckStates), by: z.string(), at: Time.nullable() })
      .nullable(),
    closed_at: Time.nullable(),
    closed_how: z.enum(findingEnds).nullable(),
    closed_by: Id.nullable(),
    closed_by_name: z.string().nullable(),
    /** Reason for closing it, as free text. */
    reason: z.string().nullable(),
  })
  .meta({ id: 'Finding' })
export type Finding = z.infer<typeof Finding>

export const findings = contract({
  list: {
    summary: 'List findings',
    description:
      'Open ones: worst first; closed ones: latest end first. `assignee_id`: who has the open task. `location_id`: ' +
      'with its parts and the animals there.',
    method: 'GET',
    path: '/finding',
    access: ['read', 'Finding'],
    bySite: true,
    input: Paging.pick({ page: true, per_page: true, search: true }).extend({
      ...Incremental.shape,
      sort: sortBy('found_at'),
      state: z.enum(['open', 'closed']).default('open'),
      severity: z.enum(severities).optional(),
      assignee_id: Id.optional(),
      submission_id: Id.optional(),
      form_id: Id.optional(),
      animal_id: Id.optional(),
      group_id: Id.optional(),
      location_id: Id.optional(),
      vehicle_id: Id.optional(),
    }),
    returns: page(Finding),
  },
  get: {
    summary: 'Read a finding',
    method: 'GET',
    path: '/finding/:id',
    access: ['read', 'Finding'],
    input: ById,
    returns: Finding,
  },
  export: {
    summary: 'Export findings',
    description: 'Oldest first. `filters`: the query of the list.',
    method: 'GET',
    path: '/finding/export',
    access: ['read', 'Finding'],
    bySite: true,
    problems: ['malformed'],
    input: ListExport,
    returns: file('application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'),
  },
  settle: {
    summary: 'Close a finding',
    description: 'With the reason why no further work is needed.',
    problems: ['finding_closed'],
    method: 'POST',
    path: '/finding/:id/settle',
    access: ['update', 'Finding'],
    input: ById.extend({ reason: z.string().trim().min(1).max(1_000) }),
    returns: Finding,
  },
  reopen: {
    summary: 'Reopen a finding',
    method: 'POST',
    path: '/finding/:id/reopen',
    problems: ['finding_closed'],
    access: ['update', 'Finding'],
    input: ById,
    returns: Finding,
  },
})

/**
 * Sent to everybody who may read findings of the company and to the person who found it; the current state is fetched.
 */
export const findingEvents = {
  'finding.changed': z.object({ company_id: Id, submission_ids: z.array(Id) }),
}
