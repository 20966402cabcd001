/**
 * After the browser dropped the site's databases under the page: what it may have removed a moment later, with all the rest, is made sure of
 * again. The session's second copy and the key are short to write; a database that is open and nowhere is left for a new one.
 */

import { restoreKeyAndSession } from '../../encryption/deviceKey.ts'
import { currentUser } from '../../session/session.ts'
import { leaveUnlisted } from '../unlisted.ts'

/** The old files are mostly gone at once; on a busy device later. */
const looksMs = [300, 1_000, 3_000, 10_000]
let timers: ReturnType<typeof setTimeout>[] = []

/** Several times from now on; begins anew when it is called meanwhile. */
export function keepAgainSoon(): void {
  for (const timer of timers) clearTimeout(timer)
  timers = looksMs.map(ms => setTimeout(() => void keepAgain(), ms))
}

async function keepAgain(): Promise<void> {
  const user = currentUser()
  if (!user) return
  try {
    await restoreKeyAndSession(user.id)
    await leaveUnlisted(user.id)
  } catch (error) {
    console.warn('Not everything is kept again yet', error)
  }
}
