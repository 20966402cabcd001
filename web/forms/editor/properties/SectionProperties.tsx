import { useTranslation } from 'react-i18next'
import type { Section } from '#shared/forms/definition.ts'
import { useChangeSection } from '../EditingContext.tsx'
import { patched } from '../patched.ts'
import { useFieldError } from './useFieldError.ts'
import { WordsField } from './WordsField.tsx'

export function SectionProperties({ section }: { section: Section }) {
  const { t } = useTranslation()
  const change = useChangeSection(section)
  const errorAt = useFieldError(section.id)
  return (
    <>
      <WordsField
        label={t('forms.sectionTitle')}
        field="title"
        text={section.title}
        error={errorAt('title')}
        onChange={(title = {}) => change(before => ({ ...before, title }), 'title')}
      />
      <WordsField
        label={t('forms.hint')}
        field="hint"
        text={section.hint}
        error={errorAt('hint')}
        help={t('forms.hintHelp')}
        isLong
        onChange={hint => change(before => patched(before, { hint }), 'hint')}
      />
    </>
  )
}
