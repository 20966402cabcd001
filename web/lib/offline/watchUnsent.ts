import { type Entry, isUnderway } from './entry.ts'
import { followEntries } from './followEntries.ts'
import { startSending } from './start.ts'
import { tellUnsent, type Unsent } from './unsent.ts'

/** Starts sending a person's work and tells what is left of it; returns what stops the telling. */
export function watchUnsent(userId: number): () => void {
  startSending(userId)
  let told = ''
  return followEntries(
    userId,
    ({ entries }) => entries.toArray(),
    found => {
      const unsent = unsentOf(found)
      const text = JSON.stringify([unsent.count, ...unsent.byTask])
      // A letter more is no news for the screens that show this.
      if (text !== told) tellUnsent(unsent)
      told = text
    },
  )
}

function unsentOf(entries: Entry[]): Unsent {
  const open = entries.filter(({ state }) => state !== 'discarded')
  return {
    count: open.filter(isUnsent).length,
    byTask: new Map(open.flatMap(({ task_sent_id: id, state }) => (id === null ? [] : [[id, state]]))),
  }
}

/** A draft counts only once it could not be sent, or the badge would blink at each answer. */
const isUnsent = (entry: Entry) =>
  isUnderway(entry) || entry.state === 'refused' || (entry.state === 'draft' && entry.last_error !== null)
