import { NativeSelect } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { type FormCategory, formCategories } from '#shared/forms/rules.ts'
import { languages, toLocale } from '#shared/lib/language.ts'
import { useChange, useChangeDefinition, useShown } from '../EditingContext.tsx'
import { isNamed } from '../structure/content.ts'
import { AboutProperties } from './AboutProperties.tsx'
import { ChannelProperties } from './ChannelProperties.tsx'
import { ChoiceSetList } from './choices/ChoiceSetList.tsx'
import { FormTriggers } from './consequences/FormTriggers.tsx'
import { EndProperties } from './EndProperties.tsx'
import { FilledByProperties } from './FilledByProperties.tsx'
import styles from './Properties.module.css'
import { ReviewedByProperties } from './ReviewedByProperties.tsx'
import { ScoringProperties } from './ScoringProperties.tsx'
import { TableList } from './tables/TableList.tsx'
import { WordsField } from './text/WordsField.tsx'
import { useFieldError } from './useFieldError.ts'

/** The form as a whole: its name, what it is for, its own language, its score, and what stands at its end. */
export function FormProperties() {
  const { t } = useTranslation()
  const change = useChange()
  const changeDefinition = useChangeDefinition()
  const errorAt = useFieldError('form')
  const { content } = useShown().state
  const { name, description, category, definition } = content
  return (
    <>
      {errorAt('sections') && <p className={styles.problem}>{errorAt('sections')}</p>}
      <WordsField
        label={t('forms.name')}
        field="name"
        text={name}
        error={isNamed(content) ? undefined : t('problem.field.text_missing')}
        onChange={(text = {}) => change(before => ({ ...before, name: text }), 'name')}
      />
      <WordsField
        label={t('formProperties.description')}
        field="description"
        text={description}
        isLong
        onChange={(text = {}) => change(before => ({ ...before, description: text }), 'description')}
      />
      <NativeSelect
        label={t('forms.category')}
        value={category}
        data={formCategories.map(value => ({ value, label: t(`forms.categories.${value}`) }))}
        onChange={event => {
          const value = event.currentTarget.value as FormCategory
          change(before => ({ ...before, category: value }))
        }}
      />
      <NativeSelect
        label={t('formProperties.ownLanguage')}
        description={t('formProperties.ownLanguageHelp')}
        value={definition.default_language}
        data={languages.map(({ locale, name: label }) => ({ value: locale, label }))}
        onChange={event => {
          const language = toLocale(event.currentTarget.value)
          changeDefinition(before => ({ ...before, default_language: language }))
        }}
      />
      <AboutProperties />
      <FilledByProperties />
      <ReviewedByProperties />
      <ChannelProperties />
      <ScoringProperties />
      <FormTriggers />
      <ChoiceSetList />
      <TableList />
      <EndProperties />
    </>
  )
}
