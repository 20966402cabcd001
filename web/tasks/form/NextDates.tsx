import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { api } from '../../api.ts'
import { useCompanyFormat } from '../../companies/queries.ts'
import { ProblemText } from '../../ui/texts/ProblemText.tsx'
import styles from './TaskForm.module.css'

/** The next ten dates, as the server will make them. */
export function NextDates({ recurrence, startsAt }: { recurrence: string; startsAt: string }) {
  const { t } = useTranslation()
  const format = useCompanyFormat()
  const [asked] = useDebouncedValue({ recurrence, starts_at: startsAt }, 300)
  const dates = useQuery({
    ...api.tasks.preview.query({ ...asked, timezone: format.timeZone ?? 'UTC' }),
    enabled: startsAt !== '',
    placeholderData: keepPreviousData,
    retry: false,
  })
  if (dates.error) return <ProblemText error={dates.error} />
  return (
    <section className={styles.dates} aria-label={t('tasks.repeat.nextDates')} aria-busy={dates.isFetching}>
      <h3 className={styles.legend}>{t('tasks.repeat.nextDates')}</h3>
      <ol>
        {dates.data?.map(date => (
          <li key={date}>
            <time dateTime={date}>{format.weekday(date)}</time> <span className={styles.dim}>{format.time(date)}</span>
          </li>
        ))}
      </ol>
    </section>
  )
}
