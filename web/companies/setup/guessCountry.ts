import { type CountryRow, countries } from '#shared/system/countries.ts'
import { countryOfZone } from './zoneCountries.ts'

/** Not every browser says which zones a country has. */
type Zoned = Intl.Locale & { getTimeZones?: () => string[] }

const zonesOf = (code: string): readonly string[] =>
  (new Intl.Locale('und', { region: code }) as Zoned).getTimeZones?.() ?? []

/** Some systems name languages in a way of their own ("en-US@posix"), which no browser's own functions take. */
function regionOf(language: string): string | undefined {
  try {
    return new Intl.Locale(language).region
  } catch {
    return undefined
  }
}

/**
 * The country in which somebody seems to be: of those that their languages name, the one in whose zone their clock is; else the only one
 * with that zone; else the first that their languages name. Undefined where nothing speaks for any.
 */
export function guessCountry(languages: readonly string[], timeZone: string): CountryRow | undefined {
  const named = languages.flatMap(language => regionOf(language) ?? [])
  const guess = named.find(code => zonesOf(code).includes(timeZone)) ?? countryOfZone.get(timeZone) ?? named[0]
  return countries.find(({ code }) => code === guess)
}
