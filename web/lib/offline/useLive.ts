import { liveQuery } from 'dexie'
import { useEffect, useState } from 'react'

/**
 * What `read` finds in the database, again after each change of it, in this tab or another. Undefined until it was read once.
 * `keys` say what it depends on.
 */
export function useLive<T>(read: () => Promise<T>, keys: readonly unknown[]): T | undefined {
  const [found, setFound] = useState<{ of: string; value: T }>()
  const of = JSON.stringify(keys)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the keys stand for what `read` closes over
  useEffect(() => {
    const subscription = liveQuery(read).subscribe({
      next: value => setFound({ of, value }),
      error: error => console.error('The device could not be read', error),
    })
    return () => subscription.unsubscribe()
  }, [of])
  return found?.of === of ? found.value : undefined
}
