/**
 * The server's receipt for a whole submission. A device waits for it before it deletes its copy, and anybody can check
 * it later: a hash of the content, and a signature over the receipt by this tend's key (`GET system/receipt-key`).
 */
import { z } from 'zod'
import { Answers } from '../forms/answers/answers.ts'
import { Id, LocalizedText, NamedRow, Time, Uuid, VersionNumber } from '../lib/fields.ts'
import { SubjectRef } from '../subjects/contract.ts'
import { copyFormat } from './delivery.ts'

export const Receipt = z
  .object({
    /** Uuid that the device gave the submission. */
    client_id: Uuid,
    /** SHA-256 in hex over `receiptContent` (delivery.ts). */
    content_hash: z.string(),
    /** Counts the complete submissions of a company, without gaps. */
    sequence: z.int(),
    server_time: Time,
    /** Ed25519 over `canonicalJson` of the fields above, base64url. */
    signature: z.string(),
  })
  .meta({ id: 'Receipt' })
export type Receipt = z.infer<typeof Receipt>

/** As in delivery.ts; the first version by default. */
export const PayloadVersion = VersionNumber.default(1)

/** Schema of a form in a saved copy of unsent work (`answers.json`), as far as importing uses it. */
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
