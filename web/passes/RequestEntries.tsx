import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { EvidenceRequest, PassRequest } from '#shared/passes/requests.ts'
import type { RequestState } from '#shared/passes/rules.ts'
import { useFormat } from '../lib/format.ts'
import type { Status } from '../ui/Notice.tsx'
import { StatusBadge } from '../ui/StatusBadge.tsx'
import styles from './Requests.module.css'

type Entry = PassRequest['entries'][number]
export type AnswerFile = Entry['files'][number]

const tones: Record<RequestState, Status> = { open: 'attention', answered: 'ok', withdrawn: 'info' }

type Props = {
  request: PassRequest | EvidenceRequest
  /** How a file is shown. */
  file: (file: AnswerFile) => ReactNode
  /** Said beside an entry to managers. */
  beside?: (entry: Entry) => ReactNode
  /** What can be done. */
  children?: ReactNode
}

/** A request for evidence with everything that was said, and what can be done. */
export function RequestEntries({ request, file, beside, children }: Props) {
  const { t } = useTranslation()
  const format = useFormat()
  const { number, state, due_on, kind, record_id, entries } = request
  const name = t('passes.requests.number', { number: format.number(number) })
  return (
    <article aria-label={name} className={styles.request}>
      <div className={styles.head}>
        <h3 className={styles.name}>{name}</h3>
        <StatusBadge status={tones[state]}>{t(`passes.requests.states.${state}`)}</StatusBadge>
        {state === 'open' && <span>{t('passes.requests.due', { date: format.date(due_on) })}</span>}
      </div>
      {kind && record_id !== null && (
        <p className={styles.quiet}>
          {t('passes.requests.aboutRecord', {
            kind: t(`passes.kinds.${kind}`),
            number: format.number(record_id, { useGrouping: false }),
          })}
        </p>
      )}
      <ol className={styles.entries}>
        {entries.map(entry => (
          <li key={entry.id} className={styles.entry} data-answer={entry.action === 'answered' || undefined}>
            <span className={styles.quiet}>
              {entry.action === 'answered' && entry.person
                ? t('passes.requests.answeredBy', { name: entry.person })
                : t(`passes.requests.${entry.action}`)}
              {' · '}
              {format.dateTime(entry.at)}
            </span>
            {entry.words && (
              <p className={styles.words} dir="auto">
                {entry.words}
              </p>
            )}
            {entry.files.length > 0 && <Files files={entry.files} file={file} />}
            {beside?.(entry)}
          </li>
        ))}
      </ol>
      {children}
    </article>
  )
}

function Files({ files, file }: { files: AnswerFile[]; file: Props['file'] }) {
  return (
    <ul className={styles.files}>
      {files.map((one, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: files of an answer never change
        <li key={at}>{file(one)}</li>
      ))}
    </ul>
  )
}
