/** The database of what a person read here. Apart from their work, because it goes when they sign out and their work stays. */
export const copiesOf = (userId: number) => `tend-copies-${userId}`

/** Removes what a person read on this device: they sign out, and the next person on the phone must not find it. */
export function forgetCopies(userId: number | undefined): void {
  if (userId !== undefined) indexedDB.deleteDatabase(copiesOf(userId))
}
