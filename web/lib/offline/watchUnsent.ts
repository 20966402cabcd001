import type { OutboxEntry } from './entry.ts'
import { followEntries } from './followEntries.ts'
import { isNoticed } from './kind.ts'
import { allKinds, type Kinds } from './kinds.ts'
import { othersWaiting } from './othersWaiting.ts'
import { startSending } from './start.ts'
import { tellUnsent, type Unsent } from './unsent.ts'

export { isKept, sendOrKeep } from './sendOrKeep.ts'

/** Starts sending a person's work and tells what is left of it; returns what stops the telling. */
export function watchUnsent(userId: number): () => void {
  startSending(userId)
  let told = ''
  let isOver = false
  const stop = followEntries(
    userId,
    async ({ entries }) => entries.toArray(),
    async found => {
      const [kinds, ofOthers] = await Promise.all([allKinds(), othersWaiting(userId)])
      const unsent = unsentOf(found, kinds, ofOthers)
      const text = JSON.stringify([unsent.count, ofOthers, ...unsent.entries.map(shown), ...unsent.byAbout])
      // A letter more is no news for the screens that show this.
      if (isOver) return
      if (text !== told) tellUnsent(unsent)
      told = text
    },
  )
  return () => {
    isOver = true
    stop()
  }
}

const shown = ({ uuid, state, company_id, last_error }: OutboxEntry) => [uuid, state, company_id, last_error?.code]

function unsentOf(found: OutboxEntry[], kinds: Kinds, ofOthers: number): Unsent {
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
