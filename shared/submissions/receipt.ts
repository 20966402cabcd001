/**
 * The server's word that it has a submission whole, which a device waits for before it clears its own copy, and which anybody can check
 * later: with the same content the same hash, and over all of the receipt a signature by this tend's key (`GET system/receipt-key`).
 */
import { z } from 'zod'
import { Time, Uuid } from '../lib/fields.ts'

export const Receipt = z
  .object({
    /** The uuid that the device gave the submission. */
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
