import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { administration } from '../administrationApi.ts'
import { useFormat } from '../lib/format.ts'
import { PathLink } from '../ui/PathLink.tsx'

/** By which audit passes a submission was viewed, for those who read passes. */
export function RecordViewers({ id }: { id: number }) {
  const { t } = useTranslation()
  const format = useFormat()
  const { data: viewers = [] } = useQuery(administration.passes.viewers.query({ kind: 'submission', record_id: id }))
  if (viewers.length === 0) return null
  return (
    <section aria-labelledby="record-viewers">
      <h3 id="record-viewers">{t('passes.viewers.title')}</h3>
      <ul>
        {viewers.map(({ pass_id, holder_name, holder_office, count, last_at }) => (
          <li key={pass_id}>
            <PathLink href={`/company/passes/${pass_id}`}>
              {t('passes.viewers.row', {
                holder: [holder_name, holder_office].filter(Boolean).join(' · '),
                times: t('passes.viewers.times', { count, number: format.number(count) }),
                time: format.dateTime(last_at),
              })}
            </PathLink>
          </li>
        ))}
      </ul>
    </section>
  )
}
