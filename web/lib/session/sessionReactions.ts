import type { Reactions } from '../realtime/reactions.ts'
import { refreshUser } from './session.ts'

/** What somebody may see and do has changed, and with it every list. */
export const sessionReactions: Reactions = {
  'abilities.changed': async (_, queries) => {
    await refreshUser().catch(() => undefined)
    queries.invalidateQueries()
  },
}
