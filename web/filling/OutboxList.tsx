import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { defaultLocale, toLocale } from '#shared/lib/language.ts'
import { textIn } from '#shared/lib/localizedText.ts'
import type { Entry } from '../lib/offline/entry.ts'
import { useUser } from '../lib/session.ts'
import { LocalTime } from '../ui/LocalTime.tsx'
import { StatusBadge } from '../ui/StatusBadge.tsx'
import styles from './FormList.module.css'
import { outboxAdvice } from './outboxAdvice.ts'
import { useErrorWords } from './useErrorWords.ts'

const statusOf = {
  draft: 'info',
  waiting: 'attention',
  sending: 'info',
  refused: 'stop',
  done: 'ok',
  discarded: 'info',
} as const

/** Entries of this device with their state in plain words, the last thing that went wrong, and what to do about it. */
export function OutboxList({ title, entries }: { title: string; entries: Entry[] }) {
  const { t, i18n } = useTranslation()
  const words = useErrorWords()
  const companyId = useUser()?.company_id
  const nameOf = (entry: Entry) => textIn(entry.form_name, toLocale(i18n.language), defaultLocale).text
  return (
    <section className={styles.section} aria-label={title}>
      <h2 className={styles.heading}>{title}</h2>
      <ul className={styles.list}>
        {entries.map(entry => (
          <li key={entry.uuid}>
            <Link to="/submission/filling/$id" params={{ id: entry.uuid }} className={styles.form}>
              <span className={styles.words}>
                <span className={styles.name}>{nameOf(entry)}</span>
                <span className={styles.description}>
                  {[entry.task_title, ...entry.subjects.map(({ name }) => name)]
                    .filter(Boolean)
                    .map(name => `${name} · `)}
                  <LocalTime value={entry.sent_at ?? entry.updated_at} />
                </span>
                {entry.state !== 'done' && entry.last_error && (
                  <span className={styles.description}>{words(entry.last_error)}</span>
                )}
                <Advice entry={entry} />
                {entry.company_id !== companyId && (
                  <span className={styles.description}>{t('filling.outbox.otherCompany')}</span>
                )}
              </span>
              <StatusBadge status={statusOf[entry.state]}>{t(`filling.states.${entry.state}`)}</StatusBadge>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  )
}

function Advice({ entry }: { entry: Entry }) {
  const { t } = useTranslation()
  const advice = outboxAdvice(entry)
  return advice && <span className={styles.advice}>{t(`filling.outbox.advice.${advice}`)}</span>
}
