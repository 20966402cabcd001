import { liveQuery } from 'dexie'
import { inDatabase } from './database.ts'
import { type Entry, isUnderway } from './entry.ts'
import { startSending } from './start.ts'
import { tellUnsent, type Unsent } from './unsent.ts'

/** Starts sending a person's work and tells what is left of it; returns what stops the telling. */
export function watchUnsent(userId: number): () => void {
  startSending(userId)
  const entries = liveQuery(() => inDatabase(userId, database => database.entries.toArray()))
  const subscription = entries.subscribe({
    next: found => tellUnsent(unsentOf(found)),
    error: error => console.error('The device could not be read', error),
  })
  return () => subscription.unsubscribe()
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
