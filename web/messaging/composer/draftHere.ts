/**
 * What somebody has begun to write, as this device has it: at every letter, and without signal. In a conversation, by its id, or as the new text
 * of a message.
 */
type Of = number | `edit-${number}`

const keyOf = (userId: number | undefined, of: Of) => `tend-draft-${userId}-${of}`

/** Empty where nothing was begun; null where this device knows nothing of it. */
export const draftHere = (userId: number | undefined, of: Of): string | null => localStorage.getItem(keyOf(userId, of))

export const forgetDraft = (userId: number | undefined, of: Of): void => localStorage.removeItem(keyOf(userId, of))

/** A device that is full goes without: the words stand on the screen, and go to the server. */
export function keepDraft(userId: number | undefined, of: Of, text: string): void {
  try {
    if (!text) forgetDraft(userId, of)
    else localStorage.setItem(keyOf(userId, of), text)
  } catch (cause) {
    console.warn('The draft is not kept on this device', cause)
  }
}
