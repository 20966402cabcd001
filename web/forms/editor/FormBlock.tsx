import { IconForms } from '@tabler/icons-react'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { textIn } from '#shared/lib/localizedText.ts'
import { useShown } from './EditingContext.tsx'
import { ElementButton } from './ElementButton.tsx'
import { ElementName } from './ElementName.tsx'
import styles from './QuestionBlock.module.css'
import { useScoringWords } from './useScoringWords.ts'

/** The form itself: its name, what it is for, and how it is scored. */
export function FormBlock({ isWrong }: { isWrong: boolean }) {
  const { t } = useTranslation()
  const nameId = useId()
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
      <h2 id={nameId} className={styles.label}>
        <ElementName text={name} fallback={default_language} nameless={t('forms.untitled')} isWrong={isWrong} />
      </h2>
      <p className={styles.description}>{textIn(description, state.language, default_language).text}</p>
      <p className={styles.sentences}>{sentences.join(' · ')}</p>
      <ElementButton id="form" labelledBy={nameId} isSelected={state.selected === 'form'} field="name" />
    </div>
  )
}
