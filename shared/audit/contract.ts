import { z } from 'zod'
import { contract, page } from '../lib/contract.ts'
import { Day, Id, Time } from '../lib/fields.ts'
import { Paging } from '../lib/paging.ts'

/** The name is null for people whom the reader may not see, the platform's administrators. */
const AuditPerson = z.object({ id: Id, name: z.string().nullable() })

const Scalar = z.union([z.string(), z.number(), z.boolean(), z.null()])
/**
 * Values before and after, by field. Long texts, answers and definitions are named in `fields` without their content.
 */
export const AuditDetails = z.record(z.string(), z.union([Scalar, z.object({ before: Scalar, after: Scalar })]))
export type AuditDetails = z.infer<typeof AuditDetails>

export const AuditEntry = z
  .object({
    id: Id,
    company_id: Id.nullable(),
    actor: AuditPerson.nullable(),
    /** Person in whose name an administrator acted. */
    acting_for: AuditPerson.nullable(),
    action: z.string(),
    subject_type: z.string(),
    subject_id: Id.nullable(),
    /** Name of the subject, where the reader may see it. */
    subject_name: z.string().nullable(),
    /** The first location, group, animal or vehicle that a task, submission or finding is about. */
    subject_about: z.object({ type: z.string(), id: Id, name: z.string() }).nullable(),
    /** Submission of a finding, which has no page of its own. */
    subject_target_id: Id.nullable(),
    details: AuditDetails,
    /** Cause, where no person acted. */
    cause: z.string().nullable(),
    ip: z.string().nullable(),
    user_agent: z.string().nullable(),
    created_at: Time,
  })
  .meta({ id: 'AuditEntry' })
export type AuditEntry = z.infer<typeof AuditEntry>

const Word = z.string().regex(/^[\w.]{1,60}$/)

export const auditLog = contract({
  list: {
    summary: 'List the audit log',
    description:
      'The latest first. `from` and `to` are days in UTC, both included. Entries never change: to follow the log, ' +
      'ask `from` the day before the last known entry, until known ones come.',
    method: 'GET',
    path: '/audit',
    access: ['read', 'AuditEntry'],
    bySite: true,
    input: Paging.omit({ archived: true, search: true }).extend({
      company_id: Id.optional(),
      actor_id: Id.optional(),
      action: Word.optional(),
      subject_type: Word.optional(),
      subject_id: Id.optional(),
      from: Day.optional(),
      to: Day.optional(),
    }),
    returns: page(AuditEntry),
  },
})
