/** The frame of every signed-in screen: navigation, top bar, bottom bar of phones, and what floats above (appChrome.tsx). */
import '../theme/shellStyles.ts'
import { QueryClientProvider } from '@tanstack/react-query'
import { Outlet, useRouter } from '@tanstack/react-router'
import { type RefObject, startTransition, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { usePreference } from '../lib/preferences.ts'
import { queryClient } from '../lib/queryClient.ts'
import { useUser } from '../lib/session/session.ts'
import { onFirstPaint } from '../ui/firstPaint.ts'
import { lazyPart } from '../ui/lazyPart.tsx'
import { HeaderTabs } from '../ui/page/PageHeader.tsx'
import { SectionTabs } from './navigation/SectionTabs.tsx'
import styles from './Shell.module.css'

const PrivacyGate = lazyPart(() => import('../auth/legal/LegalPage.tsx').then(part => part.PrivacyGate))

const tabs = <SectionTabs />

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
  useFocusOnNavigate(content)
  const chrome = useAppChrome()

  const isAsked = asksPrivacy && user?.privacy_accepted_at === null
  return (
    <>
      {chrome && <chrome.Work />}
      {isAsked ? (
        <PrivacyGate onLater={() => setAsksPrivacy(false)} />
      ) : (
        <QueryClientProvider client={queryClient}>
          <a href="#content" className={styles.skip}>
            {t('shell.skip')}
          </a>
          <div className={styles.shell}>
            {!isHorizontal && (chrome ? <chrome.SideNavigation /> : <div className={styles.side} />)}
            <div className={styles.main}>
              <div className={styles.bars}>
                {chrome && <chrome.TopBar onMenu={openOverlay} />}
                {chrome && isHorizontal && <chrome.HorizontalNavigation />}
              </div>
              <main ref={content} id="content" tabIndex={-1} className={styles.content}>
                {chrome && <chrome.Notices />}
                <HeaderTabs value={tabs}>
                  <Outlet />
                </HeaderTabs>
              </main>
              {chrome && <chrome.Footer />}
            </div>
          </div>
          {chrome && <chrome.BottomBar onMore={openOverlay} />}
          {chrome && overlay !== 'never' && (
            <chrome.OverlayNavigation opened={overlay === 'open'} onClose={() => setOverlay('closed')} />
          )}
          {chrome && <chrome.Floating />}
        </QueryClientProvider>
      )}
    </>
  )
}

/** Moves the focus to the heading of a page that a link within tend opened, because the link is gone or far away. */
function useFocusOnNavigate(content: RefObject<HTMLElement | null>): void {
  const router = useRouter()
  useEffect(() => {
    let stop: (() => void) | undefined
    const leave = router.subscribe('onResolved', async ({ fromLocation, toLocation, pathChanged }) => {
      // A page that is reloaded begins at its top, with the way past the navigation; an anchor is where its link leads.
      if (!fromLocation || !pathChanged || toLocation.hash) return
      stop?.()
      // Not needed for the first page.
      const { focusHeading } = await import('../ui/focusOnNavigate.ts')
      if (content.current && router.state.location.pathname === toLocation.pathname)
        stop = focusHeading(content.current)
    })
    return () => {
      leave()
      stop?.()
    }
  }, [router, content])
}

type AppChrome = typeof import('./appChrome.tsx')
let here: AppChrome | undefined

/** Fetches what stands around a screen. */
export async function loadAppChrome(): Promise<void> {
  here = await import('./appChrome.tsx')
}

/** What stands around the screen; undefined while a screen that comes first is made. */
function useAppChrome(): AppChrome | undefined {
  const [chrome, setChrome] = useState(() => here)
  useEffect(() => {
    if (chrome) return
    let isOver = false
    const show = () => isOver || startTransition(() => setChrome(() => here))
    const forget = onFirstPaint(() => {
      loadAppChrome().then(show, error => console.warn('What stands around the screen is missing', error))
    })
    return () => {
      isOver = true
      forget()
    }
  }, [chrome])
  return chrome
}
