import { useTranslation } from 'react-i18next'
import type { SealFault } from '#shared/sealing/contract.ts'
import { useFormat } from '../lib/format.ts'
import { PathLink } from '../ui/PathLink.tsx'
import styles from './Seals.module.css'

type Area = keyof typeof fieldsOf

/** What of a record differs, by the first word of its fields; what is not among them is told as other details. */
const fieldsOf = {
  answers: ['answers'],
  files: ['files'],
  document: ['document'],
  reviews: ['reviews'],
  versions: ['versions'],
  subjects: ['subjects'],
  score: ['score', 'score_percent', 'band', 'critical_failed'],
  archive: ['archived_at'],
  reviewState: ['review_state'],
  times: ['started_at', 'completed_at', 'received_at', 'device_time'],
  person: ['user_id', 'written_by'],
  form: ['form_id', 'form_version', 'form_sha256'],
  definition: ['definition'],
  other: [] as string[],
}

const areaOf = (field: string): Area => {
  const [first = ''] = field.split('.', 1)
  return (Object.keys(fieldsOf) as Area[]).find(area => fieldsOf[area].includes(first)) ?? 'other'
}

const pages = { submission: '/submission/view/', report: '/reports/details/' }

/** What is not as it was sealed, in words, with the way to it. */
export function SealFaults({ faults }: { faults: SealFault[] }) {
  const { t } = useTranslation()
  const format = useFormat()
  return (
    <ul className={styles.list}>
      {faults.map(({ position, fault, fields, record_type, record_id }) => {
        const named = [...new Set(fields.map(areaOf))].map(area => t(`seals.fields.${area}`))
        return (
          <li key={`${position} ${fault} ${fields.join()}`} className={styles.fault}>
            <span>{t(`seals.faults.${fault}`, { position: format.number(position), fields: format.list(named) })}</span>
            {record_type && record_id !== null && fault !== 'gone' && (
              <PathLink href={`${pages[record_type]}${record_id}`} className={styles.link}>
                {t(`seals.open.${record_type}`)}
              </PathLink>
            )}
          </li>
        )
      })}
    </ul>
  )
}
