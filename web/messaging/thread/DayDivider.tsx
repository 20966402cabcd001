import { useTranslation } from 'react-i18next'
import { currentFormats, useFormat } from '../../lib/format.ts'
import styles from './MessageList.module.css'

/** The day of a moment where the person is, by whose clock its time is shown too: YYYY-MM-DD. */
export const dayOf = (moment: string | number) => currentFormats().dayOf(moment)

/** Whether a message is the first of its day. */
export const isOfNewDay = (value: string, before: string | undefined) =>
  before === undefined || dayOf(value) !== dayOf(before)

const dayBefore = (day: string) => new Date(Date.parse(day) - 24 * 3600_000).toISOString().slice(0, 10)

/** The day of the messages below. */
export function DayDivider({ value, today }: { value: string; today: string }) {
  const { t } = useTranslation()
  const format = useFormat()
  const day = dayOf(value)
  const name =
    day === today ? t('messaging.today') : day === dayBefore(today) ? t('messaging.yesterday') : format.date(value)
  return <h3 className={styles.day}>{name}</h3>
}
