/**
 * The last net: answers that could not be written to the journal, because the device has no room or the page is going away, are
 * laid down in local storage, which has room of its own and writes at once. The next opening takes them from there.
 */
import type { AnswerRow } from './entry.ts'

const keyOf = (userId: number, uuid: string) => `tend_rescue_${userId}_${uuid}`

/** Lays rows down; false when even that failed. */
export function layDown(userId: number, uuid: string, rows: AnswerRow[]): boolean {
  try {
    localStorage.setItem(keyOf(userId, uuid), JSON.stringify(rows))
    return true
  } catch {
    return false
  }
}

/** The rows that were laid down. */
export function pickUp(userId: number, uuid: string): AnswerRow[] {
  try {
    const rows: unknown = JSON.parse(localStorage.getItem(keyOf(userId, uuid)) ?? '[]')
    return Array.isArray(rows) ? rows : []
  } catch {
    return []
  }
}

/** Forgets them, when they are in the journal. */
export function clearRescue(userId: number, uuid: string): void {
  localStorage.removeItem(keyOf(userId, uuid))
}
