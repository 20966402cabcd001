import { useTranslation } from 'react-i18next'
import { useFormat } from '../../lib/format.ts'
import styles from './MessageList.module.css'

export const dayOf = (moment: string | Date) => new Date(moment).toDateString()

type Props = { value: string; before: string | undefined; today: string }

/** The day of a message, where the one before is of another. */
export function DayDivider({ value, before, today }: Props) {
  const { t } = useTranslation()
  const format = useFormat()
  if (before !== undefined && dayOf(value) === dayOf(before)) return null
  const yesterday = new Date(today)
  yesterday.setDate(yesterday.getDate() - 1)
  const day =
    dayOf(value) === today
      ? t('messaging.today')
      : dayOf(value) === dayOf(yesterday)
        ? t('messaging.yesterday')
        : format.date(value)
  return <h3 className={styles.day}>{day}</h3>
}
