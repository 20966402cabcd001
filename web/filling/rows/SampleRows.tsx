import { Button } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { numberedRows, populationOf, proposedSize } from '#shared/forms/evaluation/roster.ts'
import { firstHalf } from '#shared/forms/scoring/sampleSize.ts'
import { useDraft, useWhole } from '../../answers/draft/DraftContext.tsx'
import { useFormat } from '../../lib/format.ts'
import type { AddRowsProps } from './AddRows.tsx'
import { HalfLook } from './HalfLook.tsx'
import styles from './RepeatView.module.css'
import { setRows } from './useRowList.ts'

/** As many rows as the sample needs, of animals that are only counted. */
export function SampleRows({ at, count, repeat }: AddRowsProps) {
  const { t } = useTranslation()
  const format = useFormat()
  const draft = useDraft()
  const size = useWhole(({ state }) => proposedSize(state, at))
  const population = useWhole(({ state }) => populationOf(state, at))
  if (size === null || population === null) return <p className={styles.text}>{t('filling.rows.populationFirst')}</p>
  if (count >= size) return <p className={styles.text}>{t('filling.rows.sampleFull', { size: format.number(size) })}</p>
  const { rows, max_rows = 500 } = repeat
  const whole = Math.min(size, max_rows)
  const half = rows?.from === 'sample' && rows.sample.in_halves ? firstHalf(whole) : whole
  const take = (wanted: number) => setRows(draft, at, numberedRows(draft.state, at, wanted))
  if (count >= half) return <HalfLook {...{ repeat, population, count }} size={whole} onMore={() => take(whole)} />
  return (
    <div className={styles.proposal}>
      <p className={styles.text}>
        {half < whole
          ? t('filling.rows.halfFirst', { half: format.number(half), size: format.number(whole) })
          : t('filling.rows.sample', { size: format.number(size) })}
      </p>
      <Button size="lg" variant="light" onClick={() => take(half)}>
        {t('filling.rows.takeSample', { count: half - count })}
      </Button>
    </div>
  )
}
