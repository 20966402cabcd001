/**
 * Light, dark or as the system has it: the cookie `tend-theme` is the choice, `tend-color-scheme` what it comes to (PageColours).
 * public/theme.js reads the first before anything is painted.
 */
import type { MantineColorScheme, MantineColorSchemeManager } from '@mantine/core'
import { readPreference, writePreference } from '../lib/preferences.ts'

function choice(): MantineColorScheme {
  const theme = readPreference('theme')
  return theme === 'system' ? 'auto' : theme
}

export const colorSchemeManager: MantineColorSchemeManager = {
  get: choice,
  set: scheme => writePreference('theme', scheme === 'auto' ? 'system' : scheme),
  subscribe: () => undefined,
  unsubscribe: () => undefined,
  clear: () => writePreference('theme', 'system'),
}
