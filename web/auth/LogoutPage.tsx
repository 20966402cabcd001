import { useEffect } from 'react'
import { logout } from '../lib/session/session.ts'

/** /auth/logout: signs out and goes on to the sign-in page. */
export function LogoutPage() {
  useEffect(() => {
    logout()
  }, [])
  return null
}
