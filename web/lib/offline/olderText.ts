/**
 * Texts that versions before the one outbox hid in local storage, by a key stream of their own. They are read and carried over; nothing is
 * written this way any more (docs/decisions/0021).
 */
import { findKey } from './sealing/deviceKey.ts'

/** A hidden text, with what tells its stretch of the key stream. */
export type OlderText = { nonce: number[]; at: number; hidden: string }

/** The text; undefined where this device has no key. Throws `SignedOut` after the end of the session. */
export async function readOlderText(userId: number, { nonce, at, hidden }: OlderText): Promise<string | undefined> {
  const key = await findKey(userId)
  if (!key) return undefined
  const bytes = Uint8Array.from(atob(hidden), letter => letter.charCodeAt(0))
  const iv = Uint8Array.from(nonce)
  const stream = new Uint8Array(
    await crypto.subtle.encrypt({ name: 'AES-GCM', iv }, key, new Uint8Array(at + bytes.length)),
  ).subarray(at)
  return new TextDecoder().decode(bytes.map((byte, index) => byte ^ (stream[index] ?? 0)))
}
