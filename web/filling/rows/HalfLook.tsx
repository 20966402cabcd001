import { Button } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { Repeat } from '#shared/forms/definition.ts'
import type { Band } from '#shared/forms/scoring/score.ts'
import { verdictOfHalf } from '#shared/reports/prevalence.ts'
import { useRead, useWhole } from '../../answers/draft/DraftContext.tsx'
import { useFormat } from '../../lib/format.ts'
import styles from './RepeatView.module.css'

type Props = { repeat: Repeat; population: number; count: number; size: number; onMore: () => void }

/** After the first half of a sample: whether it is clear how the herd stands, or the other half is needed. */
export function HalfLook({ repeat, population, count, size, onMore }: Props) {
  const { t } = useTranslation()
  const format = useFormat()
  const read = useRead()
  // A text, so that an answer which changes nothing of it draws nothing anew.
  const said = useWhole(({ state }) => JSON.stringify(verdictOfHalf(state, repeat, population) ?? null))
  const isOpen = useWhole(({ state }) => verdictOfHalf(state, repeat, population) === undefined)
  const bands = JSON.parse(said) as Band[] | null
  const limited = (repeat.measures ?? []).filter(({ limits }) => limits)
  const verdicts = bands?.map((band, index) => `${read(limited[index]?.label)}: ${t(`submissions.pdf.${band}`)}`) ?? []
  return (
    <div className={styles.proposal}>
      <p className={styles.text} role="status">
        {isOpen
          ? t('filling.rows.halfOpen', { half: format.number(count) })
          : bands
            ? t('filling.rows.halfClear', { verdicts: verdicts.join(' · ') })
            : t('filling.rows.halfUnclear')}
      </p>
      {!isOpen && (
        <Button size="lg" variant={bands ? 'default' : 'light'} onClick={onMore}>
          {t('filling.rows.takeSample', { count: size - count })}
        </Button>
      )}
    </div>
  )
}
