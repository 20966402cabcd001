import { useEffect } from 'react'
import { useUser } from '../lib/session.ts'
import { sendEnds } from './sendEnds.ts'

/**
 * Keeps sending what the signed-in person completed and skipped here; the shell calls it once. It stands with the screen: loaded later it
 * would miss that a page is left right after a tap.
 */
export function useSendEnds(): void {
  const user = useUser()
  const [userId, companyId] = [user?.id, user?.company_id]
  useEffect(() => {
    if (userId !== undefined && companyId !== undefined) return sendEnds(userId)
  }, [userId, companyId])
}
