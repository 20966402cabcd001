import { useComputedColorScheme } from '@mantine/core'
import { useEffect } from 'react'
import { writePreference } from '../lib/preferences.ts'

/** Keeps what the theme comes to, which may change with the system, and gives the browser's own bars the page's ground. */
export function PageColours() {
  const scheme = useComputedColorScheme('light', { getInitialValueInEffect: false })
  useEffect(() => {
    writePreference('color-scheme', scheme)
    const ground = getComputedStyle(document.documentElement).getPropertyValue('--tend-ground')
    document.querySelector('meta[name="theme-color"]')?.setAttribute('content', ground)
  }, [scheme])
  return null
}
