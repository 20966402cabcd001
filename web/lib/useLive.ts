import { useEffect, useState } from 'react'
import { retryLater } from './retry.ts'

/** Neither value nor error until it was read once. */
type Found<T> = { value?: T; error?: unknown }

/**
 * What `read` finds in the database, again after each change of it, in this tab or another. Undefined until it was read
 * once. `keys` say what it depends on.
 */
export const useLive = <T>(read: () => Promise<T>, keys: readonly unknown[]): T | undefined =>
  useLiveResult(read, keys).value

/** The same, with what went wrong where it cannot be read just now; it is tried again by itself. */
export function useLiveResult<T>(read: () => Promise<T>, keys: readonly unknown[]): Found<T> & { retry: () => void } {
  const [attempt, setAttempt] = useState(0)
  const [found, setFound] = useState<Found<T> & { of?: string }>({})
  const of = JSON.stringify(keys)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the keys stand for what `read` closes over
  useEffect(() => {
    let failures = 0
    let isOver = false
    let callOff = () => {}
    function fail(error: unknown): void {
      if (isOver) return
      console.error('The device could not be read', error)
      setFound(before => ({ ...(before.of === of && before), of, error }))
      callOff = retryLater(follow, failures++)
    }
    // One that failed once tells nothing any more. A form that is only looked at comes without Dexie.
    function follow(): void {
      import('dexie').then(({ liveQuery }) => {
        if (isOver) return
        const subscription = liveQuery(read).subscribe({
          next(value) {
            failures = 0
            setFound({ of, value })
          },
          error: fail,
        })
        callOff = () => subscription.unsubscribe()
      }, fail)
    }
    follow()
    return () => {
      isOver = true
      callOff()
    }
  }, [of, attempt])
  return { ...(found.of === of && found), retry: () => setAttempt(count => count + 1) }
}
