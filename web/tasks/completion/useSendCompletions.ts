import { useEffect } from 'react'
import { api } from '../../api.ts'
import { onLeaving, useUser } from '../../lib/session/session.ts'
import type { TaskCompletion } from './completionHandler.ts'
import { loadKeeping, pendingCompletions, withoutUndo } from './pendingCompletions.ts'

/**
 * Sends completions and skips at once when the page is hidden or left, because phones do not always announce more than
 * that; otherwise the outbox sends them later. The shell calls it once, and it loads with the screen, so that a page
 * left right after a tap is noticed.
 */
export function useSendEnds(): void {
  const user = useUser()
  const [userId, companyId] = [user?.id, user?.company_id]
  useEffect(() => {
    if (userId === undefined || companyId === undefined) return
    const stopping = new AbortController()
    const { signal } = stopping
    addEventListener('pagehide', sendAll, { signal })
    document.addEventListener('visibilitychange', () => document.visibilityState === 'hidden' && sendAll(), { signal })
    const unleave = onLeaving(sendAll)
    // What keeps an end has to be here before the signal goes.
    void loadKeeping()
    return () => {
      stopping.abort()
      unleave()
    }
  }, [userId, companyId])
}

/**
 * What this page knows goes out without any waiting. What does not arrive is in the outbox, and so are photos, which
 * take too long.
 */
async function sendAll(): Promise<void> {
  const isShort = ({ state, photos }: TaskCompletion) => state === 'waiting' && !photos?.length
  await Promise.allSettled(withoutUndo(pendingCompletions().filter(isShort)).map(send))
}

async function send(end: TaskCompletion): Promise<void> {
  const { sent_id: id, how, reason, by, effect, note } = end
  const said = { ...(by && { completed_by: by }), ...(effect && { effect }), ...(note && { note }) }
  if (how === 'complete') await api.tasks.completeSent({ id, ...said }, { keepalive: true })
  else await api.tasks.skipSent({ id, ...(reason && { skipped_reason: reason }) }, { keepalive: true })
  const { noteArrived } = await loadKeeping()
  await noteArrived(end)
}
