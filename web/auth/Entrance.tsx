import { useEffect } from 'react'
import { localeOf } from '#shared/lib/language.ts'
import { destination } from '../lib/entrance.ts'
import { changeLocale } from '../lib/i18n.ts'
import { hasChosenLocale } from '../lib/locale.ts'
import { currentUser } from '../lib/session.ts'
import { LoginPage } from './LoginPage.tsx'

/** The app for people who are not signed in yet. While they type, it fetches what comes next. */
export function Entrance({ onSignedIn }: { onSignedIn: () => Promise<void> }) {
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

  return <LoginPage onSignedIn={goOn} />
}
