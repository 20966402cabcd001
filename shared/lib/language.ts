/**
 * The languages of tend, in the order in which a person chooses among them. `id` is the specification's
 * language_id, `i18nLang` and `isRTL` are its language config.
 */
export const languages = [
  { id: 1, locale: 'en', i18nLang: 'en', name: 'English', isRTL: false },
  { id: 2, locale: 'hu', i18nLang: 'hu', name: 'Magyar', isRTL: false },
  { id: 3, locale: 'de', i18nLang: 'de', name: 'Deutsch', isRTL: false },
  { id: 4, locale: 'fr', i18nLang: 'fr', name: 'Français', isRTL: false },
  { id: 5, locale: 'ar', i18nLang: 'ar', name: 'العربية', isRTL: true },
] as const

export type Locale = (typeof languages)[number]['locale']

export const defaultLocale: Locale = 'en'

export const locales: readonly Locale[] = languages.map(language => language.locale)

/** The locale that `value` names ("de", "de-AT"), or English for anything else. */
export function toLocale(value: unknown): Locale {
  const code = typeof value === 'string' ? value.slice(0, 2).toLowerCase() : ''
  return locales.find(locale => locale === code) ?? defaultLocale
}

/** The locale of a language_id, or English for an id that is not offered. */
export const localeOf = (languageId: number | null | undefined): Locale =>
  languages.find(language => language.id === languageId)?.locale ?? defaultLocale

/** The language_id of a locale. */
export const languageIdOf = (locale: Locale): number =>
  languages.find(language => language.locale === locale)?.id ?? languages[0].id

export const directionOf = (locale: Locale): 'ltr' | 'rtl' =>
  languages.find(language => language.locale === locale)?.isRTL ? 'rtl' : 'ltr'
