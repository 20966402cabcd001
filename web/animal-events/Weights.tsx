import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { api } from '../api.ts'
import { useFormat } from '../lib/format.ts'
import { LineFigure } from '../ui/figures/LineFigure.tsx'

/** What an animal weighed over its days, of the latest hundred weighings. */
export function Weights({ animalId }: { animalId: number }) {
  const { t } = useTranslation()
  const format = useFormat()
  const { data } = useQuery(api.animalEvents.list.query({ id: animalId, type: 'weight', state: 'done', per_page: 100 }))
  const points = (data?.data ?? []).flatMap(({ day, details }) =>
    details.type === 'weight' ? [{ day, value: details.kilograms }] : [],
  )
  // Of several weighings of a day the last one counts.
  const ofDays = [...new Map(points.toReversed().map(point => [point.day, point])).values()]
  if (ofDays.length < 2) return null
  return (
    <LineFigure
      label={t('animalEvents.weights')}
      points={ofDays}
      write={value => format.number(value, { style: 'unit', unit: 'kilogram', maximumFractionDigits: 1 })}
    />
  )
}
