import { useState } from 'react'
import { inTab } from './storage.ts'

/**
 * What a person has read or put off until the browser is closed: true when `value` is what was put away under `key`, and what puts
 * it away. In session storage, so that it comes back with the next visit, and when there is something new to say.
 */
export function usePutAway(key: string, value = 'yes'): [isAway: boolean, putAway: () => void] {
  const [away, setAway] = useState(() => inTab.read(key))
  return [
    away === value,
    () => {
      inTab.write(key, value)
      setAway(value)
    },
  ]
}
