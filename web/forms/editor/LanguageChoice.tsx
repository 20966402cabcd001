import { NativeSelect } from '@mantine/core'
import { useDeferredValue, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { languages, toLocale } from '#shared/lib/language.ts'
import { useFormat } from '../../lib/format.ts'
import { useShown, useWays } from './EditingContext.tsx'
import { coverageOf } from './translations/coverage.ts'

/** The language in which the form is read and written, with how much of it each one has. */
export function LanguageChoice() {
  const { t } = useTranslation()
  const format = useFormat()
  const { dispatch } = useWays()
  const { state } = useShown()
  const content = useDeferredValue(state.content)
  const coverage = useMemo(() => coverageOf(content), [content])
  return (
    <NativeSelect
      size="sm"
      aria-label={t('formEditor.textLanguage')}
      value={state.language}
      data={languages.map(({ locale, name }) => ({
        value: locale,
        // Rounded down: only what is whole is 100 %.
        label: t('formEditor.coverage', {
          language: name,
          percent: format.percent(Math.floor(coverage[locale] * 100) / 100),
        }),
      }))}
      onChange={event => dispatch({ type: 'languageChosen', language: toLocale(event.currentTarget.value) })}
    />
  )
}
