import { useTranslation } from 'react-i18next'
import type { AuditEntry } from '#shared/audit/contract.ts'
import { PathLink } from '../ui/PathLink.tsx'
import { FieldList } from '../ui/row/FieldList.tsx'
import { SideSheet } from '../ui/SideSheet.tsx'
import { LocalTime } from '../ui/texts/LocalTime.tsx'
import styles from './Audit.module.css'
import { useAuditWords } from './useAuditWords.tsx'
import { useDetailWords } from './useDetailWords.ts'

/** All that is known of one entry. */
export function AuditSheet({ entry, onClosed }: { entry: AuditEntry; onClosed: () => void }) {
  const { t } = useTranslation()
  const words = useAuditWords()
  const detail = useDetailWords()
  return (
    <SideSheet title={words.action(entry.action)} onClosed={onClosed}>
      {() => (
        <div className={styles.sheet}>
          <FieldList
            fields={[
              { label: t('audit.when'), value: <LocalTime value={entry.created_at} /> },
              { label: t('audit.who'), value: words.who(entry) },
              { label: t('audit.subject'), value: words.subject(entry) },
              { label: t('audit.address'), value: entry.ip && <bdi>{entry.ip}</bdi> },
              { label: t('audit.device'), value: entry.user_agent && <bdi>{entry.user_agent}</bdi> },
              ...Object.entries(entry.details)
                .map(detail)
                .map(({ label, value }) => ({ label, value: <bdi>{value}</bdi> })),
            ]}
          />
          {entry.actor && <PathLink href={`/audit?actor_id=${entry.actor.id}`}>{t('audit.moreOfPerson')}</PathLink>}
          {entry.subject_id !== null && (
            <PathLink href={`/audit?subject_type=${entry.subject_type}&subject_id=${entry.subject_id}`}>
              {t('audit.moreOfSubject')}
            </PathLink>
          )}
        </div>
      )}
    </SideSheet>
  )
}
