import { IconForms } from '@tabler/icons-react'
import { memo, useId } from 'react'
import { useTranslation } from 'react-i18next'
import type { Locale } from '#shared/lib/language.ts'
import { textIn } from '#shared/lib/localizedText.ts'
import type { FormContent } from '../structure/content.ts'
import { useScoringWords } from '../words/useScoringWords.ts'
import { ElementButton } from './ElementButton.tsx'
import { ElementName } from './ElementName.tsx'
import styles from './QuestionBlock.module.css'
import { TriggerSentences } from './TriggerSentences.tsx'

type Props = { content: FormContent; language: Locale; isSelected: boolean; isWrong: boolean }

/** The form itself: its name, what it is for, and how it is scored. */
export const FormBlock = memo(function FormBlock({ content, language, isSelected, isWrong }: Props) {
  const { t } = useTranslation()
  const nameId = useId()
  const { name, description, definition } = content
  const { default_language, scoring, triggers } = definition
  const sentences = useScoringWords()(scoring)
  return (
    <div className={`${styles.question} ${styles.head}`} data-selected={isSelected || undefined}>
      <p className={styles.type}>
        <IconForms size={16} />
        {t('formEditor.form')}
      </p>
      <h2 id={nameId} className={styles.label}>
        <ElementName text={name} fallback={default_language} nameless={t('forms.untitled')} isWrong={isWrong} />
      </h2>
      <p className={styles.description}>{textIn(description, language, default_language).text}</p>
      <ul className={styles.sentences}>
        <li>{sentences.join(' · ')}</li>
        {triggers && <TriggerSentences triggers={triggers} />}
      </ul>
      <ElementButton id="form" labelledBy={nameId} isSelected={isSelected} field="name" />
    </div>
  )
})
