/**
 * Hiding text without waiting, for what must be in local storage before the page is gone and encryption has had its time. The key
 * stream is made beforehand (`preparePad`): nothing encrypted is exactly that, and hiding adds the text to a stretch of it that was
 * never used before.
 */
import { findKey } from './deviceKey.ts'

type Pad = { nonce: Uint8Array<ArrayBuffer>; stream: Uint8Array; used: number }
/** A hidden text, with what tells its stretch of the key stream. */
export type Hidden = { nonce: number[]; at: number; hidden: string }

const length = 256 * 1024
const pads = new Map<number, Pad>()

/** Makes ready what `hide` hides a person's texts with. Without a key on this device there is nothing to make it of. */
export async function preparePad(userId: number): Promise<void> {
  const pad = pads.get(userId)
  if (pad && pad.used < length / 2) return
  const key = await findKey(userId)
  if (!key) return
  const nonce = crypto.getRandomValues(new Uint8Array(12))
  pads.set(userId, { nonce, stream: await streamOf(key, nonce, length), used: 0 })
}

/** Whether there is something to hide a person's texts with. */
export const hasPad = (userId: number): boolean => pads.has(userId)

/** Hides a text; undefined where no pad was made. Throws where the rest of it is too short. */
export function hide(userId: number, text: string): Hidden | undefined {
  const pad = pads.get(userId)
  if (!pad) return undefined
  const bytes = new TextEncoder().encode(text)
  const at = pad.used
  if (at + bytes.length > pad.stream.length) throw new Error('Too much to hide')
  pad.used += bytes.length
  return { nonce: [...pad.nonce], at, hidden: toText(combined(bytes, pad.stream.subarray(at))) }
}

/** The text again; undefined where this device has no key. Throws `SignedOut` after the end of the session. */
export async function uncover(userId: number, { nonce, at, hidden }: Hidden): Promise<string | undefined> {
  const key = await findKey(userId)
  if (!key) return undefined
  const bytes = Uint8Array.from(atob(hidden), letter => letter.charCodeAt(0))
  const stream = await streamOf(key, Uint8Array.from(nonce), at + bytes.length)
  return new TextDecoder().decode(combined(bytes, stream.subarray(at)))
}

const combined = (bytes: Uint8Array, stream: Uint8Array) => bytes.map((byte, index) => byte ^ (stream[index] ?? 0))
const toText = (bytes: Uint8Array) => btoa(Array.from(bytes, byte => String.fromCharCode(byte)).join(''))

const streamOf = async (key: CryptoKey, iv: Uint8Array<ArrayBuffer>, size: number) =>
  new Uint8Array(await crypto.subtle.encrypt({ name: 'AES-GCM', iv }, key, new Uint8Array(size)), 0, size)
