/**
 * Calls `prefetchForOffline` of each feature before anything is asked for; own tasks are kept when they are read
 * (`tasks/cachedQueries.ts`). Begins when the service worker is ready, because copies alone open nothing, and again
 * when the network is back.
 */
import { useEffect } from 'react'
import { useAbility } from './lib/ability.tsx'
import { declaredFeatures, type SessionScope } from './lib/feature.ts'
import { useUser } from './lib/session/session.ts'

const delayMs = 4_000

/** One feature after the other, so that the screen does not wait. */
async function bring(scope: SessionScope): Promise<void> {
  for (const { prefetchForOffline } of declaredFeatures()) await prefetchForOffline?.(scope)
}

/** Keeps the copies of the signed-in person's company up to date. */
export function usePrefetchForOffline(): void {
  const user = useUser()
  const userId = user?.id
  const companyId = user?.company_id
  const can = useAbility()
  // An admin who acts as somebody else stores nothing.
  const isActing = Boolean(user?.acting_for)
  useEffect(() => {
    if (userId === undefined || companyId == null || isActing) return
    let isOver = false
    const start = async () => {
      // Never, where a browser keeps no tend, as in private windows.
      await navigator.serviceWorker?.ready
      if (isOver || !navigator.serviceWorker) return
      await bring({ userId, companyId, can }).catch(console.warn)
    }
    const timer = setTimeout(start, delayMs)
    addEventListener('online', start)
    return () => {
      isOver = true
      clearTimeout(timer)
      removeEventListener('online', start)
    }
  }, [userId, companyId, can, isActing])
}
