/** Shapes that both sides of a case share: days, and never a moment. */
import { z } from 'zod'
import { Day, Id } from '../lib/fields.ts'
import { caseStatuses, identities } from './rules.ts'

export const CaseFile = z
  .object({
    id: Id,
    /** A number with the file's extension; the name on the reporter's device is not stored. */
    name: z.string(),
    content_type: z.string(),
    size: z.int(),
    /** Question that it answers; null for a message. */
    question_id: z.string().nullable(),
  })
  .meta({ id: 'CaseFile' })
export type CaseFile = z.infer<typeof CaseFile>

/** A line of the report: a heading, or a question with its answer. */
export const CaseLine = z
  .object({
    is_heading: z.boolean(),
    question: z.string(),
    question_id: z.string().nullable(),
    answer: z.string().nullable(),
    note: z.string().nullable(),
  })
  .meta({ id: 'CaseLine' })
export type CaseLine = z.infer<typeof CaseLine>

/** State of a case, with the two deadlines of article 9(1)(b) and (f). */
export const caseState = {
  status: z.enum(caseStatuses),
  identity: z.enum(identities),
  received_on: Day,
  acknowledge_by: Day,
  acknowledged_on: Day.nullable(),
  answer_by: Day,
  answered_on: Day.nullable(),
}
