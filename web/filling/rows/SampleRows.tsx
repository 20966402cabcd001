import { Button } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { numberedRows, proposedSize } from '#shared/forms/evaluation/roster.ts'
import { useDraft, useWhole } from '../../answers/draft/DraftContext.tsx'
import { useFormat } from '../../lib/format.ts'
import type { AddRowsProps } from './AddRows.tsx'
import styles from './Proposal.module.css'
import { setRows } from './useRowList.ts'

/** As many rows as the sample needs, of animals that are only counted. */
export function SampleRows({ at, count, repeat: { max_rows = 500 } }: AddRowsProps) {
  const { t } = useTranslation()
  const format = useFormat()
  const draft = useDraft()
  const size = useWhole(({ state }) => proposedSize(state, at))
  if (size === null) return <p className={styles.text}>{t('filling.rows.populationFirst')}</p>
  if (count >= size) return <p className={styles.text}>{t('filling.rows.sampleFull', { size: format.number(size) })}</p>
  const wanted = Math.min(size, max_rows)
  return (
    <div className={styles.proposal}>
      <p className={styles.text}>{t('filling.rows.sample', { size: format.number(size) })}</p>
      <Button size="lg" variant="light" onClick={() => setRows(draft, at, numberedRows(draft.state, at, wanted))}>
        {t('filling.rows.takeSample', { count: wanted - count })}
      </Button>
    </div>
  )
}
