/**
 * What a person set about the looks of tend: cookies of 30 days, named as the specification's section 9 asks. Each is
 * an attribute of the page too (`data-skin="bordered"`), which is all that most styles need; public/theme.js puts them
 * there before the first paint.
 */
import { useSyncExternalStore } from 'react'
import { Listeners } from './listeners.ts'

/** The choices of each preference; the first is the specification's default. */
export const preferences = {
  theme: ['system', 'light', 'dark'],
  'color-scheme': ['light', 'dark'],
  skin: ['default', 'bordered'],
  layout: ['vertical', 'horizontal'],
  navbar: ['sticky', 'hidden'],
  'navbar-blur': ['true', 'false'],
  'nav-collapsed': ['false', 'true'],
  'semi-dark': ['false', 'true'],
  'content-width': ['fluid', 'boxed'],
} as const

export type Preference = keyof typeof preferences
export type ValueOf<Name extends Preference> = (typeof preferences)[Name][number]

const names = Object.keys(preferences) as Preference[]
const seconds = 30 * 24 * 60 * 60
const listeners = new Listeners()

/** As they were when this page last looked: the browser asks another process each time. */
let cookies: string | undefined
for (const event of ['focus', 'pageshow']) globalThis.addEventListener?.(event, forgetCookies)
function forgetCookies(): void {
  cookies = undefined
}

function readCookie(name: string): string | undefined {
  cookies ??= document.cookie
  return new RegExp(`(?:^|; )tend-${name}=([^;]*)`).exec(cookies)?.[1]
}

/** Keeps `value` in the cookie `tend-<name>`. */
export function writeCookie(name: string, value: string) {
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is missing in browsers that barns still use
  document.cookie = `tend-${name}=${value}; Max-Age=${seconds}; Path=/; SameSite=Lax`
  forgetCookies()
}

/** The person's choice, or the default when there is none or none that is known. */
export function readPreference<Name extends Preference>(name: Name): ValueOf<Name> {
  const choices: readonly ValueOf<Name>[] = preferences[name]
  const stored = readCookie(name)
  return choices.find(choice => choice === stored) ?? (choices[0] as ValueOf<Name>)
}

/** Remembers a choice, and applies it at once. */
export function writePreference<Name extends Preference>(name: Name, value: ValueOf<Name>) {
  writeCookie(name, value)
  document.documentElement.setAttribute(`data-${name}`, value)
  listeners.notify()
}

/**
 * Choosing the horizontal navigation shows a hidden navbar again and spreads out the vertical one (the specification's
 * section 4).
 */
export function chooseLayout(layout: ValueOf<'layout'>) {
  if (layout === 'horizontal') {
    writePreference('navbar', 'sticky')
    writePreference('nav-collapsed', 'false')
  }
  writePreference('layout', layout)
}

/** Begins the 30 days of each choice again, so that nobody who uses tend loses theirs. */
export function renewPreferences() {
  for (const name of names) if (readCookie(name)) writePreference(name, readPreference(name))
}

/** The present choice; renders again when it changes. */
export const usePreference = <Name extends Preference>(name: Name): ValueOf<Name> =>
  useSyncExternalStore(listeners.subscribe, () => readPreference(name))
