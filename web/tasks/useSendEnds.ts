import { useEffect } from 'react'
import { useUser } from '../lib/session.ts'

/** Keeps sending what the signed-in person completed and skipped here; the shell calls it once. Loaded after the screen stands. */
export function useSendEnds(): void {
  const user = useUser()
  const [userId, companyId] = [user?.id, user?.company_id]
  useEffect(() => {
    if (userId === undefined || companyId === undefined) return
    let stop: (() => void) | undefined
    let isOver = false
    import('./sendEnds.ts').then(
      ({ sendEnds }) => {
        if (!isOver) stop = sendEnds(userId)
      },
      error => console.error('What was ended here is not sent before the next start', error),
    )
    return () => {
      isOver = true
      stop?.()
    }
  }, [userId, companyId])
}
