import { useComputedColorScheme } from '@mantine/core'
import { useEffect } from 'react'
import { afterPaint } from '../lib/offline/afterPaint.ts'
import { writePreference } from '../lib/preferences.ts'

/**
 * Keeps what the theme comes to, which may change with the system, and gives the browser's own bars the page's ground. As the page begins
 * public/theme.js has done so: to ask for a colour before the first frame would have all of the page styled once more.
 */
export function PageColours() {
  const scheme = useComputedColorScheme('light', { getInitialValueInEffect: false })
  useEffect(
    () =>
      afterPaint(() => {
        writePreference('color-scheme', scheme)
        const ground = getComputedStyle(document.documentElement).getPropertyValue('--tend-ground')
        document.querySelector('meta[name="theme-color"]')?.setAttribute('content', ground)
      }),
    [scheme],
  )
  return null
}
