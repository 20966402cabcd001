/**
 * What is unsent on this device, for the badge and for lists that show how things will be. It is small, so that every signed-in screen can
 * have it; the database and the outbox are loaded behind it, after the screen stands.
 */
import { useSyncExternalStore } from 'react'
import { currentUser } from '../session/session.ts'
import type { EntryState, NewRowEntry, OutboxEntry } from './outboxHandler.ts'

export type Queue = {
  /** How much of the person's work is on this device alone. */
  count: number
  /** How much work of other people waits on this device, for them to sign in. */
  ofOthers: number
  /** All that is here of the person, but for what they discarded. */
  entries: readonly OutboxEntry[]
  /** The state of what somebody did here about something ("SentTask 17"). */
  byAbout: ReadonlyMap<string, EntryState>
}

const nothing: Queue = { count: 0, ofOthers: 0, entries: [], byAbout: new Map() }
let current = nothing
const listeners = new Set<() => void>()

/** Says what is unsent now: what watches the database does, and its end says that nothing is known. */
export function setQueue(unsent: Queue = nothing): void {
  current = unsent
  for (const listener of listeners) listener()
}

/** Calls back whenever that changes, until the returned function is called. */
export function watchQueue(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export const currentQueue = (): Queue => current

/** What the signed-in person has not sent from this device. Renders again when that changes. */
export const useQueue = (): Queue => useSyncExternalStore(watchQueue, currentQueue)

export const isNewRow = (entry: OutboxEntry): entry is NewRowEntry => 'input' in entry

/** Those rows of a kind that the server does not know yet. */
export const queuedRows = (entries: readonly OutboxEntry[], kind: string): NewRowEntry[] =>
  entries
    .filter(isNewRow)
    .filter(one => one.kind === kind && one.state !== 'done' && one.company_id === currentUser()?.company_id)
