import type { LocalizedText } from '#shared/lib/fields.ts'
import { plainText } from '#shared/lib/inlineMarkdown.ts'
import { toLocale } from '#shared/lib/language.ts'
import type { Translate } from '#shared/lib/localizedText.ts'
import { fillReferences, wordsFor } from '#shared/submissions/formatter.ts'
import type { Draft } from '../../../answers/draft/Draft.ts'

/**
 * What a form says to those who have sent it: its own words for that, or what stands at its end. The answers that it names are put in now:
 * the page of thanks stands by itself, when they have left the device.
 */
export function wordsOfThanks({ definition, state }: Draft, language: string, t: Translate): LocalizedText | undefined {
  const text = definition.settings?.thanks ?? definition.footer
  const words = wordsFor({ locale: toLocale(language), timeZone: undefined, t }, definition)
  return (
    text &&
    Object.fromEntries(
      Object.entries(text).map(([locale, said]) => [locale, plainText(fillReferences(said, state, [], words))]),
    )
  )
}
