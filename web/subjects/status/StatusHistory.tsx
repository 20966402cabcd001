import { Button } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { LocalTime } from '../../ui/texts/LocalTime.tsx'
import { FindingText } from '../FindingText.tsx'
import type { StatusCalls } from '../registerCalls.ts'
import styles from './Status.module.css'
import { SubjectStatus } from './SubjectStatus.tsx'

const steps = [5, 25, 100] as const

/** What was found about a row so far, the latest first. */
export function StatusHistory({ id, calls }: { id: number; calls: StatusCalls }) {
  const { t } = useTranslation()
  const [step, setStep] = useState(0)
  const { data } = useQuery({
    ...calls.statuses.query({ id, per_page: steps[step] ?? 5 }),
    placeholderData: keepPreviousData,
  })
  if (!data || data.meta.total === 0) return null
  const hasMore = data.meta.total > data.data.length && step < steps.length - 1
  return (
    <section aria-labelledby="status-history" className={styles.section}>
      <h2 id="status-history" className={styles.heading}>
        {t('subjects.history')}
      </h2>
      <ol className={styles.list}>
        {data.data.map(found => (
          <li key={found.id} className={styles.entry} data-withdrawn={found.is_withdrawn || undefined}>
            <div className={styles.line}>
              <SubjectStatus state={found.state} />
              <LocalTime value={found.found_at} />
            </div>
            <FindingText found={found} />
          </li>
        ))}
      </ol>
      {hasMore && (
        <Button variant="subtle" color="gray" onClick={() => setStep(step + 1)}>
          {t('subjects.more')}
        </Button>
      )}
    </section>
  )
}
