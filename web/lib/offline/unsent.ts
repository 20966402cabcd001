/**
 * What is unsent on this device, for the badge and for lists of tasks. It is small, so that every signed-in screen can have it; the
 * database and the outbox are loaded behind it, after the screen stands.
 */
import { useEffect, useSyncExternalStore } from 'react'
import { useUser } from '../session.ts'
import type { EntryState } from './entry.ts'

export type Unsent = {
  /** Completed entries that the server does not have, and drafts that it could not take. */
  count: number
  /** The state of the entry that somebody began here for a sent task, by the task's id. */
  byTask: ReadonlyMap<number, EntryState>
}

const nothing: Unsent = { count: 0, byTask: new Map() }
let current = nothing
const listeners = new Set<() => void>()

/** Says what is unsent now; only whoever watches the database does. */
export function tellUnsent(unsent: Unsent): void {
  current = unsent
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** What the signed-in person has not sent from this device. Renders again when that changes. */
export const useUnsent = (): Unsent => useSyncExternalStore(subscribe, () => current)

/** Keeps the outbox at work for the signed-in person; the shell calls it once. */
export function useOutbox(): void {
  const userId = useUser()?.id
  useEffect(() => {
    if (userId === undefined) return
    let stop: (() => void) | undefined
    let isOver = false
    import('./watchUnsent.ts').then(({ watchUnsent }) => {
      if (!isOver) stop = watchUnsent(userId)
    })
    return () => {
      isOver = true
      stop?.()
      tellUnsent(nothing)
    }
  }, [userId])
}
