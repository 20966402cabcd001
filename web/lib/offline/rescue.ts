/**
 * The last net: answers that could not be written to the journal, because the device has no room or the page is going away, are
 * laid down in local storage, which has room of its own and writes at once, hidden by a pad that was made before (`pad.ts`). The next
 * opening takes them from there.
 */
import type { AnswerRow } from './entry.ts'
import { type Hidden, hide, preparePad, uncover } from './pad.ts'

const prefixOf = (userId: number) => `tend_rescue_${userId}_`
const keyOf = (userId: number, uuid: string) => prefixOf(userId) + uuid

/** Lays rows down, openly where this device has no key; false when even that failed. */
export function layDown(userId: number, uuid: string, rows: AnswerRow[]): boolean {
  try {
    const text = JSON.stringify(rows)
    const hidden = hide(userId, text)
    localStorage.setItem(keyOf(userId, uuid), hidden ? JSON.stringify(hidden) : text)
    void preparePad(userId).catch(() => undefined)
    return true
  } catch {
    return false
  }
}

/** The rows that were laid down. */
export async function pickUp(userId: number, uuid: string): Promise<AnswerRow[]> {
  try {
    const laid: AnswerRow[] | Hidden = JSON.parse(localStorage.getItem(keyOf(userId, uuid)) ?? '[]')
    return Array.isArray(laid) ? laid : JSON.parse((await uncover(userId, laid)) ?? '[]')
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
  await preparePad(userId)
  for (const name of Object.keys(localStorage).filter(one => one.startsWith(prefixOf(userId)))) {
    const uuid = name.slice(prefixOf(userId).length)
    if (localStorage.getItem(name)?.startsWith('[')) layDown(userId, uuid, await pickUp(userId, uuid))
  }
}
