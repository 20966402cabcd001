import { useRouter } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { queryClient } from '../lib/queryClient.ts'
import { useUser } from '../lib/session.ts'

/**
 * When this session works in another company, in whatever tab that was chosen: what was read belongs to the one before and is
 * forgotten, and the person comes to the first screen, because rows of the other company are not here. Whoever has just set one up,
 * or lost the last, is where they should be or is sent there by the guard.
 */
export function useCompanyChange() {
  const companyId = useUser()?.company_id
  const before = useRef(companyId)
  const router = useRouter()
  useEffect(() => {
    // Nobody is signed in any more: signing out leads away by itself.
    if (companyId === undefined || before.current === companyId) return
    const wasElsewhere = before.current !== null && before.current !== undefined
    before.current = companyId
    void queryClient.resetQueries()
    const isSettingUp = router.state.location.pathname === '/company/setup'
    if (wasElsewhere && companyId && !isSettingUp) void router.navigate({ to: '/tasks' })
    else void router.invalidate()
  }, [companyId, router])
}
