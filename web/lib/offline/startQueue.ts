/** Tells screens which work is left in the queue, from the device's database. */
import { pendingByOtherUsers } from '../pendingByUser.ts'
import { followEntries } from './database.ts'
import { isNoticed, loadHandlers, type OutboxEntry, type OutboxHandlers } from './outboxHandler.ts'
import { startSending } from './sending.ts'
import { type Queue, setQueue } from './useQueue.ts'

/** Starts sending a person's work and tells how much is left; returns a function that stops the telling. */
export function startQueue(userId: number): () => void {
  startSending(userId)
  let told = ''
  let isOver = false
  const stop = followEntries(
    userId,
    async ({ entries }) => entries.toArray(),
    async found => {
      const [kinds, ofOthers] = await Promise.all([loadHandlers(), pendingByOtherUsers(userId)])
      const unsent = queueOf(found, kinds, ofOthers)
      const text = JSON.stringify([unsent.count, ofOthers, ...unsent.entries.map(shown), ...unsent.byAbout])
      // A letter more is no news for the screens that show this.
      if (isOver) return
      if (text !== told) setQueue(unsent)
      told = text
    },
  )
  return () => {
    isOver = true
    stop()
  }
}

const shown = ({ uuid, state, company_id, last_error }: OutboxEntry) => [uuid, state, company_id, last_error?.code]

function queueOf(found: OutboxEntry[], kinds: OutboxHandlers, ofOthers: number): Queue {
  const entries = found.filter(({ state }) => state !== 'discarded')
  const known = entries.flatMap(entry => {
    const kind = kinds.of(entry)
    return kind ? [{ entry, kind }] : []
  })
  const about = known.flatMap(({ entry, kind }): [string, OutboxEntry['state']][] => {
    const what = kind.about?.(entry)
    return what === undefined ? [] : [[what, entry.state]]
  })
  return {
    count: known.filter(({ entry, kind }) => isNoticed(kind, entry)).length,
    ofOthers,
    entries,
    byAbout: new Map(about),
  }
}
