/**
 * The server's word that it has a submission whole, which a device waits for before it clears its own copy, and which anybody can check
 * later: with the same content the same hash, and over all of the receipt a signature by this tend's key (`GET system/receipt-key`).
 */
import { z } from 'zod'
import type { Answers } from '../forms/answers.ts'
import { Time, Uuid } from '../lib/fields.ts'

export const Receipt = z.object({
  /** The uuid that the device gave the submission. */
  client_id: Uuid,
  /** SHA-256 in hex over `receiptContent`. */
  content_hash: z.string(),
  /** Counts the complete submissions of a company, without gaps. */
  sequence: z.int(),
  server_time: Time,
  /** Ed25519 over `canonicalJson` of the fields above, base64url. */
  signature: z.string(),
})
export type Receipt = z.infer<typeof Receipt>

type Content = { uuid: string; version: number; answers: Answers; files: { uuid: string; sha256: string | null }[] }

/** What a receipt is for, as text: the same on every device and for ever. `files` are hashed as the device sent them. */
export const receiptContent = ({ uuid, version, answers, files }: Content): string =>
  canonicalJson({
    uuid,
    version,
    answers,
    files: Object.fromEntries(files.map(file => [file.uuid, file.sha256])),
  })

/** JSON without spaces and with sorted keys, as RFC 8785 has it. */
export function canonicalJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  const fields = Object.entries(value).filter(([, field]) => field !== undefined)
  fields.sort(([one], [other]) => (one < other ? -1 : 1))
  return `{${fields.map(([name, field]) => `${JSON.stringify(name)}:${canonicalJson(field)}`).join(',')}}`
}
