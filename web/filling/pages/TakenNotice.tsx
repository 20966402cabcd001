import { IconInfoCircle } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { Question } from '#shared/forms/questions.ts'
import { useDraft, useLook, useRead } from '../../answers/draft/DraftContext.tsx'
import { useFormat } from '../../lib/format.ts'
import styles from './QuestionCard.module.css'

/** Says which choices were taken away here, because another answer keeps them from being offered. */
export function TakenNotice({ question }: { question: Question }) {
  const { t } = useTranslation()
  const format = useFormat()
  const draft = useDraft()
  const read = useRead()
  useLook(question.id)
  const taken = draft.takenAt(question.id)
  if (taken.length === 0 || !('choices' in question)) return null
  const words = question.choices.filter(({ id }) => taken.includes(id)).map(({ label }) => read(label))
  return (
    <p className={styles.problem} data-status="attention" role="status">
      <IconInfoCircle size={18} />
      <span>{t('filling.choiceTaken', { choices: format.list(words) })}</span>
    </p>
  )
}
