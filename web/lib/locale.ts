/** Which language this browser speaks, said once for texts, formats and the `lang` of every request. */
import { defaultLocale, directionOf, type Locale, localeOf, locales } from '#shared/lib/language.ts'
import { writeCookie } from './preferences.ts'
import { onDevice } from './storage.ts'

/** Language of the signed-in person. */
function ofPerson(): Locale | undefined {
  const id = /"language_id":(\d+)/.exec(onDevice.read('user') ?? '')?.[1]
  return id ? localeOf(Number(id)) : undefined
}

/**
 * A public form or shared report is shown in the language of its address: the person who shares it knows its readers.
 */
const ofAddress =
  /^\/(form\/([^/]+\/public\/|public\/case$)|shared\/)/.test(location.pathname) &&
  new URLSearchParams(location.search).get('lang')

/**
 * What the address of a public form names, what was chosen on this device, then the person's own, then the browser's;
 * public/theme.js asks in the same order.
 */
const wanted = [
  ofAddress,
  onDevice.read('locale'),
  ofPerson(),
  ...navigator.languages.map(language => language.slice(0, 2)),
]

/** The languages that this reader would choose, the best first; none where tend speaks none of them. */
export const preferredLocales: readonly Locale[] = wanted.filter((code): code is Locale =>
  locales.includes(code as Locale),
)

let current = preferredLocales[0] ?? defaultLocale

export const currentLocale = (): Locale => current

/** Whether the person ever chose a language on this device. */
export const hasChosenLocale = () => onDevice.read('locale') !== null

let isChosenHere = false
/** Whether the person chose a language on this very page, since it was opened. */
export const isLocaleChosenHere = () => isChosenHere

/** Makes `locale` the language of the page: its `lang` and direction, and what the next request asks for. */
export function applyLocale(locale: Locale) {
  current = locale
  document.documentElement.lang = locale
  document.documentElement.dir = directionOf(locale)
}

/** Remembers a choice, under the keys and the cookie of the specification's section 9. */
export function rememberLocale(locale: Locale) {
  isChosenHere = true
  onDevice.write('language', locale)
  onDevice.write('locale', locale)
  writeCookie('language', locale)
}
