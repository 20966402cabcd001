import { compareIn } from '#shared/lib/alphabet.ts'
import type { Locale } from '#shared/lib/language.ts'
import { countries } from '#shared/system/countries.ts'

/** All countries by name, as the language has it and sorts it. */
export function countriesIn(locale: Locale) {
  const names = new Intl.DisplayNames(locale, { type: 'region' })
  const compare = compareIn(locale)
  return countries
    .map(country => ({ ...country, name: names.of(country.code) ?? country.code }))
    .sort((a, b) => compare(a.name, b.name))
}
