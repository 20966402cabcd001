import { Button } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { removeEntry } from '../lib/offline/changeEntry.ts'
import { isUnderway } from '../lib/offline/entry.ts'
import { useErrorWords } from '../lib/offline/useErrorWords.ts'
import { useReader } from '../lib/offline/useReader.ts'
import { useUser } from '../lib/session/session.ts'
import { PathLink } from '../ui/PathLink.tsx'
import { StatusBadge } from '../ui/StatusBadge.tsx'
import { LocalTime } from '../ui/texts/LocalTime.tsx'
import styles from './OutboxList.module.css'
import type { Shown } from './OutboxPage.tsx'

const statusOf = {
  draft: 'info',
  waiting: 'attention',
  sending: 'info',
  refused: 'stop',
  done: 'ok',
  discarded: 'info',
} as const

/**
 * Entries of this device with their state in plain words, the last thing that went wrong, and what to do about it. Nobody is asked to try
 * again what is sent by itself.
 */
export function OutboxList({ title, shown }: { title: string; shown: Shown[] }) {
  return (
    <section className={styles.section} aria-label={title}>
      <h2 className={styles.heading}>{title}</h2>
      <ul className={styles.list}>
        {shown.map(one => (
          <li key={one.entry.uuid}>
            <OutboxItem {...one} />
          </li>
        ))}
      </ul>
    </section>
  )
}

function OutboxItem({ entry, kind }: Shown) {
  const { t } = useTranslation()
  const reader = useReader()
  const words = useErrorWords()
  const companyId = useUser()?.company_id
  const { title, details, href, advice } = kind.describe(entry, reader)
  const time = 'sent_at' in entry && typeof entry.sent_at === 'string' ? entry.sent_at : entry.updated_at
  return (
    <>
      <PathLink href={href ?? '/outbox'} className={styles.entry}>
        <span className={styles.words}>
          <bdi className={styles.name}>{title}</bdi>
          <span className={styles.description}>
            {details.map(detail => `${detail} · `)}
            <LocalTime value={time} />
          </span>
          {entry.state !== 'done' && entry.last_error && (
            <span className={styles.description}>
              {isUnderway(entry) ? t('filling.outbox.advice.wait') : words(entry.last_error)}
            </span>
          )}
          {advice && !isUnderway(entry) && <span className={styles.advice}>{advice}</span>}
          {entry.company_id !== companyId && (
            <span className={styles.description}>{t('filling.outbox.otherCompany')}</span>
          )}
        </span>
        <StatusBadge status={statusOf[entry.state]}>{t(`filling.states.${entry.state}`)}</StatusBadge>
      </PathLink>
      {entry.state === 'refused' && kind.isRemovable && (
        <Button variant="subtle" color="gray" onClick={() => removeEntry(entry.user_id, entry.uuid)}>
          {t('filling.outbox.remove', { name: title })}
        </Button>
      )}
    </>
  )
}
