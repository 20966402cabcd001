import { useTranslation } from 'react-i18next'
import { useFormat } from '../../lib/format.ts'
import styles from './MessageList.module.css'

export const dayOf = (moment: string | Date) => new Date(moment).toDateString()

/** Whether a message is the first of its day. */
export const isOfNewDay = (value: string, before: string | undefined) =>
  before === undefined || dayOf(value) !== dayOf(before)

/** The day of the messages below. */
export function DayDivider({ value, today }: { value: string; today: string }) {
  const { t } = useTranslation()
  const format = useFormat()
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
