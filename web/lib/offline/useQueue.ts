/**
 * The queue of this device as screens see it: unsent work, and what a person can do about it. It is small, because
 * every signed-in screen has it; the database and the outbox load behind the first screen.
 */
import { useSyncExternalStore } from 'react'
import { Listeners } from '../listeners.ts'
import { loadWithRetry } from '../retry.ts'
import { currentUser } from '../session/session.ts'
import type { NewRowEntry, OutboxEntry, Queue } from './outboxHandler.ts'

const nothing: Queue = { count: 0, ofOthers: 0, entries: [], byAbout: new Map() }
let current = nothing
const listeners = new Listeners()

/** Sets the unsent work, as the database's watcher does; without an argument nothing is known. */
export function setQueue(unsent: Queue = nothing): void {
  current = unsent
  listeners.notify()
}

const getState = (): Queue => current

const use = (): Queue => useSyncExternalStore(listeners.subscribe, getState)

type Actions = typeof import('./queueActions.ts')

/**
 * An action of the part that loads behind the first screen. Each returns a promise, so that it may as well load first.
 */
const action = <Name extends keyof Actions>(name: Name): Actions[Name] => {
  const act = (...given: never[]) =>
    import('./queueActions.ts').then(actions => (actions[name] as (...given: never[]) => unknown)(...given))
  return act as unknown as Actions[Name]
}

let sending: Promise<typeof import('./sending.ts')> | undefined

/** Loaded once: at each import Vite looks in the page for all files of a part, which every key in a form would pay. */
const loadSending = () => {
  sending ??= import('./sending.ts').catch(error => {
    sending = undefined
    throw error
  })
  return sending
}

const warn = (cause: unknown) => console.warn('The outbox is not loaded yet', cause)

/** Gives the queue of the signed-in person and renders again when it changes; its members act on entries. */
export const useQueue = Object.assign(use, {
  getState,
  subscribe: listeners.subscribe,
  /** Keeps the outbox at work for the signed-in person. Returns what stops that and forgets what was unsent. */
  run(userId: number): () => void {
    let stop: (() => void) | undefined
    const callOff = loadWithRetry(
      () => import('./startQueue.ts'),
      ({ startQueue }) => {
        stop = startQueue(userId, setQueue)
      },
    )
    return () => {
      callOff()
      stop?.()
      setQueue()
    }
  },
  /** The rows of a kind that the server does not know yet. */
  rowsOf: (entries: readonly OutboxEntry[], kind: string) =>
    entries.filter(
      (one): one is NewRowEntry =>
        one.kind === kind && 'input' in one && one.state !== 'done' && one.company_id === currentUser()?.company_id,
    ),
  /** Sends all waiting work at once. Never rejects: work that cannot be sent now stays kept. */
  sendNow: () =>
    loadSending()
      .then(({ sendNow }) => sendNow())
      .catch(warn),
  /** Says that something was kept, which is sent a little later, or after `afterMs`. Never rejects. */
  sendSoon: (afterMs?: number) =>
    loadSending()
      .then(({ sendSoon }) => sendSoon(afterMs))
      .catch(warn),
  read: action('readQueue'),
  retry: action('retryEntry'),
  remove: action('removeEntry'),
  withdraw: action('withdrawEntries'),
  deleteAll: action('deleteDatabase'),
  exportZip: action('exportUnsentZip'),
})
