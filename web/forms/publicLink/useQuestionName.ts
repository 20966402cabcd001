import { useTranslation } from 'react-i18next'
import type { Definition } from '#shared/forms/definition.ts'
import { placedElements } from '#shared/forms/elements.ts'
import { plainText } from '#shared/lib/inlineMarkdown.ts'
import { toLocale } from '#shared/lib/language.ts'
import { textIn } from '#shared/lib/localizedText.ts'

/** What a question of the form is called in the reader's language. */
export function useQuestionName(definition: Definition): (id: string) => string {
  const { i18n } = useTranslation()
  return id => {
    const found = placedElements(definition).find(({ element }) => element.id === id)
    const label = textIn(found?.element.label ?? {}, toLocale(i18n.language), definition.default_language).text
    return plainText(label) || id
  }
}
