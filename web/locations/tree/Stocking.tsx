import { useTranslation } from 'react-i18next'
import { useFormat } from '../../lib/format.ts'
import { StatusBadge } from '../../ui/StatusBadge.tsx'
import { stockingOf, type TreePlace } from './tree.ts'

/** How many animals stand on a place with all that is a part of it, against what there is room for. Nothing where neither is known. */
export function Stocking({ place }: { place: TreePlace }) {
  const { t } = useTranslation()
  const format = useFormat()
  const { perHead, isOver } = stockingOf(place)
  const { allHeads, capacity_heads: capacity } = place
  if (allHeads === 0 && capacity === null) return null
  const said =
    capacity === null
      ? t('locations.heads', { heads: format.number(allHeads) })
      : t('locations.headsOf', { heads: format.number(allHeads), capacity: format.number(capacity) })
  const area =
    perHead !== null && t('locations.perHead', { area: format.number(perHead, { maximumFractionDigits: 2 }) })
  const whole = area ? `${said} · ${area}` : said
  return isOver ? <StatusBadge status="attention">{whole}</StatusBadge> : <span>{whole}</span>
}
