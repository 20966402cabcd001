import { SegmentedControl } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '../api.ts'
import { useFormat } from '../lib/format.ts'
import { LineFigure } from '../ui/figures/LineFigure.tsx'
import styles from '../ui/log/Log.module.css'

const steps = ['week', 'month'] as const

/** How many animals a group had over a quarter or a year. */
export function GroupCounts({ groupId }: { groupId: number }) {
  const { t } = useTranslation()
  const format = useFormat()
  const [apart, setApart] = useState<(typeof steps)[number]>('week')
  const { data } = useQuery({
    ...api.groupEvents.counts.query({ id: groupId, apart }),
    placeholderData: keepPreviousData,
  })
  if (!data?.some(({ head_count }) => head_count > 0)) return null
  return (
    <section aria-labelledby="group-counts" className={styles.section}>
      <h2 id="group-counts" className={styles.heading}>
        {t('animalEvents.counts')}
      </h2>
      <SegmentedControl
        value={apart}
        onChange={value => setApart(value as typeof apart)}
        data={steps.map(value => ({ value, label: t(`animalEvents.countsOver.${value}`) }))}
      />
      <LineFigure
        label={t(`animalEvents.countsOver.${apart}`)}
        points={data.map(({ on, head_count }) => ({ day: on, value: head_count }))}
        write={value => format.number(value)}
      />
    </section>
  )
}
