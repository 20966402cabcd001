import { useRouter } from '@tanstack/react-router'
import { type RefObject, useEffect } from 'react'
import { arriveAtHeading } from '../ui/arrival.ts'

/** Whoever follows a link within tend finds the keyboard at the page's heading: the link is gone, or stands far from what it led to. */
export function useArrival(content: RefObject<HTMLElement | null>): void {
  const router = useRouter()
  useEffect(() => {
    let stop: (() => void) | undefined
    const leave = router.subscribe('onResolved', ({ fromLocation, toLocation, pathChanged }) => {
      // A page that is loaded anew begins at its top, with the way past the navigation; an anchor is where its link leads.
      if (!fromLocation || !pathChanged || toLocation.hash || !content.current) return
      stop?.()
      stop = arriveAtHeading(content.current)
    })
    return () => {
      leave()
      stop?.()
    }
  }, [router, content])
}
