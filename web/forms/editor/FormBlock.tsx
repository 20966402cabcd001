import { IconForms } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { textIn } from '#shared/lib/localizedText.ts'
import { useShown } from './EditingContext.tsx'
import { ElementName } from './ElementName.tsx'
import styles from './QuestionBlock.module.css'
import { useScoringWords } from './useScoringWords.ts'

/** The form itself: its name, what it is for, and how it is scored. */
export function FormBlock({ isWrong }: { isWrong: boolean }) {
  const { t } = useTranslation()
  const { state } = useShown()
  const { name, description, definition } = state.content
  const { default_language, scoring } = definition
  const sentences = useScoringWords()(scoring)
  return (
    <div className={styles.question} data-selected={state.selected === 'form' || undefined}>
      <p className={styles.type}>
        <IconForms size={16} aria-hidden />
        {t('forms.form')}
      </p>
      <h2 className={styles.label}>
        <ElementName
          id="form"
          text={name}
          fallbackLanguage={default_language}
          nameless={t('forms.untitled')}
          isSelected={state.selected === 'form'}
          isWrong={isWrong}
          field="name"
        />
      </h2>
      <p className={styles.description}>{textIn(description, state.language, default_language).text}</p>
      <p className={styles.sentences}>{sentences.join(' · ')}</p>
    </div>
  )
}
