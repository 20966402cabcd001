import { Button } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { hasNoCalendar } from '#shared/forms/appearance.ts'
import type { DateQuestion } from '#shared/forms/questions.ts'
import { useFormat } from '../lib/format.ts'
import { DateField } from '../ui/dates/DateField.tsx'
import styles from './DateAnswer.module.css'
import { useAnswer, useDraft } from './draft/DraftContext.tsx'

export function DateAnswer({ question, labelId }: { question: DateQuestion; labelId: string }) {
  const { t } = useTranslation()
  const format = useFormat()
  const draft = useDraft()
  const { value } = useAnswer(question.id)
  const today = format.dayOf(Date.now())
  return (
    <div className={styles.line}>
      <DateField
        size="xl"
        aria-labelledby={labelId}
        className={styles.input}
        hasCalendar={!hasNoCalendar(question)}
        value={typeof value === 'string' ? value : ''}
        onChange={day => draft.setValue(question, day || undefined)}
      />
      {value !== today && (
        <Button size="xl" variant="default" onClick={() => draft.setValue(question, today)}>
          {t('filling.today')}
        </Button>
      )}
    </div>
  )
}
