/**
 * Findings: what submissions found wrong. One begins with a failed answer and ends when somebody looks again and it is well, when the task that
 * came of it is done, or when somebody says why it is settled.
 */
import { z } from 'zod'
import { contract, page } from '../lib/contract.ts'
import { ById, Id, LocalizedText, Time } from '../lib/fields.ts'
import { Paging } from '../lib/paging.ts'
import { NamedSubject } from '../subjects/subjects.ts'
import { findingEnds, recheckStates, severities } from './findingWords.ts'

export const Finding = z
  .object({
    id: Id,
    company_id: Id,
    severity: z.enum(severities),
    submission_id: Id,
    form_id: Id,
    form_name: LocalizedText,
    /** The key of the answer, or what set it off; empty for what the form came to as a whole. */
    question_id: z.string(),
    /** As it was asked; null for what the form came to as a whole. */
    question: LocalizedText.nullable(),
    /** What the person noted at the answer. */
    note: z.string().nullable(),
    subjects: z.array(NamedSubject),
    /** Who found it; null for what came by a public link. */
    user_id: Id.nullable(),
    user_name: z.string().nullable(),
    found_at: Time,
    task_id: Id.nullable(),
    task_title: z.string().nullable(),
    /** As the form calls it in each of its languages; null where somebody named it. */
    task_titles: LocalizedText.nullable(),
    /** What was last done of that task: by whom, when, and what shows it. */
    done: z
      .object({
        by: z.string().nullable(),
        at: Time,
        note: z.string().nullable(),
        /** Below /storage/. */
        photos: z.array(z.object({ path: z.string(), name: z.string() })),
      })
      .nullable(),
    /** Who looked again after that, or is to; null where nobody is asked. */
    recheck: z
      .object({ submission_id: Id, state: z.enum(recheckStates), by: z.string(), at: Time.nullable() })
      .nullable(),
    closed_at: Time.nullable(),
    closed_how: z.enum(findingEnds).nullable(),
    closed_by: Id.nullable(),
    closed_by_name: z.string().nullable(),
    /** Why it is settled, in the person's own words. */
    reason: z.string().nullable(),
  })
  .meta({ id: 'Finding' })
export type Finding = z.infer<typeof Finding>

export const findings = contract({
  list: {
    summary: 'List findings',
    description: 'Open ones begin with the worst, of those the oldest; closed ones with the one that was closed last.',
    method: 'GET',
    path: '/finding',
    access: ['read', 'Finding'],
    input: Paging.pick({ page: true, per_page: true }).extend({
      state: z.enum(['open', 'closed']).default('open'),
      severity: z.enum(severities).optional(),
      submission_id: Id.optional(),
      form_id: Id.optional(),
      animal_id: Id.optional(),
      group_id: Id.optional(),
      location_id: Id.optional(),
      vehicle_id: Id.optional(),
    }),
    returns: page(Finding),
  },
  settle: {
    summary: 'Settle a finding',
    description: 'With the reason why nothing more is to be done. A repeated call is harmless.',
    problems: ['finding_closed'],
    method: 'POST',
    path: '/finding/:id/settle',
    access: ['update', 'Finding'],
    input: ById.extend({ reason: z.string().trim().min(1).max(1_000) }),
    returns: Finding,
  },
  reopen: {
    summary: 'Take the settling of a finding back',
    method: 'POST',
    path: '/finding/:id/reopen',
    problems: ['finding_closed'],
    access: ['update', 'Finding'],
    input: ById,
    returns: Finding,
  },
})

/** Goes to everybody who may read findings of the company, or to whoever found it; what it is now is fetched. */
export const findingEvents = {
  'finding.changed': z.object({ company_id: Id, submission_ids: z.array(Id) }),
}
