import { AccountNotice } from '../../auth/account/AccountNotice.tsx'
import { PlanBanner } from '../../plans/PlanBanner.tsx'
import { CopyNotice } from '../CopyNotice.tsx'

/** What plan, account and a missing network have to say above every screen, most of the time nothing. */
export function PersonNotices() {
  return (
    <>
      <PlanBanner />
      <AccountNotice />
      <CopyNotice />
    </>
  )
}
