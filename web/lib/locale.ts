/** Which language this browser speaks, said once for texts, formats and the `lang` of every request. */
import { directionOf, type Locale, locales, toLocale } from '#shared/lib/language.ts'
import { writePreference } from './preferences.ts'

const fromBrowser = () =>
  navigator.languages.map(language => language.slice(0, 2)).find(code => locales.includes(code as Locale))

let current = toLocale(localStorage.getItem('locale') ?? fromBrowser())

export const currentLocale = (): Locale => current

/** Whether the person ever chose a language on this device. */
export const hasChosenLocale = () => localStorage.getItem('locale') !== null

/** Makes `locale` the language of the page: its `lang` and direction, and what the next request asks for. */
export function applyLocale(locale: Locale) {
  current = locale
  document.documentElement.lang = locale
  document.documentElement.dir = directionOf(locale)
}

/** Remembers a choice, under the keys and the cookie of the specification's section 9. */
export function rememberLocale(locale: Locale) {
  localStorage.setItem('language', locale)
  localStorage.setItem('locale', locale)
  writePreference('language', locale)
}
