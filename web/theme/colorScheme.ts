/**
 * Light, dark or as the system has it, kept in two cookies: `tend-theme` is the choice, `tend-color-scheme` what it came to.
 * public/theme.js reads the first before anything is painted.
 */
import type { MantineColorScheme, MantineColorSchemeManager } from '@mantine/core'
import { readPreference, writePreference } from '../lib/preferences.ts'

const prefersDark = () => window.matchMedia('(prefers-color-scheme: dark)').matches

const toChoice = (theme: string | undefined): MantineColorScheme =>
  theme === 'light' || theme === 'dark' ? theme : 'auto'

export const colorSchemeManager: MantineColorSchemeManager = {
  get: () => toChoice(readPreference('theme')),
  set(choice) {
    writePreference('theme', choice === 'auto' ? 'system' : choice)
    writePreference('color-scheme', choice === 'auto' ? (prefersDark() ? 'dark' : 'light') : choice)
  },
  subscribe: () => undefined,
  unsubscribe: () => undefined,
  clear: () => writePreference('theme', 'system'),
}
