import { AccountNotice } from '../auth/account/AccountNotice.tsx'
import { PlanBanner } from '../plans/PlanBanner.tsx'

/** What plan and account have to say above every screen, most of the time nothing. */
export function PersonNotices() {
  return (
    <>
      <PlanBanner />
      <AccountNotice />
    </>
  )
}
