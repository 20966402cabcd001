/**
 * What stands around every signed-in screen, and what goes on beside it: navigation and bars, notices, what floats above, the connection for
 * news, the outbox, and the copies for work without a network. With a screen that comes first it is fetched when that can be used.
 */

import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { hasSupportChat } from '#shared/lib/roles.ts'
import { renewPreferences } from '../lib/preferences.ts'
import { renewPictures } from '../lib/session/renewPictures.ts'
import { refreshUser, useUser } from '../lib/session/session.ts'
import { SupportButton } from '../messaging/list/SupportButton.tsx'
import { usePrefetchForOffline } from '../prefetchForOffline.ts'
import { useRealtime } from '../realtime.ts'
import { useSendEnds } from '../tasks/completion/useSendCompletions.ts'
import { lazyPart } from '../ui/lazyPart.tsx'
import { InsecureNotice } from '../ui/page/PageNotice.tsx'
import { tellFailed } from '../ui/toast.tsx'
import { useCompanyChange } from './company.ts'
import { PaletteHost, ReauthenticationHost, SettingsHost } from './DialogHosts.tsx'
import { ScrollToTop } from './Footer.tsx'
import { PersonNotices } from './notices/PersonNotices.tsx'
import { SiteNotice } from './TopBar.tsx'

export { Footer } from './Footer.tsx'
export { BottomBar, HorizontalNavigation, SideNavigation } from './navigation/NavigationBars.tsx'
export { TopBar } from './TopBar.tsx'

export const OverlayNavigation = lazyPart(() =>
  import('./navigation/OverlayNavigation.tsx').then(part => part.OverlayNavigation),
)
const Toasts = lazyPart(() => import('./Toasts.tsx').then(part => part.Toasts))

/** Above the screen's own content. */
export function Notices() {
  return (
    <>
      <InsecureNotice />
      <SiteNotice />
      <PersonNotices />
    </>
  )
}

/** Above everything. */
export function Floating() {
  const user = useUser()
  return (
    <>
      <ScrollToTop />
      {user && hasSupportChat(user) && <SupportButton />}
      <PaletteHost />
      <SettingsHost />
      <ReauthenticationHost />
      <Toasts />
    </>
  )
}

/** What goes on beside the screen and is not seen. */
export function Work() {
  const { t } = useTranslation()
  useRealtime()
  useSendEnds()
  useCompanyChange()
  usePrefetchForOffline()

  // A person who has just asked for a part that could not be loaded (`ui/lazyPart.tsx`) is told what helps.
  useEffect(() => {
    const tell = () => navigator.userActivation?.isActive && tellFailed(t('common.broken.text'))
    addEventListener('part-missing', tell)
    return () => removeEventListener('part-missing', tell)
  }, [t])

  // The stored person lets the screen show at once; changes since then follow.
  useEffect(() => {
    refreshUser().catch(() => undefined)
    renewPreferences()
    return renewPictures()
  }, [])
  return null
}
