import { useUser } from '../lib/session.ts'
import { lazyPart } from '../ui/lazyPart.tsx'

const ActingNotice = lazyPart(() => import('./ActingNotice.tsx').then(part => part.ActingNotice))
const ConfirmAddressNotice = lazyPart(() =>
  import('./ConfirmAddressNotice.tsx').then(part => part.ConfirmAddressNotice),
)

/** What the account itself has to say above every screen; most of the time nothing. */
export function AccountNotices() {
  const user = useUser()
  if (user?.acting_for) return <ActingNotice {...user.acting_for} />
  if (user?.email && user.email_confirmed_at === null) return <ConfirmAddressNotice email={user.email} />
  return null
}
