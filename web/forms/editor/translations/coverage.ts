import { textsOf } from '#shared/forms/texts.ts'
import type { LocalizedText } from '#shared/lib/fields.ts'
import { type Locale, locales } from '#shared/lib/language.ts'
import type { FormContent } from '../structure/content.ts'

/** How much of the form is written in each language, from 0 to 1. What has no words at all is not waiting for a translation. */
export function coverageOf({ name, description, definition }: FormContent): Record<Locale, number> {
  const texts = [name, description, ...textsOf(definition).map(({ text }) => text)].filter(isWritten)
  const share = (locale: Locale) =>
    texts.length === 0 ? 0 : texts.filter(text => text[locale]?.trim()).length / texts.length
  return Object.fromEntries(locales.map(locale => [locale, share(locale)])) as Record<Locale, number>
}

const isWritten = (text: LocalizedText) => Object.values(text).some(words => words?.trim())
