import { InvitationNotice } from '../../companies/InvitationNotice.tsx'
import { useUser } from '../../lib/session/session.ts'
import { ActingNotice } from './ActingNotice.tsx'
import { ConfirmAddressNotice } from './ConfirmAddressNotice.tsx'

/** The one thing that the account itself has to say above every screen; most of the time nothing. */
export function AccountNotice() {
  const user = useUser()
  if (user?.acting_for) return <ActingNotice {...user.acting_for} />
  if (!user?.email || user.two_factor_due) return null
  return user.email_confirmed_at === null ? <ConfirmAddressNotice email={user.email} /> : <InvitationNotice />
}
