import { useRouter } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { queryClient } from '../lib/queryClient.ts'
import { homePath } from '../lib/session/entrance.ts'
import { useUser } from '../lib/session/session.ts'

/**
 * When this session works in another company, in whatever tab that was chosen: what was read belongs to the one before and is
 * forgotten, and the person comes to the first screen, because rows of the other company are not here. Whoever has just set one up,
 * or lost the last, is where they should be or is sent there by the guard. When it is another person's, as when an admin acts as
 * somebody, the app begins anew: nothing on the screen is theirs.
 */
export function useCompanyChange() {
  const user = useUser()
  const before = useRef(user)
  const router = useRouter()
  useEffect(() => {
    const last = before.current
    // Nobody is signed in any more: signing out leads away by itself.
    if (!user || (last?.id === user.id && last.company_id === user.company_id)) return
    before.current = user
    // An admin comes back from where one begins to act.
    if (last?.id !== user.id) return location.assign(last?.acting_for ? '/users' : homePath)
    void queryClient.resetQueries()
    const isSettingUp = router.state.location.pathname === '/company/setup'
    if (last.company_id && user.company_id && !isSettingUp) void router.navigate({ to: '/tasks' })
    else void router.invalidate()
  }, [user, router])
}
