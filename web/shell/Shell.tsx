/** Around every signed-in screen: the navigation, the top bar, the bottom bar of phones, and what floats above them. */
import '../theme/shellStyles.ts'
import { QueryClientProvider } from '@tanstack/react-query'
import { Outlet } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { roles } from '#shared/lib/roles.ts'
import { AccountNotices } from '../auth/account/AccountNotices.tsx'
import { ReauthenticationHost } from '../auth/account/ReauthenticationHost.tsx'
import { useCompanyChange } from '../companies/useCompanyChange.ts'
import { renewPreferences, usePreference } from '../lib/preferences.ts'
import { queryClient } from '../lib/queryClient.ts'
import { renewPictures } from '../lib/session/renewPictures.ts'
import { refreshUser, useUser } from '../lib/session/session.ts'
import { useOfflineCopies } from '../offlineCopies.ts'
import { PlanBanner } from '../plans/PlanBanner.tsx'
import { useRealtime } from '../realtime.ts'
import { useSendEnds } from '../tasks/ends/useSendEnds.ts'
import { lazyPart } from '../ui/lazyPart.tsx'
import { CopyNotice } from './CopyNotice.tsx'
import { Footer } from './Footer.tsx'
import { InsecureNotice } from './InsecureNotice.tsx'
import { BottomBar } from './navigation/BottomBar.tsx'
import { HorizontalNavigation } from './navigation/HorizontalNavigation.tsx'
import { SideNavigation } from './navigation/SideNavigation.tsx'
import { PaletteHost } from './PaletteHost.tsx'
import { ScrollToTop } from './ScrollToTop.tsx'
import styles from './Shell.module.css'
import { SettingsHost } from './settings/SettingsHost.tsx'
import { TopBar } from './TopBar.tsx'
import { useArrival } from './useArrival.ts'

const OverlayNavigation = lazyPart(() =>
  import('./navigation/OverlayNavigation.tsx').then(part => part.OverlayNavigation),
)
const PrivacyGate = lazyPart(() => import('../auth/legal/PrivacyGate.tsx').then(part => part.PrivacyGate))
const SupportButton = lazyPart(() => import('../messaging/list/SupportButton.tsx').then(part => part.SupportButton))
const Toasts = lazyPart(() => import('./Toasts.tsx').then(part => part.Toasts))

export function Shell() {
  const { t } = useTranslation()
  const [overlay, setOverlay] = useState<'never' | 'open' | 'closed'>('never')
  const openOverlay = () => setOverlay('open')
  const isHorizontal = usePreference('layout') === 'horizontal'
  const user = useUser()
  // Asked of those who come, never in the middle of something, and not where there is no signal.
  const [asksPrivacy, setAsksPrivacy] = useState(
    () => user !== null && user.privacy_accepted_at === null && !user.acting_for && navigator.onLine,
  )
  const content = useRef<HTMLElement>(null)
  useArrival(content)
  useRealtime()
  useSendEnds()
  useCompanyChange()
  useOfflineCopies()

  // The stored person lets the screen stand at once; what changed meanwhile follows.
  useEffect(() => {
    refreshUser().catch(() => undefined)
    renewPreferences()
    return renewPictures()
  }, [])

  if (asksPrivacy && user?.privacy_accepted_at === null) return <PrivacyGate onLater={() => setAsksPrivacy(false)} />
  return (
    <QueryClientProvider client={queryClient}>
      <a href="#content" className={styles.skip}>
        {t('shell.skip')}
      </a>
      <div className={styles.shell}>
        {!isHorizontal && <SideNavigation />}
        <div className={styles.main}>
          <div className={styles.bars}>
            <TopBar onMenu={openOverlay} />
            {isHorizontal && <HorizontalNavigation />}
          </div>
          <main ref={content} id="content" tabIndex={-1} className={styles.content}>
            <InsecureNotice />
            <PlanBanner />
            <AccountNotices />
            <CopyNotice />
            <Outlet />
          </main>
          <Footer />
        </div>
      </div>
      <BottomBar onMore={openOverlay} />
      {overlay !== 'never' && <OverlayNavigation opened={overlay === 'open'} onClose={() => setOverlay('closed')} />}
      <ScrollToTop />
      {user?.role_id === roles.manager && <SupportButton />}
      <PaletteHost />
      <SettingsHost />
      <ReauthenticationHost />
      <Toasts />
    </QueryClientProvider>
  )
}
