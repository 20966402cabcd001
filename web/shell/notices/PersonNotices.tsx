import { AccountNotice } from '../../auth/account/AccountNotice.tsx'
import { PlanBanner } from '../../plans/PlanBanner.tsx'
import { CopyNotice } from '../CopyNotice.tsx'
import { MissingNotice } from './MissingNotice.tsx'

/** What plan, account, a missing network and a failing server have to say above every screen, most of the time nothing. */
export function PersonNotices() {
  return (
    <>
      <PlanBanner />
      <AccountNotice />
      <CopyNotice />
      <MissingNotice />
    </>
  )
}
