import { leaveDatabase, nameOf, openDatabase, tellDropped } from './database/database.ts'

const longestListMs = 2_000
/** Each that is left is opened and looked at again. */
const restMs = 5_000
let leftAt = Number.NEGATIVE_INFINITY

/**
 * Browsers that drop a site's databases under a page may remove with them the one that the page opened anew meanwhile. It goes on working for
 * as long as anybody has it open, and then all that was written to it is gone; what tells it is that it is not listed. Such a one is left, so
 * that the next is made in earnest. Whether it was.
 */
export async function leaveUnlisted(userId: number): Promise<boolean> {
  const database = openDatabase(userId)
  if (!database?.isOpen() || performance.now() - leftAt < restMs) return false
  // While it drops them Chromium may never answer.
  const listed = await Promise.race([
    globalThis.indexedDB?.databases?.(),
    new Promise<undefined>(resolve => setTimeout(resolve, longestListMs)),
  ])
  if (!listed || listed.some(({ name }) => name === nameOf(userId)) || openDatabase(userId) !== database) return false
  leftAt = performance.now()
  console.warn('The browser dropped what it keeps here: it is written again')
  leaveDatabase(userId, database)
  tellDropped()
  return true
}
