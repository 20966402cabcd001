import { createContext, type ReactNode, useContext, useEffect, useEffectEvent, useMemo, useState } from 'react'
import type { PassRequest } from '#shared/passes/requests.ts'
import { askPass, type Door, isOver } from '../askPass.ts'
import { type Entry, isOfRequests } from '../writing/unsent.ts'
import { useWriting } from '../writing/WritingProvider.tsx'

type Requests = { requests: PassRequest[]; waiting: Entry[]; door: Door }

const RequestsContext = createContext<Requests | null>(null)

/** What the inspector asked for, and what of it waits on the device. */
export function useRequests(): Requests {
  const requests = useContext(RequestsContext)
  if (!requests) throw new Error('Nothing is asked outside a pass.')
  return requests
}

/** How often an answer is looked for while somebody looks on. */
const betweenLooks = 60_000

/** Reads the requests of a pass: when something was sent, and now and then while an answer is awaited. */
export function RequestsProvider({ door, children }: { door: Door; children: ReactNode }) {
  const { address, onClosed } = door
  const { waiting: all } = useWriting()
  const [requests, setRequests] = useState<PassRequest[]>([])
  const waiting = useMemo(() => all.filter(isOfRequests), [all])
  const isSending = waiting.filter(({ refused }) => !refused).length
  const isAwaited = requests.some(({ state }) => state === 'open')
  const read = useEffectEvent(() => {
    askPass<{ data: PassRequest[] }>(address, '/requests').then(
      ({ data }) => setRequests(data),
      problem => {
        // Without a network they are as they were.
        if (isOver(problem)) onClosed(problem)
      },
    )
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: what was sent is read again
  useEffect(() => read(), [address, isSending])
  useEffect(() => {
    if (!isAwaited) return
    const look = () => {
      if (document.visibilityState === 'visible') read()
    }
    const timer = setInterval(look, betweenLooks)
    document.addEventListener('visibilitychange', look)
    return () => {
      clearInterval(timer)
      document.removeEventListener('visibilitychange', look)
    }
  }, [isAwaited])
  return <RequestsContext value={{ requests, waiting, door }}>{children}</RequestsContext>
}
