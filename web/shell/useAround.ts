import { startTransition, useEffect, useState } from 'react'
import { currentUser } from '../lib/session/session.ts'
import { whenScreenStands } from '../ui/screenStands.ts'

type Around = typeof import('./around.tsx')
let here: Around | undefined

/** Fetches what stands around a screen. */
export async function loadAround(): Promise<void> {
  const [around] = await Promise.all([import('./around.tsx'), loadNotices().catch(() => undefined)])
  here = around
}

/** For whom a notice stands above the screen: coming after the screen it would move it away from under a finger. */
async function loadNotices(): Promise<void> {
  const user = currentUser()
  if (!user?.acting_for && !user?.plan && user?.email_confirmed_at !== null) return
  await import('./notices/PersonNotices.tsx')
}

/** What stands around the screen; undefined while a screen that comes first is made. */
export function useAround(): Around | undefined {
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
