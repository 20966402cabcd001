/** Which parts of the properties somebody opened or closed last; kept on the device, for each person who uses it. */
const keyOf = (userId: number) => `tend_folds_${userId}`

/** What was chosen about a part; nothing while nobody has. */
export function readFold(userId: number, part: string): boolean | undefined {
  const chosen = read(userId)[part]
  return typeof chosen === 'boolean' ? chosen : undefined
}

/** Remembers that a part was opened, or closed. */
export function keepFold(userId: number, part: string, isOpen: boolean): void {
  try {
    localStorage.setItem(keyOf(userId), JSON.stringify({ ...read(userId), [part]: isOpen }))
  } catch {
    // A full device forgets it, and nothing that was written is lost.
  }
}

function read(userId: number): Record<string, unknown> {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(keyOf(userId)) ?? '{}')
    return typeof kept === 'object' && kept !== null ? { ...kept } : {}
  } catch {
    return {}
  }
}
