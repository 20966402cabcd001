/**
 * The server's receipt for a whole submission. A device waits for it before it deletes its copy, and anybody can check
 * it later: a hash of the content, and a signature over the receipt by this tend's key (`GET system/receipt-key`).
 */
import { z } from 'zod'
import { Time, Uuid, VersionNumber } from '../lib/fields.ts'

export const Receipt = z
  .object({
    /** Uuid that the device gave the submission. */
    client_id: Uuid,
    /** SHA-256 in hex over `receiptContent` (receiptContent.ts). */
    content_hash: z.string(),
    /** Counts the complete submissions of a company, without gaps. */
    sequence: z.int(),
    server_time: Time,
    /** Ed25519 over `canonicalJson` of the fields above, base64url. */
    signature: z.string(),
  })
  .meta({ id: 'Receipt' })
export type Receipt = z.infer<typeof Receipt>

/** As in payloadVersion.ts; the first version by default. */
export const PayloadVersion = VersionNumber.default(1)
