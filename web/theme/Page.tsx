import {
  DirectionProvider,
  type MantineColorScheme,
  type MantineColorSchemeManager,
  MantineProvider,
  useComputedColorScheme,
  useDirection,
} from '@mantine/core'
import { type ReactNode, StrictMode, useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { directionOf, toLocale } from '#shared/lib/language.ts'
import { afterPaint } from '../lib/afterPaint.ts'
import { readPreference, writePreference } from '../lib/preferences.ts'
import { cssVariablesResolver, theme } from './theme.ts'

/** Wraps every page with the theme, the colour scheme and the direction of writing. */
export function Page({ children }: { children: ReactNode }) {
  return (
    <StrictMode>
      <DirectionProvider>
        <MantineProvider
          theme={theme}
          cssVariablesResolver={cssVariablesResolver}
          colorSchemeManager={colorSchemeManager}
          defaultColorScheme="auto"
          deduplicateInlineStyles
        >
          <PageColours />
          <PageDirection />
          {children}
        </MantineProvider>
      </DirectionProvider>
    </StrictMode>
  )
}

/** Turns Mantine's parts around when the language changes to one that is written from the other side. */
function PageDirection() {
  const { i18n } = useTranslation()
  const { setDirection } = useDirection()
  const direction = directionOf(toLocale(i18n.language))
  useEffect(() => setDirection(direction), [direction, setDirection])
  return null
}

// Light, dark or as the system has it: the cookie `tend-theme` is the choice, `tend-color-scheme` what it comes to
// (PageColours). public/theme.js reads the first before anything is painted.

function choice(): MantineColorScheme {
  const theme = readPreference('theme')
  return theme === 'system' ? 'auto' : theme
}

const colorSchemeManager: MantineColorSchemeManager = {
  get: choice,
  set: scheme => writePreference('theme', scheme === 'auto' ? 'system' : scheme),
  subscribe: () => undefined,
  unsubscribe: () => undefined,
  clear: () => writePreference('theme', 'system'),
}

/**
 * Keeps what the theme comes to, which may change with the system, and gives the browser's own bars the page's ground.
 * As the page begins public/theme.js has done so: to ask for a colour before the first frame would have all of the page
 * styled once more.
 */
function PageColours() {
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
