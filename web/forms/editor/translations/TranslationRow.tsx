import { Button } from '@mantine/core'
import { memo, useId } from 'react'
import { useTranslation } from 'react-i18next'
import { rememberSource } from '#shared/forms/texts.ts'
import type { LocalizedText } from '#shared/lib/fields.ts'
import { directionOf, type Locale } from '#shared/lib/language.ts'
import { StatusBadge } from '../../../ui/StatusBadge.tsx'
import { useChange, useChangeDefinition } from '../EditingContext.tsx'
import { withWords } from '../structure/patched.ts'
import styles from './TranslationView.module.css'
import { type TextState, withTextAt } from './translatable.ts'

type Props = {
  textKey: string
  path: string
  text: LocalizedText
  state: TextState
  own: Locale
  language: Locale
}

/** One text in both languages. */
export const TranslationRow = memo(function TranslationRow({ textKey, path, text, state, own, language }: Props) {
  const { t } = useTranslation()
  const originalId = useId()
  const change = useChange()
  const changeDefinition = useChangeDefinition()
  return (
    <li className={styles.row} data-key={textKey}>
      <p id={originalId} className={styles.original} lang={own} dir={directionOf(own)}>
        {text[own]}
      </p>
      <div className={styles.translation}>
        <textarea
          className={styles.words}
          aria-labelledby={originalId}
          rows={1}
          maxLength={5_000}
          lang={language}
          dir={directionOf(language)}
          value={text[language] ?? ''}
          onChange={event => {
            const next = withWords(text, language, event.currentTarget.value)
            change(content => withTextAt(content, path, next), `translation ${textKey}`)
          }}
        />
        {state !== 'done' && (
          <div className={styles.state}>
            <StatusBadge status={state === 'missing' ? 'attention' : 'info'}>
              {t(`formEditor.textStates.${state}`)}
            </StatusBadge>
            {state === 'stale' && (
              <Button
                variant="default"
                size="compact-sm"
                onClick={() =>
                  changeDefinition(definition => ({
                    ...definition,
                    translated_from: rememberSource(definition, { key: textKey, language, before: text }),
                  }))
                }
              >
                {t('formEditor.stillRight')}
              </Button>
            )}
          </div>
        )}
      </div>
    </li>
  )
})
