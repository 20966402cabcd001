/** Tells screens which work is left in the queue, from the device's database. */
import { pendingByOtherUsers } from '../pendingByUser.ts'
import { followEntries } from './database.ts'
import { isNoticed, loadHandlers, type OutboxEntry, type OutboxHandlers, type Queue } from './outboxHandler.ts'
import { startSending } from './sending.ts'

/** Starts sending a person's work and tells how much is left; returns a function that stops the telling. */
export function startQueue(userId: number, tell: (queue: Queue) => void): () => void {
  startSending(userId)
  let told = ''
  let isOver = false
  const stop = followEntries(
    userId,
    async ({ entries }) => entries.toArray(),
    async found => {
      const [handlers, ofOthers] = await Promise.all([loadHandlers(), pendingByOtherUsers(userId)])
      const unsent = queueOf(found, handlers, ofOthers)
      const text = JSON.stringify([unsent.count, ofOthers, ...unsent.entries.map(shown), ...unsent.byAbout])
      // A letter more is no news for the screens that show this.
      if (isOver) return
      if (text !== told) tell(unsent)
      told = text
    },
  )
  return () => {
    isOver = true
    stop()
  }
}

const shown = ({ uuid, state, company_id, last_error }: OutboxEntry) => [uuid, state, company_id, last_error?.code]

function queueOf(found: OutboxEntry[], handlers: OutboxHandlers, ofOthers: number): Queue {
  const entries = found.filter(({ state }) => state !== 'discarded')
  const known = entries.flatMap(entry => {
    const handler = handlers.of(entry)
    return handler ? [{ entry, handler }] : []
  })
  const about = known.flatMap(({ entry, handler }): [string, OutboxEntry['state']][] => {
    const what = handler.about?.(entry)
    return what === undefined ? [] : [[what, entry.state]]
  })
  return {
    count: known.filter(({ entry, handler }) => isNoticed(handler, entry)).length,
    ofOthers,
    entries,
    byAbout: new Map(about),
  }
}
