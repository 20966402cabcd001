/**
 * What somebody has begun to write, as this device has it: at every letter, and without signal. In a conversation, by its id, or as the new text
 * of a message.
 */
import { onDevice } from '../../lib/storage.ts'

type Of = number | `edit-${number}`

const keyOf = (userId: number | undefined, of: Of) => `tend-draft-${userId}-${of}`

/** Empty where nothing was begun; null where this device knows nothing of it. */
export const draftHere = (userId: number | undefined, of: Of): string | null => onDevice.read(keyOf(userId, of))

export const forgetDraft = (userId: number | undefined, of: Of): void => onDevice.remove(keyOf(userId, of))

/** A device that is full goes without: the words stand on the screen, and go to the server. */
export function keepDraft(userId: number | undefined, of: Of, text: string): void {
  onDevice.write(keyOf(userId, of), text)
}
