/** What both sides of a case are told: no moment, days alone. */
import { z } from 'zod'
import { Day, Id } from '../lib/fields.ts'
import { caseStatuses, identities } from './states.ts'

export const CaseFile = z
  .object({
    id: Id,
    /** A number with the ending of what it is: what it was called on the reporter's device is not kept. */
    name: z.string(),
    content_type: z.string(),
    size: z.int(),
    /** Which question it answers, where it is not part of a message. */
    question_id: z.string().nullable(),
  })
  .meta({ id: 'CaseFile' })
export type CaseFile = z.infer<typeof CaseFile>

/** What was reported, in words: a heading, or a question with what was answered. */
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

/** How a case stands, with the two clocks of article 9(1)(b) and (f). */
export const caseState = {
  status: z.enum(caseStatuses),
  identity: z.enum(identities),
  received_on: Day,
  acknowledge_by: Day,
  acknowledged_on: Day.nullable(),
  answer_by: Day,
  answered_on: Day.nullable(),
}
