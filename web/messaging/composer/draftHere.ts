/** What somebody has begun to write in a conversation, as this device has it: at every letter, and without signal. */
const keyOf = (userId: number | undefined, id: number) => `tend-draft-${userId}-${id}`

/** Empty where nothing was begun; null where this device knows nothing of it. */
export const draftHere = (userId: number | undefined, id: number): string | null =>
  localStorage.getItem(keyOf(userId, id))

export const forgetDraft = (userId: number | undefined, id: number): void => localStorage.removeItem(keyOf(userId, id))

/** A device that is full goes without: the words stand on the screen, and go to the server. */
export function keepDraft(userId: number | undefined, id: number, text: string): void {
  try {
    if (!text) forgetDraft(userId, id)
    else localStorage.setItem(keyOf(userId, id), text)
  } catch (cause) {
    console.warn('The draft is not kept on this device', cause)
  }
}
