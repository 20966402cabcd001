import { z } from 'zod'
import { contract, page } from '../lib/contract.ts'
import { Day, Id, Time } from '../lib/fields.ts'
import { Paging } from '../lib/paging.ts'

/** The name is null for somebody whom the reader may not see: an admin of the platform. */
const AuditPerson = z.object({ id: Id, name: z.string().nullable() })

export const AuditEntry = z.object({
  id: Id,
  company_id: Id.nullable(),
  actor: AuditPerson.nullable(),
  /** In whose name, while an admin acted as somebody. */
  acting_for: AuditPerson.nullable(),
  action: z.string(),
  subject_type: z.string(),
  subject_id: Id.nullable(),
  /** The name of the subject, where it is a person. */
  subject_name: z.string().nullable(),
  details: z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()])),
  ip: z.string().nullable(),
  user_agent: z.string().nullable(),
  created_at: Time,
})
export type AuditEntry = z.infer<typeof AuditEntry>

const Word = z.string().regex(/^[\w.]{1,60}$/)

export const auditLog = contract({
  /** The latest first. A manager sees the own company, an admin everything. `from` and `to` are days in UTC, both included. */
  list: {
    method: 'GET',
    path: '/audit',
    access: ['read', 'AuditEntry'],
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
