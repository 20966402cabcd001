import { useEffect, useState } from 'react'

/** The present moment, renewed every minute: what is due becomes overdue before the person's eyes. */
export function useNow(): number {
  const [now, setNow] = useState(Date.now)
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 60_000)
    return () => clearInterval(timer)
  }, [])
  return now
}
