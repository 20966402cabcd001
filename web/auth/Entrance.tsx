import { useEffect } from 'react'
import { localeOf } from '#shared/lib/language.ts'
import { destination } from '../lib/entrance.ts'
import { changeLocale } from '../lib/i18n.ts'
import { hasChosenLocale } from '../lib/locale.ts'
import { currentUser } from '../lib/session.ts'
import { NotFoundPage } from '../shell/NotFoundPage.tsx'
import { lazyPart } from '../ui/lazyPart.tsx'
import { LoginPage } from './LoginPage.tsx'
import { LogoutPage } from './LogoutPage.tsx'

const FirstAdministratorPage = lazyPart(() =>
  import('./FirstAdministratorPage.tsx').then(part => part.FirstAdministratorPage),
)

/** The app for people who are not signed in. Its pages are documents of their own: going from one to another loads the next. */
export function Entrance({ onSignedIn }: { onSignedIn: () => Promise<void> }) {
  // While the person types, what comes behind the entrance is fetched.
  useEffect(() => {
    const fetchAhead = () => import('../App.tsx').catch(() => undefined)
    const timer = setTimeout(fetchAhead, 1500)
    return () => clearTimeout(timer)
  }, [])

  /** A language chosen on this device stays; otherwise the person's own is used. */
  async function goOn() {
    if (!hasChosenLocale()) await changeLocale(localeOf(currentUser()?.language_id))
    history.replaceState(null, '', destination())
    await onSignedIn()
  }

  const [, , page = 'login', token] = location.pathname.split('/')
  if (page === 'login') return <LoginPage onSignedIn={goOn} />
  if (page === 'logout') return <LogoutPage />
  if (page === 'first-administrator' && token) return <FirstAdministratorPage token={token} onSignedIn={goOn} />
  return <NotFoundPage />
}
