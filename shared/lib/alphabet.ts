/**
 * Names in the order of a language's alphabet. Apart from the languages themselves, which the first page of the app
 * loads.
 */
import type { Locale } from './language.ts'

const collators = new Map<Locale, Intl.Collator>()

/**
 * Compares names by the alphabet of a language, "Ewe 9" before "Ewe 10". The database orders by the same rules
 * (`alphabetical` in server/lib/db/naturalOrder.ts); only names that are equal to these rules may be in another order
 * there.
 */
export function compareIn(locale: Locale): (one: string, other: string) => number {
  const known = collators.get(locale) ?? new Intl.Collator(locale, { numeric: true })
  collators.set(locale, known)
  return known.compare
}
