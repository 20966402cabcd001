import { Button } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { wallClock } from '#shared/forms/evaluation/context.ts'
import type { DateTimeQuestion } from '#shared/forms/questions.ts'
import { DateTimeField } from '../ui/dates/DateTimeField.tsx'
import styles from './DateAnswer.module.css'
import { useAnswer, useDraft } from './draft/DraftContext.tsx'
import { wallNow } from './wallNow.ts'

/** A day with a time, by this device's clock. */
export function DateTimeAnswer({ question }: { question: DateTimeQuestion }) {
  const { t } = useTranslation()
  const draft = useDraft()
  const { value } = useAnswer(question.id)
  const shown = typeof value === 'string' ? value.slice(0, 16) : ''
  const give = (moment: string) => draft.setValue(question, moment ? withZone(moment) : undefined)
  return (
    <div className={styles.line}>
      <DateTimeField size="xl" value={shown} onChange={give} />
      <Button size="xl" variant="default" onClick={() => give(wallNow().slice(0, 16))}>
        {t('filling.now')}
      </Button>
    </div>
  )
}

/** The zone is that of the day itself: summer time may have begun since. */
const withZone = (moment: string) => `${moment.slice(0, 16)}${wallClock(new Date(moment)).slice(23)}`
