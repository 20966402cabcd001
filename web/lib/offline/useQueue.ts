/**
 * The queue of this device as screens see it: what is unsent, and what a person can do about it. It is small, because
 * every signed-in screen has it; the database and the outbox load behind the first screen.
 */
import { useSyncExternalStore } from 'react'
import { currentUser } from '../session/session.ts'
import type { Reader } from '../useReader.ts'
import { type EntryState, isNewRow, type NewRowEntry, type OutboxEntry } from './outboxHandler.ts'

export type Queue = {
  /** How much of the person's work is on this device alone. */
  count: number
  /** How much work of other people waits on this device, for them to sign in. */
  ofOthers: number
  /** All entries of the person, except discarded ones. */
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

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

const getState = (): Queue => current

const use = (): Queue => useSyncExternalStore(subscribe, getState)

const actions = () => import('./queueActions.ts')
const sending = () => import('./sending.ts')

/** Gives the queue of the signed-in person and renders again when it changes; with it what is done to entries. */
export const useQueue = Object.assign(use, {
  getState,
  subscribe,
  /** The rows of a kind that the server does not know yet. */
  rowsOf: (entries: readonly OutboxEntry[], kind: string): NewRowEntry[] =>
    entries
      .filter(isNewRow)
      .filter(one => one.kind === kind && one.state !== 'done' && one.company_id === currentUser()?.company_id),
  /** Sends all that waits, whatever it waited for. */
  sendNow: () =>
    sending().then(
      ({ outbox }) => outbox.sendNow(),
      cause => console.warn('What is kept here is sent as soon as the outbox is loaded', cause),
    ),
  /** Says that something was kept, which is sent a little later, or after `afterMs`. */
  sendSoon: (afterMs?: number) =>
    void sending().then(
      ({ outbox, askToPersist }) => {
        askToPersist()
        outbox.sendSoon(afterMs)
      },
      cause => console.warn('What is kept here is sent as soon as the outbox is loaded', cause),
    ),
  /** Reads a person's entries with their handlers, in the order in which they were made. */
  read: (userId: number) => actions().then(({ readQueue }) => readQueue(userId)),
  /** Sends a refused entry once more, as it is. */
  retry: (entry: OutboxEntry) => actions().then(({ retryEntry }) => retryEntry(entry)),
  remove: (entry: Pick<OutboxEntry, 'user_id' | 'uuid'>) =>
    actions().then(({ removeEntry }) => removeEntry(entry.user_id, entry.uuid)),
  /** Removes entries that are not on their way yet. */
  withdraw: (entries: readonly OutboxEntry[]) => actions().then(({ withdrawEntries }) => withdrawEntries(entries)),
  /** Deletes all work of a person that can never be sent. */
  deleteAll: (userId: number) => actions().then(({ deleteDatabase }) => deleteDatabase(userId)),
  /** Returns all unsent work of a person as one ZIP, in the reader's language: for when sending does not help. */
  exportZip: (userId: number, reader: Reader) =>
    actions().then(({ exportUnsentZip }) => exportUnsentZip(userId, reader)),
})
