import { useTranslation } from 'react-i18next'
import type { Score } from '#shared/forms/score.ts'
import { ScoreRing } from '../ui/ScoreRing.tsx'
import { StatusBadge } from '../ui/StatusBadge.tsx'

const statusOf = { good: 'ok', attention: 'attention', act: 'stop' } as const

/** A score as a ring, or as its band alone where there are no points; nothing where nothing was judged. */
export function ScoreFigure({ score: { percent, band, passed } }: { score: Score }) {
  const { t } = useTranslation()
  if (passed === null) return null
  const [status, label] = band
    ? [statusOf[band], t(`filling.bands.${band}`)]
    : passed
      ? (['ok', t('filling.passed')] as const)
      : (['stop', t('filling.notPassed')] as const)
  return percent === null ? (
    <StatusBadge status={status}>{label}</StatusBadge>
  ) : (
    <ScoreRing share={percent / 100} status={status} label={label} size={128} />
  )
}
