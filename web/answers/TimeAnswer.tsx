import { Button, TextInput } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { TimeQuestion } from '#shared/forms/questions.ts'
import styles from './DateAnswer.module.css'
import { useAnswer, useDraft } from './draft/DraftContext.tsx'
import { wallNow } from './wallNow.ts'

export function TimeAnswer({ question, labelId }: { question: TimeQuestion; labelId: string }) {
  const { t } = useTranslation()
  const draft = useDraft()
  const { value } = useAnswer(question.id)
  return (
    <div className={styles.line}>
      <TextInput
        type="time"
        size="xl"
        aria-labelledby={labelId}
        className={styles.input}
        value={typeof value === 'string' ? value : ''}
        onChange={event => draft.setValue(question, event.currentTarget.value.slice(0, 5) || undefined)}
      />
      <Button size="xl" variant="default" onClick={() => draft.setValue(question, wallNow().slice(11, 16))}>
        {t('filling.now')}
      </Button>
    </div>
  )
}
