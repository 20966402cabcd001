import { Dexie } from 'dexie'
import { inDatabase, nameOf, type OfflineDatabase } from './database/database.ts'
import { SignedOut, whenKeyComes } from './sealing/deviceKey.ts'

/** While somebody types, what is kept changes at every letter. Whoever follows it hears of all that in one. */
const restMs = 300

/**
 * Tells what `read` finds, now and after each change of a person's entries, in this tab or another: at once, and then not again for a
 * moment; and again when a key has come, without which nothing could be read. Returns what ends that. What belongs to an entry changes together with the entry: answers and photos never alone.
 */
export function followEntries<T>(
  userId: number,
  read: (database: OfflineDatabase) => Promise<T>,
  tell: (found: T) => void,
): () => void {
  const table = `idb://${nameOf(userId)}/entries/`
  let timer: ReturnType<typeof setTimeout> | undefined
  let isDue = false
  let isOver = false
  let isReading = false

  async function look(): Promise<void> {
    timer = setTimeout(rested, restMs)
    isReading = true
    try {
      const found = await inDatabase(userId, read)
      if (!isOver) tell(found)
    } catch (error) {
      // Whoever signs out, or goes back to their own account, looks at nothing of it any more.
      if (!isOver && !(error instanceof SignedOut)) console.error('The device could not be read', error)
    } finally {
      isReading = false
      if (timer === undefined) rested()
    }
  }
  function rested(): void {
    timer = undefined
    // Two at a time could end in another order than they began, and the older one would be told last.
    if (!isDue || isReading || isOver) return
    isDue = false
    void look()
  }
  function hear(parts: object): void {
    // The browser brought the whole page back: anything may have changed.
    if (!('all' in parts) && !Object.keys(parts).some(part => part.startsWith(table))) return
    lookSoon()
  }
  function lookSoon(): void {
    if (timer === undefined && !isReading) void look()
    else isDue = true
  }

  Dexie.on.storagemutated.subscribe(hear)
  const unwatch = whenKeyComes(lookSoon)
  void look()
  return () => {
    isOver = true
    clearTimeout(timer)
    unwatch()
    Dexie.on.storagemutated.unsubscribe(hear)
  }
}
