import { useTranslation } from 'react-i18next'
import { hasUntitledSection } from '#shared/forms/appearance.ts'
import type { Section } from '#shared/forms/definition.ts'
import { useDraft, useRead } from '../../answers/draft/DraftContext.tsx'

/** What a page of the form is called: as its first section, if its maker has said. */
export function usePageName(): (page: { sections: readonly Section[] }) => string {
  const { t } = useTranslation()
  const read = useRead()
  const isUntitled = hasUntitledSection(useDraft().definition.sections)
  return ({ sections }) => (isUntitled ? t('filling.questions') : read(sections[0]?.title))
}
