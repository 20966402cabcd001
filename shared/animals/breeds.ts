/** Breeds by their names: one that is known is kept under its English name, however it was written, and shown in the reader's language. */
import { compareIn } from '../lib/alphabet.ts'
import { type Locale, locales } from '../lib/language.ts'
import { foldWord } from '../lib/plainWord.ts'
import { breedNames } from './breedNames.ts'
import type { species } from './species.ts'

/** The languages in the order in which each line of `breedNames` has them. */
const order = ['en', 'hu', 'de', 'fr', 'ar'] as const satisfies readonly Locale[]

type Names = Record<Locale, string>

function namesOf(line: string): Names {
  const [english = '', ...others] = line.split('|')
  return Object.fromEntries(order.map((locale, at) => [locale, (at > 0 && others[at - 1]) || english])) as Names
}

let known: Map<string, Names> | undefined

/** Every breed by each of its names. */
function byWord(): Map<string, Names> {
  known ??= new Map(
    Object.values(breedNames)
      .flat()
      .map(namesOf)
      .flatMap(names => locales.map(locale => [foldWord(names[locale]), names] as const)),
  )
  return known
}

/** The name under which a breed is kept, of its name in any language; what is none of the known ones stays as it is. */
export const keptBreed = (text: string): string => byWord().get(foldWord(text))?.en ?? text

/** A breed in a language; what is none of the known ones stays as it is. */
export const breedIn = (locale: Locale, breed: string): string => byWord().get(foldWord(breed))?.[locale] ?? breed

/** The breeds of a species in a language, in its alphabet. */
export const breedsOf = (kind: (typeof species)[number], locale: Locale): { value: string; label: string }[] =>
  breedNames[kind]
    .map(namesOf)
    .map(names => ({ value: names.en, label: names[locale] }))
    .sort((one, other) => compareIn(locale)(one.label, other.label))
