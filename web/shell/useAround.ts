import { startTransition, useEffect, useState } from 'react'
import { whenScreenStands } from '../ui/screenStands.ts'

type Around = typeof import('./around.tsx')
let here: Around | undefined

/** Fetches what stands around a screen. */
export async function loadAround(): Promise<void> {
  here = await import('./around.tsx')
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
