import { useTranslation } from 'react-i18next'
import { textIn } from '#shared/lib/localizedText.ts'
import { useFormat } from '../../../lib/format.ts'
import { useReading } from '../ReadingContext.tsx'
import { findElement, findSection, placeOf, sectionIndex } from '../structure/structure.ts'

/** What people call a part of the form: by its words in the language that is written; by its number while it has none. */
export function useElementNames(): (id: string) => string {
  const { t } = useTranslation()
  const format = useFormat()
  const { definition, language } = useReading()
  return id => {
    const element = findElement(definition, id)
    const text = element?.label ?? findSection(definition, id)?.title
    const number = (placeOf(definition, id)?.index ?? sectionIndex(definition, id)) + 1
    return (
      textIn(text, language, definition.default_language).text ||
      t(element ? 'formEditor.namelessQuestion' : 'formEditor.namelessSection', { number: format.number(number) })
    )
  }
}
