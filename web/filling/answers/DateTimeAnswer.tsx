import { Button, TextInput } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { wallClock } from '#shared/forms/evaluation/context.ts'
import type { DateTimeQuestion } from '#shared/forms/questions.ts'
import { useAnswer, useDraft } from '../DraftContext.tsx'
import styles from './DateAnswer.module.css'
import { wallNow } from './wallNow.ts'

/** A day with a time, by this device's clock. */
export function DateTimeAnswer({ question, labelId }: { question: DateTimeQuestion; labelId: string }) {
  const { t } = useTranslation()
  const draft = useDraft()
  const { value } = useAnswer(question.id)
  const shown = typeof value === 'string' ? value.slice(0, 16) : ''
  const give = (moment: string) => draft.setValue(question, moment ? withZone(moment) : undefined)
  return (
    <div className={styles.line}>
      <TextInput
        type="datetime-local"
        size="xl"
        aria-labelledby={labelId}
        className={styles.input}
        value={shown}
        onChange={event => give(event.currentTarget.value)}
      />
      <Button size="xl" variant="default" onClick={() => give(wallNow().slice(0, 16))}>
        {t('filling.now')}
      </Button>
    </div>
  )
}

/** The zone is that of the day itself: summer time may have begun since. */
const withZone = (moment: string) => `${moment.slice(0, 16)}${wallClock(new Date(moment)).slice(23)}`
