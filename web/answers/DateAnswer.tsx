import { Button } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { hasNoCalendar } from '#shared/forms/appearance.ts'
import { wallClock } from '#shared/forms/evaluation/context.ts'
import type { DateQuestion, DateTimeQuestion, TimeQuestion } from '#shared/forms/questions.ts'
import { useFormat } from '../lib/format.ts'
import { DateField } from '../ui/dates/DateField.tsx'
import { DateTimeField } from '../ui/dates/DateTimeField.tsx'
import { TimeField } from '../ui/dates/TimeField.tsx'
import { useAnswer, useDraft } from './draft/DraftContext.tsx'
import styles from './RareAnswer.module.css'

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

export function TimeAnswer({ question, labelId }: { question: TimeQuestion; labelId: string }) {
  const { t } = useTranslation()
  const draft = useDraft()
  const { value } = useAnswer(question.id)
  return (
    <div className={styles.line}>
      <TimeField
        size="xl"
        aria-labelledby={labelId}
        className={styles.input}
        value={typeof value === 'string' ? value : ''}
        onChange={time => draft.setValue(question, time || undefined)}
      />
      <Button size="xl" variant="default" onClick={() => draft.setValue(question, wallClock(new Date()).slice(11, 16))}>
        {t('filling.now')}
      </Button>
    </div>
  )
}

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
      <Button size="xl" variant="default" onClick={() => give(wallClock(new Date()).slice(0, 16))}>
        {t('filling.now')}
      </Button>
    </div>
  )
}

/** The zone is that of the day itself: summer time may have begun since. */
const withZone = (moment: string) => `${moment.slice(0, 16)}${wallClock(new Date(moment)).slice(23)}`
