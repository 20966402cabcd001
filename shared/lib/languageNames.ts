import { type Locale, locales } from './language.ts'

const names = new Map(locales.map(locale => [locale, new Intl.DisplayNames([locale], { type: 'language' })]))

/** Name of a language in another: "Hungarian", « hongrois ». */
export const nameIn = (locale: Locale, language: Locale): string => names.get(locale)?.of(language) ?? language
