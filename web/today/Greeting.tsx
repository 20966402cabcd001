import { useTranslation } from 'react-i18next'
import { localTime } from '#shared/lib/localTime.ts'
import { useCompanyFormat } from '../companies/queries.ts'
import styles from './Greeting.module.css'

/** The time of day, the person and the date. */
export function Greeting({ name }: { name: string }) {
  const { t } = useTranslation()
  const format = useCompanyFormat()
  const now = Date.now()
  const hour = hourIn(format.timeZone, now)
  const part = hour < 5 ? 'night' : hour < 12 ? 'morning' : hour < 18 ? 'afternoon' : 'evening'
  return (
    <div className={styles.greeting}>
      <p className={styles.words}>{t(`today.greeting.${part}`, { name })}</p>
      <p className={styles.date}>{format.weekday(now)}</p>
    </div>
  )
}

const hourIn = (timeZone: string | undefined, moment: number) => Number(localTime(moment, timeZone).slice(11, 13))
