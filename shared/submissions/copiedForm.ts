/** Schema of a form in a saved copy of unsent work (`answers.json`), as far as importing uses it. */
import { z } from 'zod'
import { Answers } from '../forms/answers/answers.ts'
import { Id, LocalizedText, NamedRow, Time, Uuid } from '../lib/fields.ts'
import { SubjectRef } from '../subjects/contract.ts'
import { copyFormat } from './delivery.ts'

export const CopiedForm = z.object({
  format: z.literal(copyFormat),
  uuid: Uuid,
  company_id: Id,
  form_id: Id,
  version: z.int().positive(),
  form_name: LocalizedText,
  payload_version: z.int(),
  written_by: NamedRow,
  began_at: Time,
  completed_at: Time.nullable(),
  device_time: z.string().nullable(),
  /** Reason for which it was not sent, as its author saw it. */
  reason: z.string().nullable(),
  subjects: z.array(SubjectRef.extend({ name: z.string() })),
  content: z.object({ answers: Answers, removed: z.array(z.string()) }),
  files: z.array(
    z.object({
      uuid: Uuid,
      question_id: z.string(),
      name: z.string(),
      content_type: z.string(),
      /** Files beside `answers.json`. */
      path: z.string(),
    }),
  ),
})
export type CopiedForm = z.infer<typeof CopiedForm>
