import { useTranslation } from 'react-i18next'
import type { Paper } from '#shared/certificates/contract.ts'
import { useToday } from '../companies/queries.ts'
import { StatusBadge } from '../ui/StatusBadge.tsx'
import { LocalTime } from '../ui/texts/LocalTime.tsx'
import { endOf } from './endOf.ts'

/** Until when a paper holds; marked from 30 days before its end. */
export function PaperEnd({ paper }: { paper: Paper }) {
  const { t } = useTranslation()
  const today = useToday()
  if (paper.valid_until === null) return t('papers.noEnd')
  const day = <LocalTime value={paper.valid_until} as="date" />
  const state = endOf(paper.valid_until, today)
  if (state === 'holds') return <span>{day}</span>
  return (
    <StatusBadge status={state === 'ended' ? 'stop' : 'attention'}>
      {t(state === 'ended' ? 'papers.ended' : 'papers.endsSoon')} {day}
    </StatusBadge>
  )
}
