/**
 * The last net: answers that could not be written to the journal, because the device has no room or the page is going away, are
 * laid down in local storage, which has room of its own and writes at once. The next opening takes them from there.
 *
 * A page that is going away has no time to encrypt. So the key stream is made before it is needed (`prepareRescue`): nothing
 * encrypted is exactly that, and laying down adds the text to a stretch of it that was never used before.
 */
import { findKey } from './deviceKey.ts'
import type { AnswerRow } from './entry.ts'

type Pad = { nonce: Uint8Array<ArrayBuffer>; stream: Uint8Array; used: number }
type Laid = { nonce: number[]; at: number; hidden: string }

const prefixOf = (userId: number) => `tend_rescue_${userId}_`
const keyOf = (userId: number, uuid: string) => prefixOf(userId) + uuid
const length = 256 * 1024
const pads = new Map<number, Pad>()

/** Makes ready what `layDown` hides answers with; without a key on this device they are laid down openly. */
export async function prepareRescue(userId: number): Promise<void> {
  const pad = pads.get(userId)
  if (pad && pad.used < length / 2) return
  const key = await findKey(userId)
  if (!key) return
  const nonce = crypto.getRandomValues(new Uint8Array(12))
  pads.set(userId, { nonce, stream: await streamOf(key, nonce, length), used: 0 })
}

/** Lays rows down; false when even that failed. */
export function layDown(userId: number, uuid: string, rows: AnswerRow[]): boolean {
  try {
    const text = JSON.stringify(rows)
    const pad = pads.get(userId)
    localStorage.setItem(keyOf(userId, uuid), pad ? JSON.stringify(hide(pad, text)) : text)
    void prepareRescue(userId).catch(() => undefined)
    return true
  } catch {
    return false
  }
}

/** The rows that were laid down. */
export async function pickUp(userId: number, uuid: string): Promise<AnswerRow[]> {
  try {
    const laid: AnswerRow[] | Laid = JSON.parse(localStorage.getItem(keyOf(userId, uuid)) ?? '[]')
    if (Array.isArray(laid)) return laid
    const key = await findKey(userId)
    return key ? JSON.parse(await uncovered(key, laid)) : []
  } catch {
    return []
  }
}

/** Forgets them, when they are in the journal. */
export function clearRescue(userId: number, uuid: string): void {
  localStorage.removeItem(keyOf(userId, uuid))
}

/** Hides what was laid down before there was a key. */
export async function hideRescues(userId: number): Promise<void> {
  await prepareRescue(userId)
  for (const name of Object.keys(localStorage).filter(one => one.startsWith(prefixOf(userId)))) {
    const uuid = name.slice(prefixOf(userId).length)
    if (localStorage.getItem(name)?.startsWith('[')) layDown(userId, uuid, await pickUp(userId, uuid))
  }
}

function hide(pad: Pad, text: string): Laid {
  const bytes = new TextEncoder().encode(text)
  const at = pad.used
  if (at + bytes.length > pad.stream.length) throw new Error('Too much to hide')
  pad.used += bytes.length
  return { nonce: [...pad.nonce], at, hidden: toText(combined(bytes, pad.stream.subarray(at))) }
}

async function uncovered(key: CryptoKey, { nonce, at, hidden }: Laid): Promise<string> {
  const bytes = Uint8Array.from(atob(hidden), letter => letter.charCodeAt(0))
  const stream = await streamOf(key, Uint8Array.from(nonce), at + bytes.length)
  return new TextDecoder().decode(combined(bytes, stream.subarray(at)))
}

const combined = (bytes: Uint8Array, stream: Uint8Array) => bytes.map((byte, index) => byte ^ (stream[index] ?? 0))
const toText = (bytes: Uint8Array) => btoa(Array.from(bytes, byte => String.fromCharCode(byte)).join(''))

const streamOf = async (key: CryptoKey, iv: Uint8Array<ArrayBuffer>, size: number) =>
  new Uint8Array(await crypto.subtle.encrypt({ name: 'AES-GCM', iv }, key, new Uint8Array(size)), 0, size)
