/** Around every signed-in screen: the navigation, the top bar, the bottom bar of phones, and what floats above them. */
import '../theme/shellStyles.ts'
import { Drawer } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { QueryClientProvider } from '@tanstack/react-query'
import { Outlet } from '@tanstack/react-router'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { queryClient } from '../lib/queryClient.ts'
import { refreshUser } from '../lib/session.ts'
import { BottomBar } from './BottomBar.tsx'
import { Brand } from './Brand.tsx'
import { NavigationList } from './NavigationList.tsx'
import { OverlaySettings } from './OverlaySettings.tsx'
import { PaletteHost } from './PaletteHost.tsx'
import { ScrollToTop } from './ScrollToTop.tsx'
import styles from './Shell.module.css'
import { Toasts } from './Toasts.tsx'
import { TopBar } from './TopBar.tsx'

export function Shell() {
  const { t } = useTranslation()
  const [isMenuOpen, menu] = useDisclosure()

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
          <TopBar onMenu={menu.open} />
          <main id="content" tabIndex={-1} className={styles.content}>
            <Outlet />
          </main>
        </div>
      </div>
      <BottomBar onMore={menu.open} />
      <Drawer
        opened={isMenuOpen}
        onClose={menu.close}
        title={<Brand />}
        size={288}
        closeButtonProps={{ 'aria-label': t('common.close') }}
      >
        <NavigationList onPick={menu.close} />
        <OverlaySettings />
      </Drawer>
      <ScrollToTop />
      <PaletteHost />
      <Toasts />
    </QueryClientProvider>
  )
}
