import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../lib/format.ts'
import { Notice } from '../ui/Notice.tsx'
import { callsFor, type Owner } from './queries.ts'

/** What must not be sold of an animal or a group today, and until when. */
export function Withholds({ owner }: { owner: Owner }) {
  const { t } = useTranslation()
  const format = useFormat()
  const { data = [] } = useQuery(callsFor(owner).withholds.query({ id: owner.id }))
  if (data.length === 0) return null
  return (
    <Notice kind="stop">
      <strong>{t('animalEvents.heldTitle')}</strong>
      {data.map(({ id, product, until, note }) => (
        <div key={id}>
          {t('animalEvents.held', { product: t(`animalEvents.products.${product}`), day: format.date(until) })}
          {note && <> · {note}</>}
        </div>
      ))}
    </Notice>
  )
}
