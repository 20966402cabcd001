/** Around every signed-in screen: the navigation, the top bar, the bottom bar of phones, and what floats above them (around.tsx). */
import '../theme/shellStyles.ts'
import { QueryClientProvider } from '@tanstack/react-query'
import { Outlet, useRouter } from '@tanstack/react-router'
import { type RefObject, startTransition, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { usePreference } from '../lib/preferences.ts'
import { queryClient } from '../lib/queryClient.ts'
import { useUser } from '../lib/session/session.ts'
import { whenScreenStands } from '../ui/firstPaint.ts'
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
  useArrival(content)
  const around = useAround()

  const isAsked = asksPrivacy && user?.privacy_accepted_at === null
  return (
    <>
      {around && <around.Work />}
      {isAsked ? (
        <PrivacyGate onLater={() => setAsksPrivacy(false)} />
      ) : (
        <QueryClientProvider client={queryClient}>
          <a href="#content" className={styles.skip}>
            {t('shell.skip')}
          </a>
          <div className={styles.shell}>
            {!isHorizontal && (around ? <around.SideNavigation /> : <div className={styles.side} />)}
            <div className={styles.main}>
              <div className={styles.bars}>
                {around && <around.TopBar onMenu={openOverlay} />}
                {around && isHorizontal && <around.HorizontalNavigation />}
              </div>
              <main ref={content} id="content" tabIndex={-1} className={styles.content}>
                {around && <around.Notices />}
                <HeaderTabs value={tabs}>
                  <Outlet />
                </HeaderTabs>
              </main>
              {around && <around.Footer />}
            </div>
          </div>
          {around && <around.BottomBar onMore={openOverlay} />}
          {around && overlay !== 'never' && (
            <around.OverlayNavigation opened={overlay === 'open'} onClose={() => setOverlay('closed')} />
          )}
          {around && <around.Floating />}
        </QueryClientProvider>
      )}
    </>
  )
}

/** Moves the focus to the heading of a page that a link within tend opened, because the link is gone or far away. */
function useArrival(content: RefObject<HTMLElement | null>): void {
  const router = useRouter()
  useEffect(() => {
    let stop: (() => void) | undefined
    const leave = router.subscribe('onResolved', async ({ fromLocation, toLocation, pathChanged }) => {
      // A page that is reloaded begins at its top, with the way past the navigation; an anchor is where its link leads.
      if (!fromLocation || !pathChanged || toLocation.hash) return
      stop?.()
      // Not needed for the first page.
      const { arriveAtHeading } = await import('../ui/arrival.ts')
      if (content.current && router.state.location.pathname === toLocation.pathname)
        stop = arriveAtHeading(content.current)
    })
    return () => {
      leave()
      stop?.()
    }
  }, [router, content])
}

type Around = typeof import('./around.tsx')
let here: Around | undefined

/** Fetches what stands around a screen. */
export async function loadAround(): Promise<void> {
  here = await import('./around.tsx')
}

/** What stands around the screen; undefined while a screen that comes first is made. */
function useAround(): Around | undefined {
  const [around, setAround] = useState(() => here)
  useEffect(() => {
    if (around) return
    let isOver = false
    const show = () => isOver || startTransition(() => setAround(() => here))
    const forget = whenScreenStands(() => {
      loadAround().then(show, error => console.warn('What stands around the screen is missing', error))
    })
    return () => {
      isOver = true
      forget()
    }
  }, [around])
  return around
}
