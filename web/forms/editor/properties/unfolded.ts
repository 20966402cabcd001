/** Which parts of the properties somebody opened or closed last; kept on the device, for each person who uses it. */
import { isRecord, onDevice } from '../../../lib/storage.ts'

const keyOf = (userId: number) => `tend_folds_${userId}`

/** What was chosen about a part; nothing while nobody has. */
export function readFold(userId: number, part: string): boolean | undefined {
  const chosen = read(userId)[part]
  return typeof chosen === 'boolean' ? chosen : undefined
}

/** Remembers that a part was opened, or closed. */
export function keepFold(userId: number, part: string, isOpen: boolean): void {
  onDevice.write(keyOf(userId), JSON.stringify({ ...read(userId), [part]: isOpen }))
}

function read(userId: number): Record<string, unknown> {
  const kept = onDevice.readJson(keyOf(userId))
  return isRecord(kept) ? kept : {}
}
