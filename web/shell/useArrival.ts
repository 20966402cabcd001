import { useRouter } from '@tanstack/react-router'
import { type RefObject, useEffect } from 'react'

/** Whoever follows a link within tend finds the keyboard at the page's heading: the link is gone, or stands far from what it led to. */
export function useArrival(content: RefObject<HTMLElement | null>): void {
  const router = useRouter()
  useEffect(() => {
    let stop: (() => void) | undefined
    const leave = router.subscribe('onResolved', async ({ fromLocation, toLocation, pathChanged }) => {
      // A page that is loaded anew begins at its top, with the way past the navigation; an anchor is where its link leads.
      if (!fromLocation || !pathChanged || toLocation.hash) return
      stop?.()
      // Not needed for the first page.
      const { arriveAtHeading } = await import('../ui/arrival.ts')
      if (content.current && router.state.location.pathname === toLocation.pathname)
        stop = arriveAtHeading(content.current)
    })
    return () => {
      leave()
      stop?.()
    }
  }, [router, content])
}
