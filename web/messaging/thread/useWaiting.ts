import { useEffect, useState } from 'react'
import { useUser } from '../../lib/session/session.ts'
import type { MessageEntry } from '../messageKind.ts'

const nothing: MessageEntry[] = []

/** What of this person waits on this device to be sent, in its order, as it changes in this tab or another. */
export function useWaiting(): MessageEntry[] {
  const userId = useUser()?.id
  const [waiting, setWaiting] = useState(nothing)
  useEffect(() => {
    if (userId === undefined) return
    let stop: (() => void) | undefined
    let isOver = false
    void Promise.all([import('../../lib/offline/entries.ts'), import('../messageKind.ts')])
      .then(([{ followEntries }, { isMessageEntry }]) => {
        if (isOver) return
        stop = followEntries(
          userId,
          async ({ entries }) => (await entries.toArray()).filter(isMessageEntry),
          found => setWaiting(found.sort((one, other) => (one.position ?? 0) - (other.position ?? 0))),
        )
      })
      .catch(cause => console.warn('What waits on this device could not be read', cause))
    return () => {
      isOver = true
      stop?.()
    }
  }, [userId])
  return waiting
}
