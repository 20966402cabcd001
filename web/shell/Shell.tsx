/** Around every signed-in screen: the navigation, the top bar, the bottom bar of phones, and what floats above them. */
import '../theme/shellStyles.ts'
import { QueryClientProvider } from '@tanstack/react-query'
import { Outlet } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { queryClient } from '../lib/queryClient.ts'
import { refreshUser } from '../lib/session.ts'
import { useRealtime } from '../realtime.ts'
import { lazyPart } from '../ui/lazyPart.tsx'
import { BottomBar } from './BottomBar.tsx'
import { Brand } from './Brand.tsx'
import { NavigationList } from './NavigationList.tsx'
import { PaletteHost } from './PaletteHost.tsx'
import { ScrollToTop } from './ScrollToTop.tsx'
import styles from './Shell.module.css'
import { TopBar } from './TopBar.tsx'

const OverlayNavigation = lazyPart(() => import('./OverlayNavigation.tsx').then(part => part.OverlayNavigation))
const Toasts = lazyPart(() => import('./Toasts.tsx').then(part => part.Toasts))

export function Shell() {
  const { t } = useTranslation()
  const [overlay, setOverlay] = useState<'never' | 'open' | 'closed'>('never')
  const openOverlay = () => setOverlay('open')
  useRealtime()

  // The stored person lets the screen stand at once; what changed meanwhile follows.
  useEffect(() => {
    refreshUser().catch(() => undefined)
  }, [])

  return (
    <QueryClientProvider client={queryClient}>
      <a href="#content" className={styles.skip}>
        {t('shell.skip')}
      </a>
      <div className={styles.shell}>
        <aside className={styles.side}>
          <Brand />
          <NavigationList />
        </aside>
        <div className={styles.main}>
          <TopBar onMenu={openOverlay} />
          <main id="content" tabIndex={-1} className={styles.content}>
            <Outlet />
          </main>
        </div>
      </div>
      <BottomBar onMore={openOverlay} />
      {overlay !== 'never' && <OverlayNavigation opened={overlay === 'open'} onClose={() => setOverlay('closed')} />}
      <ScrollToTop />
      <PaletteHost />
      <Toasts />
    </QueryClientProvider>
  )
}
